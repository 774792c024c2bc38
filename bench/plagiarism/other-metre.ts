/**
 * `npm run bench -- plagiarism --only metres`: songs whose metre is uncertain when they are heard, against the notes that they were made
 * from and against those of other songs, by their chroma sequences alone; with the other metre's reading and without it.
 */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { barActivations } from '../../src/analyses/describe/bar-network.js';
import { prepareSong } from '../../src/analyses/plagiarism/comparison/prepared-song.js';
import { tonalMatch } from '../../src/analyses/plagiarism/comparison/tonal-match.js';
import { medianInterval } from '../../src/music/rhythm/median-interval.js';
import type { SongDescription } from '../../src/music/song-description.js';
import { describeMidi } from '../../src/music/symbolic/describe-midi.js';
import { describePlayed } from '../../src/music/symbolic/describe-played.js';
import { readMidiSong } from '../../src/music/symbolic/midi-song.js';
import { soundingFile } from '../../src/music/symbolic/sounding-file.js';
import { every, filesOf } from './evidence-collections.js';
import { midiFiles } from './recordings.js';

const nothing = { vocal: [], instrumental: [], topline: [] };

/**
 * As a MIDI file is described whose beats are not written and whose melody is not named: beats, bars and metres are those that the network for
 * recordings hears in its notes. No line is looked for.
 */
async function asHeard(bytes: Uint8Array): Promise<SongDescription> {
  const song = readMidiSong(bytes);
  const sounding = soundingFile(song.file);
  const { bands, activations, onsets } = sounding;
  const bars = await barActivations(bands, activations, onsets);
  const heard = describePlayed(song, { playing: 'at another tempo', sounding, bars, leadingPitch: null });
  return { ...heard, isEstimated: true, melody: nothing };
}

/** Other songs of each question. */
const strangers = 60;

export async function otherMetreFigures(data: string): Promise<void> {
  const files = [
    ...midiFiles(join(data, 'carols')),
    ...midiFiles(join(data, 'anthem_midi')),
    ...every(filesOf(join(data, 'pop909_cl'), /\.mid$/), 120),
  ];
  const written = files.map((path) => prepareSong({ ...describeMidi(readFileSync(path)), melody: nothing }));
  let unsure = 0;
  const counts = { own: 0, firstWithout: 0, firstWith: 0, better: 0, worse: 0 };
  const [falseWithout, falseWith]: [number[], number[]] = [[], []];
  console.log(
    '\nsongs whose metre is uncertain, at another tempo too: bits of their chroma sequence beside their notes',
  );
  console.log('| song | read in | or in | probability | without | with |\n|---|---|---|---|---|---|');
  for (const [place, path] of files.entries()) {
    const song = await asHeard(readFileSync(path));
    const { otherMetre, ...main } = song;
    if (!otherMetre) continue;
    unsure++;
    const both = prepareSong(song);
    if (both.otherMetre() === null) continue;
    const one = prepareSong(main);
    const bits = (other: (typeof written)[number]): [number, number] => [
      tonalMatch(one, other, [])?.bits ?? 0,
      tonalMatch(both, other, [])?.bits ?? 0,
    ];
    const others = every(
      written.filter((_, at) => at !== place && basename(files[at]!) !== basename(path)),
      strangers,
    ).map(bits);
    const own = bits(written[place]!);
    counts.own++;
    counts.firstWithout += Number(others.every(([other]) => other < own[0]));
    counts.firstWith += Number(others.every(([, other]) => other < own[1]));
    counts.better += Number(own[1] > own[0] + 0.5);
    counts.worse += Number(own[1] < own[0] - 0.5);
    falseWithout.push(...others.map(([other]) => other));
    falseWith.push(...others.map(([, other]) => other));
    const [tempo, otherTempo] = [song.tempoBpm, 60 / medianInterval(otherMetre.beats)].map(Math.round);
    const cells = [
      `${song.meter} at ${tempo}`,
      `${otherMetre.meter} at ${otherTempo}`,
      otherMetre.probability.toFixed(2),
      own[0].toFixed(1),
      own[1].toFixed(1),
    ];
    console.log(`| ${[basename(path), ...cells].join(' | ')} |`);
  }
  const at = (values: number[], share: number): string =>
    (values.sort((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? 0).toFixed(1);
  console.log(
    `${files.length} songs, ${unsure} of them unsure, ${counts.own} at another tempo: found first ${counts.firstWithout} without, ${counts.firstWith} with; more bits ${counts.better}, fewer ${counts.worse}`,
  );
  console.log(
    `${falseWith.length} unrelated pairs: 1 % exceed ${at(falseWithout, 0.99)} without, ${at(falseWith, 0.99)} with; largest ${at(falseWithout, 1)} and ${at(falseWith, 1)}`,
  );
}
