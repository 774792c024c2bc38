import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/signal/seeded-random.js';
import { stemOf } from './stems.js';

describe('stems that conditions measure', () => {
  const random = seededRandom(3);
  const stereo = Float32Array.from({ length: 2 * 44_100 }, () => random() - 0.5);
  const channelsOf = (samples: Float32Array, channel: number): Float32Array =>
    samples.filter((_, index) => index % 2 === channel);

  it('are the same in both channels and as long as the recording', async () => {
    for (const stem of ['vocals', 'accompaniment', 'sides'] as const) {
      const made = await stemOf(stereo, stem);
      expect(made.length).toBe(stereo.length);
      expect(channelsOf(made, 0)).toEqual(channelsOf(made, 1));
    }
  });

  it('add up to the middle, but for the sides, which are half the difference', async () => {
    const vocals = await stemOf(stereo, 'vocals');
    const rest = await stemOf(stereo, 'accompaniment');
    const sides = await stemOf(stereo, 'sides');
    for (const frame of [0, 1000, 22_050, 44_099]) {
      const [left, right] = [stereo[2 * frame]!, stereo[2 * frame + 1]!];
      expect(vocals[2 * frame]! + rest[2 * frame]!).toBeCloseTo((left + right) / 2, 5);
      expect(sides[2 * frame]!).toBeCloseTo((left - right) / 2, 6);
    }
    expect(vocals.some((value) => value !== 0)).toBe(true);
  });
});
