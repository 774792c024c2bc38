/** Writes the backgrounds of intervals, chord changes and chroma sequences; run only when they are to change. */
import { writeFileSync } from 'node:fs';
import { encodeChangeBits, fitChangeBits } from '../../src/music/harmony/chord-surprisal.js';
import { tonalRowsOf } from '../../src/music/harmony/tonal-evidence.js';
import { unpackTonalRows } from '../../src/music/harmony/tonal-rows.js';
import { chromaMagnitudes, tonalSketchSize } from '../../src/music/harmony/tonal-sketch.js';
import { sequenceOf } from '../../src/music/melody/sequence.js';
import { encodeBits, fitBits } from '../../src/music/melody/surprisal.js';
import { chordBackground } from './chord-data.js';
import { type BenchSong, isTrainingTune } from './load-song.js';

const target = new URL('../../src/music/melody/interval-background.ts', import.meta.url);

/** Uses the training half only, so that figures on the other half are of unseen tunes. */
export function fitBackground(songs: readonly BenchSong[]): void {
  const training = songs.filter((song) => isTrainingTune(song));
  const bits = fitBits(training.map((song) => sequenceOf(song.description.melody.topline)));
  const lines = encodeBits(bits).map((row) => `  '${row}',`);
  writeFileSync(
    target,
    `/** Surprise of an interval after another; written by \`npm run bench -- plagiarism --fit-background\`. */
export const intervalBits: readonly string[] = [
${lines.join('\n')}
];
`,
  );
}

const chordTarget = new URL('../../src/music/harmony/chord-background.ts', import.meta.url);

/** `data`: the symbolic development data. */
export function fitChordBackground(data: string): void {
  const lines = encodeChangeBits(fitChangeBits(chordBackground(data))).map((row) => `  '${row}',`);
  writeFileSync(
    chordTarget,
    `/** Surprise of a change of chord after another; written by \`npm run bench -- plagiarism --fit-background\`. */
export const changeBits: readonly string[] = [
${lines.join('\n')}
];
`,
  );
}

const sketchTarget = new URL('../../src/music/harmony/tonal-sketch-background.ts', import.meta.url);

/** `songs`: with accompaniment. The mean and the spread of every magnitude. */
export function fitSketchBackground(songs: readonly BenchSong[]): void {
  const all = songs
    .map(({ description }) => chromaMagnitudes(unpackTonalRows(tonalRowsOf(description))))
    .filter((magnitudes) => magnitudes !== null);
  const means = Array.from({ length: tonalSketchSize }, (_, at) => mean(all.map((one) => one[at]!)));
  const spreads = means.map((middle, at) => Math.sqrt(mean(all.map((one) => (one[at]! - middle) ** 2))));
  const list = (name: string, values: readonly number[]): string =>
    `export const ${name}: readonly number[] = [\n  ${values.map((value) => value.toFixed(4)).join(', ')},\n];\n`;
  writeFileSync(
    sketchTarget,
    `/** Magnitudes of chroma sequences; written by \`npm run bench -- plagiarism --fit-background\` from ${all.length} MIDI files. */\n${list('sketchMeans', means)}\n${list('sketchSpreads', spreads)}`,
  );
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
