/** Writes the backgrounds of intervals and of chord changes; run only when they are to change. */
import { writeFileSync } from 'node:fs';
import { encodeChangeBits, fitChangeBits } from '../../src/music/harmony/chord-surprisal.js';
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
