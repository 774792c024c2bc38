/**
 * `npm run bench -- plagiarism --performances N`: N hymns, chorales and dances whose bars the shipped bar network has not learnt, each
 * performed twice by other ensembles, at other tempi and in other keys, most of them in reverberation, and transcribed; every performance
 * is asked for among all the others. It shows what a beat that is counted at half, twice, two thirds or three halves of the tempo costs.
 */
import { createHash } from 'node:crypto';
import { evenBits } from '../../src/analyses/plagiarism/comparison/calibration.js';
import { type PreparedSong, prepareSong } from '../../src/analyses/plagiarism/comparison/prepared-song.js';
import { tonalMatch } from '../../src/analyses/plagiarism/comparison/tonal-match.js';
import { describeListening } from '../../src/music/description/describe.js';
import { tonalEvidence } from '../../src/music/harmony/tonal-evidence.js';
import { type SongDescription, type SongNote, secondsAtBeat } from '../../src/music/song-description.js';
import { performanceOf } from '../description/bars/performed-songs.js';
import { withRecordingEffects } from '../description/bars/recording-effects.js';
import { furtherSongs, renderedSongs, type TrainingSong } from '../description/bars/training-songs.js';
import { meterOf } from '../description/metre/songs.js';
import { randomOf } from '../description/random-of.js';
import { grouped } from '../grouped.js';
import { coverSoundfonts, printVersions, type Version } from './covers.js';
import { openRenderings, renderedSeconds } from './heard-renderings.js';
import { writeMidiFile } from './midi-variants.js';

const collections = ['hymns', 'chorales', 'dances with chords'];
/** As scripts/bars/folds.py: what the network of the fold `family` has not learnt from. */
const folds = 5n;

function isUnknown({ song: { family, collection } }: TrainingSong): boolean {
  const digest = createHash('sha256').update(`x${family}`).digest('hex');
  return collections.includes(collection) && BigInt(`0x${digest}`) % folds === 0n;
}

/** How beats may be counted, to one of the song, and what still counts as that, in octaves. */
const ratios = [1 / 3, 1 / 2, 2 / 3, 3 / 4, 1, 4 / 3, 3 / 2, 2, 3];
const sameOctaves = 0.1;

const kindOf = ({ song: { signature } }: TrainingSong): string =>
  /\/8$/.test(signature) ? 'in eighths' : meterOf(signature) === 3 ? 'in three' : 'in two or four';

/** One song a family, the kinds of metre in turn. */
function chosen(data: string, count: number): TrainingSong[] {
  const songs = new Map<string, TrainingSong>();
  for (const song of [...renderedSongs(data), ...furtherSongs(data)].filter(isUnknown))
    if (!songs.has(song.song.family)) songs.set(song.song.family, song);
  const decks = [...grouped([...songs.values()], kindOf).values()];
  const longest = Math.max(...decks.map(({ length }) => length));
  return Array.from({ length: longest }, (_, place) => decks.flatMap((deck) => deck[place] ?? []))
    .flat()
    .slice(0, count);
}

/** Beats of the description to one of the performance: 1 where it is counted as written. */
function beatsCounted({ beats }: SongDescription, written: readonly number[]): number {
  const [own, other] = [beats, written].map((times) => (times.at(-1)! - times[0]!) / (times.length - 1));
  return other! / own!;
}

/** Half, two thirds and so on; `other` where it is none of them. */
function nameOf(counted: number): string {
  const nearest = ratios.reduce((best, ratio) =>
    Math.abs(Math.log(counted / ratio)) < Math.abs(Math.log(counted / best)) ? ratio : best,
  );
  return Math.abs(Math.log2(counted / nearest)) < sameOctaves ? nearest.toFixed(2) : 'other';
}

export interface Performance extends Version {
  /** What is performed, by the name that `MetreSong` has. */
  readonly song: string;
}

