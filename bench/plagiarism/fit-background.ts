/** Writes src/music/melody/interval-background.ts from tunes; run only when the background is to change. */
import { writeFileSync } from 'node:fs';
import { sequenceOf } from '../../src/music/melody/sequence.js';
import { encodeBits, fitBits } from '../../src/music/melody/surprisal.js';
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
