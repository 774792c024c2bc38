/**
 * `npm run bench -- plagiarism --only metres`: songs whose metre is uncertain when they are heard, against the notes that they were made
 * from and against those of other songs, by their chroma sequences alone; with the other metre's reading and without it.
 */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { prepareSong } from '../../src/analyses/plagiarism/comparison/compare-songs.js';
import { tonalMatch } from '../../src/analyses/plagiarism/comparison/tonal-match.js';
import { coverSong } from '../../src/music/rhythm/grid.js';
import { medianInterval } from '../../src/music/rhythm/median-interval.js';
import { onsetEvidence } from '../../src/music/rhythm/onset-evidence.js';
import {
  beatAtSeconds,
  type SongDescription,
  type SongNote,
  songDescriptionVersion,
} from '../../src/music/song-description.js';
import { describeMidi } from '../../src/music/symbolic/describe-midi.js';
import { readMidi } from '../../src/music/symbolic/midi-reader.js';
import { notesAsSounding } from '../../src/music/symbolic/notes-as-heard.js';
import { tempoMap } from '../../src/music/symbolic/tempo-map.js';
import { findRhythm } from '../description/pulses/find-rhythm.js';
import { every, filesOf } from './evidence-collections.js';
import { midiFiles } from './recordings.js';

const nothing = { vocal: [], instrumental: [], topline: [] };

/** Beats, bars and notes as a recording of the file would be described; null where nothing repeats. No line is heard. */
function asHeard(bytes: Uint8Array): SongDescription | null {
  const file = readMidi(bytes);
  const { onset, activations, notes: events } = notesAsSounding(file.notes, tempoMap(file));
  const { framesPerSecond } = activations;
  const rhythm = findRhythm(onsetEvidence(onset, activations), activations, events);
  if (rhythm === null || events.length === 0) return null;
  const first = Math.min(...events.map(({ startFrame }) => startFrame)) / framesPerSecond;
  const last = Math.max(...events.map(({ endFrame }) => endFrame)) / framesPerSecond;
  const gridOf = ({
    beatFrames,
    downbeats,
    meter,
  }: Pick<typeof rhythm, 'beatFrames' | 'downbeats' | 'meter'>) =>
    coverSong(
      beatFrames.map((frame) => frame / framesPerSecond),
      downbeats,
      meter,
      first,
      last,
    );
  const { beats, downbeats } = gridOf(rhythm);
  const { otherMetre } = rhythm;
  const notes = events.map(({ startFrame, endFrame, midi, salience }): SongNote => {
    const onsetBeats = Math.max(0, beatAtSeconds(beats, startFrame / framesPerSecond));
    const end = beatAtSeconds(beats, endFrame / framesPerSecond);
    return { onsetBeats, durationBeats: Math.max(1 / 48, end - onsetBeats), midiPitch: midi, salience };
  });
  return {
    version: songDescriptionVersion,
    source: 'audio',
    durationSeconds: last,
    tempoBpm: 60 / medianInterval(beats),
    beats,
    downbeats,
    meter: rhythm.meter,
    tuningCents: 0,
    key: null,
    chords: beats.map(() => 'N'),
    melody: nothing,
    vocalActivity: [],
    notes: notes.sort((a, b) => a.onsetBeats - b.onsetBeats || a.midiPitch - b.midiPitch),
    sections: [],
    tempoHypotheses: rhythm.hypotheses,
    ...(otherMetre && {
      otherMetre: { meter: otherMetre.meter, probability: otherMetre.probability, ...gridOf(otherMetre) },
    }),
  };
}

/** Other songs of each question. */
const strangers = 60;

export function otherMetreFigures(data: string): void {
  const files = [
    ...midiFiles(join(data, 'carols')),
    ...midiFiles(join(data, 'anthem_midi')),
    ...every(filesOf(join(data, 'pop909_cl'), /\.mid$/), 120),
  ];
  const written = files.map((path) => prepareSong({ ...describeMidi(readFileSync(path)), melody: nothing }));
  let unsure = 0;
  const counts = { heard: 0, own: 0, firstWithout: 0, firstWith: 0, better: 0, worse: 0 };
  const [falseWithout, falseWith]: [number[], number[]] = [[], []];
  console.log(
    '\nsongs whose metre is uncertain, at another tempo too: bits of their chroma sequence beside their notes',
  );
  console.log('| song | read in | or in | probability | without | with |\n|---|---|---|---|---|---|');
  for (const [place, path] of files.entries()) {
    const song = asHeard(readFileSync(path));
    if (song === null) continue;
    counts.heard++;
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
    `${counts.heard} songs, ${unsure} of them unsure, ${counts.own} at another tempo: found first ${counts.firstWithout} without, ${counts.firstWith} with; more bits ${counts.better}, fewer ${counts.worse}`,
  );
  console.log(
    `${falseWith.length} unrelated pairs: 1 % exceed ${at(falseWithout, 0.99)} without, ${at(falseWith, 0.99)} with; largest ${at(falseWithout, 1)} and ${at(falseWith, 1)}`,
  );
}
