import { expect, it } from 'vitest';
import { seededRandom } from '../../../signal/seeded-random.js';
import { packPeaks } from '../peaks/peak-codec.js';
import { peakListOf } from '../test-support/peak-list-of.js';
import { contrastBands, contrastRowOf } from './level-contrast.js';
import { noChange } from './level-rows.js';
import { LevelSums } from './level-sums.js';

const random = seededRandom(3);
const framesPerStep = 4;
const frames = 403;
const contrast = {
  frames,
  values: Float32Array.from({ length: contrastBands * frames }, () => 4 * random() - 2),
};
const plan = { framesPerStep, changes: [noChange] };
const steps = Math.floor(frames / framesPerStep);
const peaks = Array.from({ length: 900 }, () => ({
  time: Math.round(8000 * random()) / 2,
  cents: 5500 * random(),
})).sort((a, b) => a.time - b.time);
const packed = packPeaks(peakListOf(peaks));

/** The mean level over a step of the query, as a whole number of sixteenths. */
function levelAt(row: number, step: number): number {
  const from = row * frames + step * framesPerStep;
  const sum = contrast.values.subarray(from, from + framesPerStep).reduce((total, value) => total + value, 0);
  return Math.round((16 * sum) / framesPerStep) / 16;
}

/** The score of the place at which the query begins with this step of the song. */
function scoreAt(start: number): number {
  let [sum, count] = [0, 0];
  for (const { time, cents } of peaks) {
    const row = contrastRowOf(2.75 * Math.round(cents / 2.75));
    const step = Math.floor(time / framesPerStep) - start;
    if (row < 0 || step < 0 || step >= steps) continue;
    sum += levelAt(row, step);
    count++;
  }
  return count < 30 ? 0 : sum / Math.sqrt(count + 20);
}

it('the best places are those of the highest sums, one by one', () => {
  const songSteps = Math.floor(peaks.at(-1)!.time / framesPerStep) + 1;
  const overlap = Math.round(125 / framesPerStep);
  const all: { start: number; score: number }[] = [];
  for (let start = 1 - steps + overlap; start < songSteps - overlap; start++)
    all.push({ start, score: scoreAt(start) });
  all.sort((a, b) => b.score - a.score);
  const sums = new LevelSums(contrast, plan);
  const best = sums.best(packed)!;
  expect(best.startFrames).toBe(all[0]!.start * framesPerStep);
  expect(best.score).toBeCloseTo(all[0]!.score, 4);
  const second = all.find(({ start }) => Math.abs(start - all[0]!.start) > 8)!;
  const places = sums.places(packed, 2, 0);
  expect(places.map(({ startFrames }) => startFrames / framesPerStep)).toEqual([all[0]!.start, second.start]);
  expect(places[1]!.score).toBeCloseTo(second.score, 4);
  expect(sums.places(packed, 2, 1)).toHaveLength(1);
});

it('a song after a longer one has the same places as before it', () => {
  const short = packed.slice(0, 800);
  const alone = new LevelSums(contrast, plan).best(short);
  const sums = new LevelSums(contrast, plan);
  sums.best(packed);
  expect(sums.best(short)).toEqual(alone);
  expect(sums.best(new Uint8Array(0))).toBeNull();
});
