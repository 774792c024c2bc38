/** Known performances, and what would be heard of them. */
import { seededRandom } from '../../../signal/seeded-random.js';
import type { PitchActivations } from '../../description/pitch-activations.js';
import { activationsOf, testFramesPerSecond } from '../../description/test-support/activations.js';
import { performance } from '../../test-support/performance.js';
import { type OnsetEvidence, onsetEvidence } from '../onset-evidence.js';

export const performances = [
  ['four at 96', performance(3, 4, 14, 96)],
  ['three at 132', performance(8, 3, 20, 132)],
] as const;

/** Of a flux that rises where notes begin, over a little noise. */
export function heardPerformance({ notes, seconds }: (typeof performances)[number][1]): {
  readonly activations: PitchActivations;
  readonly onsets: OnsetEvidence;
} {
  const activations = activationsOf(notes, seconds);
  const random = seededRandom(5);
  const full = Float32Array.from({ length: activations.frames }, () => 0.3 * random());
  const low = full.map((value) => 0.5 * value);
  for (const { startSeconds, midi, level = 0.8 } of notes) {
    const frame = Math.round(startSeconds * testFramesPerSecond);
    full[frame]! += level;
    if (midi < 55) low[frame]! += level;
  }
  const onset = { framesPerSecond: testFramesPerSecond, full, low };
  return { activations, onsets: onsetEvidence(onset, activations) };
}