/** `count` songs, two performances of each. @throws Error where there is no soundfont */
export async function performedTwice(
  data: string,
  count: number,
  cache: string | undefined,
): Promise<Performance[]> {
  const renderings = openRenderings(cache);
  if (renderings === null)
    throw new Error('No General MIDI soundfont (apt install fluidsynth fluid-soundfont-gm).');
  const fonts = coverSoundfonts();
  const versions: Performance[] = [];
  try {
    for (const [place, song] of chosen(data, count).entries())
      for (const time of [0, 1]) {
        const seed = 300_000 + 26 * place + 13 * time;
        const { file, beats } = performanceOf({ ...song, seed }, renderedSeconds);
        const sound = {
          name: `effects-${seed}`,
          apply: (wav: string) => withRecordingEffects(wav, randomOf(seed)),
        };
        const font = fonts[(place + time) % fonts.length]!;
        const description = describeListening(await renderings.listenTo(writeMidiFile(file, 1), font, sound));
        const { id, family, collection } = song.song;
        const counted = `beats: ${nameOf(beatsCounted(description, beats))}`;
        const changes = [kindOf(song), collection, counted];
        versions.push({ id: `${time} ${family}`, group: family, description, changes, song: id });
        process.stderr.write(',');
      }
  } finally {
    renderings.close();
  }
  return versions;
}

/** The song with `pace` beats counted to each of its own; `shiftBeats`: by how many of these its notes are moved. */
function miscounted(song: SongDescription, pace: number, shiftBeats: number): SongDescription {
  const places = Array.from({ length: Math.floor((song.beats.length - 1) * pace) }, (_, beat) => beat / pace);
  const moved = (notes: readonly SongNote[]): SongNote[] =>
    notes.map((note) => ({
      ...note,
      onsetBeats: pace * note.onsetBeats + shiftBeats,
      durationBeats: pace * note.durationBeats,
    }));
  const { vocal, instrumental, topline } = song.melody;
  return {
    ...song,
    tempoBpm: pace * song.tempoBpm,
    // These are of the right count.
    tempoHypotheses: [],
    beats: places.map((beat) => secondsAtBeat(song.beats, beat)),
    notes: moved(song.notes),
    ...(song.possibleLeads && { possibleLeads: moved(song.possibleLeads) }),
    melody: { vocal: moved(vocal), instrumental: moved(instrumental), topline: moved(topline) },
  };
}

const paces = [3 / 2, 2, 3, 2 / 3, 1 / 2, 1 / 3];
const shiftsBeats = [0, 0.5, 1];
/** Other songs' performances that each is laid beside. */
const strangers = 6;

/** Chroma sequences alone: each performance whose beats are right beside the other one, as it is and counted wrongly. */
function printMiscounted(versions: readonly Version[]): void {
  const right = versions.filter(({ changes }) => changes.includes('beats: 1.00'));
  const songs = right.map(({ group, description }) => ({ group, song: prepareSong(description) }));
  console.log(
    `\none of two performances counted wrongly: chroma sequences with ${evenBits} bits and more, mean; of other songs, the largest`,
  );
  console.log('| counted at | pairs | aligned as counted | as the product does | other songs, largest |');
  console.log('|---|---|---|---|---|');
  for (const pace of [1, ...paces]) {
    const [own, product, others]: [number[], number[], number[]] = [[], [], []];
    for (const [place, { group, song }] of songs.entries()) {
      const partner = songs.find((one, at) => at > place && one.group === group);
      for (const shift of pace === 1 ? [0] : shiftsBeats) {
        const wrong = pace === 1 ? song : prepareSong(miscounted(song.description, pace, shift));
        const bits = (other: PreparedSong): number => tonalMatch(wrong, other, [])?.bits ?? 0;
        if (partner) {
          own.push(tonalEvidence(wrong.tonal, partner.song.tonal).bits);
          product.push(bits(partner.song));
        }
        for (let step = 1; step <= strangers; step++) {
          const other = songs[(place + 7 * step) % songs.length]!;
          if (other.group !== group) others.push(bits(other.song));
        }
      }
    }
    const found = (values: readonly number[]): string => {
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      return `${values.filter((value) => value >= evenBits).length} (${mean.toFixed(1)})`;
    };
    const cells = [pace.toFixed(2), own.length, found(own), found(product), Math.max(...others).toFixed(1)];
    console.log(`| ${cells.join(' | ')} |`);
  }
}

export async function performedTwiceFigures(
  data: string,
  count: number,
  cache: string | undefined,
): Promise<void> {
  const versions = await performedTwice(data, count, cache);
  await printVersions(versions);
  printMiscounted(versions);
}
