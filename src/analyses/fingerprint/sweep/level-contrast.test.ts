import { expect, it } from 'vitest';
import { seededRandom } from '../../../signal/seeded-random.js';
import { bandCount, contrastBands, contrastRowOf, levelContrast } from './level-contrast.js';
import { writeLevels } from './level-rows.js';

const random = seededRandom(5);
const frames = 37;
/** Of the first row: the lowest band of a telephone's. */
const firstBand = Array.from({ length: bandCount }, (_, band) => band).find(
  (band) => contrastRowOf(band * 50) === 0,
)!;
const levels = Float32Array.from({ length: frames * bandCount }, () => 40 * random());
const contrast = levelContrast(levels);
const rowOf = (row: number): Float32Array => contrast.values.subarray(row * frames, (row + 1) * frames);

it('a level stands out of the nine bands about it, in deviations of its band, within −6 and 8 units of them', () => {
  expect(contrast.frames).toBe(frames);
  for (const row of [0, 1, 40, contrastBands - 1]) {
    const above = Array.from({ length: frames }, (_, frame) => {
      const band = frame * bandCount + firstBand + row;
      const mean = levels.subarray(band - 4, band + 5).reduce((sum, level) => sum + level, 0) / 9;
      return Math.max(-6, Math.min(8, levels[band]! - mean));
    });
    const mean = above.reduce((sum, value) => sum + value, 0) / frames;
    const deviation = Math.sqrt(above.reduce((sum, value) => sum + (value - mean) ** 2, 0) / frames);
    const expected = above.map((value) => (value - mean) / (deviation + 0.2));
    expected.forEach((value, frame) => {
      expect(rowOf(row)[frame]).toBeCloseTo(value, 4);
    });
  }
});

it('levels are means over steps of any length, the last step first, and kept within a byte', () => {
  const scaled = [
    { scale: 1, steps: 9, stride: 16, rowsAt: 32 },
    { scale: 1.3, steps: 12, stride: 16, rowsAt: 32 + 16 * contrastBands },
  ];
  const memory = new ArrayBuffer(32 + 32 * contrastBands);
  writeLevels(memory, scaled, contrast, 4, 120);
  for (const { scale, steps, stride, rowsAt } of scaled)
    for (const row of [0, 33, contrastBands - 1]) {
      const width = 4 / scale;
      for (let step = 0; step < steps; step++) {
        let sum = 0;
        for (let frame = 0; frame < frames; frame++) {
          const share = Math.min(frame + 1, (step + 1) * width) - Math.max(frame, step * width);
          sum += Math.max(0, share) * rowOf(row)[frame]!;
        }
        const expected = Math.max(-127, Math.min(127, (120 * sum) / width));
        const found = new Int8Array(memory, rowsAt + row * stride, stride)[steps - 1 - step]!;
        expect(Math.abs(found - expected)).toBeLessThan(0.501);
      }
    }
  expect(new Int8Array(memory).some((value) => Math.abs(value) === 127)).toBe(true);
});
