import { expect, it } from 'vitest';
import { seededRandom } from '../../../signal/seeded-random.js';
import { packPeaks } from '../peaks/peak-codec.js';
import { peakListOf } from '../test-support/peak-list-of.js';
import { contrastBands, contrastRowOf } from './level-contrast.js';
import type { AssumedChange } from './level-rows.js';
import { LevelSums } from './level-sums.js';

const random = seededRandom(3);
const framesPerStep = 24;
const frames = 1210;
const contrast = {
  frames,
  values: Float32Array.from({ length: contrastBands * frames }, () => 4 * random() - 2),
};
const peaks = Array.from({ length: 900 }, () => ({
  time: Math.round(8000 * random()) / 2,
  cents: 5500 * random(),
})).sort((a, b) => a.time - b.time);
const packed = packPeaks(peakListOf(peaks));

const sumsUnder = (changes: readonly AssumedChange[]): LevelSums =>
  new LevelSums(contrast, { framesPerStep, changes });

/** The mean level over a step of the song, as a whole number of sixteenths. */
function levelAt(row: number, step: number, scale: number): number {
  const [from, to] = [(step * framesPerStep) / scale, ((step + 1) * framesPerStep) / scale];
  let sum = 0;
  for (let frame = Math.floor(from); frame < Math.min(frames, to); frame++) {
    const share = Math.min(to, frame + 1) - Math.max(from, frame);
    sum += share * contrast.values[row * frames + frame]!;
  }
  return Math.round((16 * sum) / (to - from)) / 16;
}

/** The score of the place at which the changed query begins with this step of the song. */
function scoreAt(start: number, scale: number, cents: number): number {
  const steps = Math.floor((frames * scale) / framesPerStep);
  let [sum, count] = [0, 0];
  for (const peak of peaks) {
    const step = Math.floor(peak.time / framesPerStep) - start;
    if (step < 0 || step >= steps) continue;
    const row = contrastRowOf(2.75 * Math.round(peak.cents / 2.75) + cents);
    if (row < 0) continue;
    sum += levelAt(row, step, scale);
    count++;
  }
  return count < 30 ? 0 : sum / Math.sqrt(count + 20);
}

it.each([
  [0.7, -617],
  [1.3, 0],
  [1, 350],
])(
  'the best place of a query changed by %f and %i cents is the highest of all places, one by one',
  (scale, cents) => {
    const steps = Math.floor((frames * scale) / framesPerStep);
    const songSteps = Math.floor(peaks.at(-1)!.time / framesPerStep) + 1;
    const all: { start: number; score: number }[] = [];
    for (let start = 1 - steps + 5; start < songSteps - 5; start++)
      all.push({ start, score: scoreAt(start, scale, cents) });
    all.sort((a, b) => b.score - a.score);
    const best = sumsUnder([{ scale, cents }]).best(packed)!;
    expect(best).toMatchObject({ scale, cents, startFrames: all[0]!.start * framesPerStep });
    // A step's mean may be rounded the other way.
    expect(Math.abs(best.score - all[0]!.score)).toBeLessThan(0.1);
  },
);

it('the best of several changes is that of the highest score, whatever was swept before', () => {
  const changes = [
    { scale: 0.8, cents: 0 },
    { scale: 1, cents: 350 },
  ];
  // A peak that no change has a row for is not counted: here all have one.
  const everywhere = Array.from({ length: 5 }, (_, i) => ({ scale: 1, cents: 1400 * (i - 2) }));
  const scoreOf = (change: AssumedChange): number => sumsUnder([change, ...everywhere]).best(packed)!.score;
  const both = sumsUnder(changes);
  both.best(packed.slice(0, 800));
  const best = both.best(packed)!;
  expect(changes).toContainEqual({ scale: best.scale, cents: best.cents });
  expect(scoreOf(changes[0]!)).toBeGreaterThan(0);
  const alone = changes.map((change) => sumsUnder([change]).best(packed)!);
  expect(alone.map(({ startFrames }) => startFrames)).toContain(best.startFrames);
  expect(both.best(new Uint8Array(0))).toBeNull();
});
