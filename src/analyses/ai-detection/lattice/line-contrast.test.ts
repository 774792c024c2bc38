import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../signal/seeded-random.js';
import { binCount, binHz } from '../listen/mean-spectrum.js';
import { lineContrast, lowestHz } from './line-contrast.js';

const binOf = (hz: number): number => Math.round(hz / binHz);

/** Log power about −5 up to `topHz` and −40 above, with a roughness of its own. */
function rough(topHz: number, seed = 1, roughness = 0.3): Float32Array {
  const random = seededRandom(seed);
  return Float32Array.from(
    { length: binCount },
    (_, bin) => (bin <= binOf(topHz) ? -5 : -40) + roughness * (random() - 0.5),
  );
}

/** Mean and deviation of the contrast in the band that is read. */
function momentsOf({ values, highestHz }: ReturnType<typeof lineContrast>): number[] {
  const band = values.subarray(Math.ceil(lowestHz / binHz), Math.floor(highestHz / binHz));
  const mean = band.reduce((sum, value) => sum + value, 0) / band.length;
  const variance = band.reduce((sum, value) => sum + (value - mean) ** 2, 0) / band.length;
  return [mean, Math.sqrt(variance)];
}

describe('the contrast of lines', () => {
  it('has mean 0 and deviation 1 in the band', () => {
    const [mean, deviation] = momentsOf(lineContrast(rough(12_000)));
    expect(mean).toBeCloseTo(0, 4);
    expect(deviation).toBeCloseTo(1, 4);
  });

  it.each([
    [12_000, 11_800],
    [9000, 8800],
    [20_000, 16_000],
  ])('of sound up to %d Hz is read up to %d Hz', (topHz, highestHz) => {
    const contrast = lineContrast(rough(topHz));
    expect(Math.abs(contrast.bandwidthHz - topHz)).toBeLessThan(4 * binHz);
    expect(Math.abs(contrast.highestHz - highestHz)).toBeLessThan(4 * binHz);
  });

  it('counts regions within 90 dB of the strongest, and none below', () => {
    const withTreble = (dB: number): number => {
      const logPower = rough(8000);
      for (let bin = binOf(8000) + 1; bin < binOf(14_000); bin++) logPower[bin] = -5 - (dB * Math.LN10) / 10;
      return lineContrast(logPower).bandwidthHz;
    };
    expect(withTreble(88)).toBeGreaterThan(13_900);
    expect(withTreble(92)).toBeLessThan(8100);
  });

  it('is the same for a louder recording, and nearly so for a rougher one', () => {
    const plain = lineContrast(rough(12_000)).values;
    const louder = lineContrast(rough(12_000).map((value) => value + 3)).values;
    const rougher = lineContrast(rough(12_000, 1, 1.2)).values;
    for (const bin of [2000, 4000, 6000].map(binOf)) {
      expect(louder[bin]!).toBeCloseTo(plain[bin]!, 2);
      expect(rougher[bin]!).toBeCloseTo(plain[bin]!, 0);
    }
  });

  it('shows a line, and neither a shelf nor what is as wide as its neighbourhood', () => {
    const logPower = rough(12_000);
    logPower[binOf(5000)]! += 2;
    for (let bin = binOf(7000); bin < binOf(9000); bin++) logPower[bin]! += 2;
    for (let bin = binOf(3000) - 30; bin <= binOf(3000) + 30; bin++) logPower[bin]! += 2;
    const { values } = lineContrast(logPower);
    expect(values[binOf(5000)]!).toBeGreaterThan(2.5);
    for (const hz of [7500, 8000, 8500, 3000]) {
      const around = values.subarray(binOf(hz) - 8, binOf(hz) + 9);
      expect(Math.abs(around.reduce((sum, value) => sum + value, 0) / 17)).toBeLessThan(0.6);
    }
  });

  it('clips a partial, however loud: one line is no lattice', () => {
    const at = (height: number): number => {
      const logPower = rough(12_000);
      logPower[binOf(5000)]! += height;
      return lineContrast(logPower).values[binOf(5000)]!;
    };
    expect(at(12)).toBeCloseTo(at(3), 1);
    expect(at(12)).toBeLessThan(6);
  });

  it('compares a line with neighbours 3 to 16 bins away, not nearer and not farther', () => {
    const centre = binOf(5000);
    const at = (distance: number): number => {
      const logPower = rough(12_000);
      logPower[centre + distance]! += 8;
      return lineContrast(logPower).values[centre]! - lineContrast(rough(12_000)).values[centre]!;
    };
    for (const distance of [3, 16, -3, -16]) expect(at(distance)).toBeLessThan(-0.15);
    for (const distance of [2, 17, -2, -17]) expect(Math.abs(at(distance))).toBeLessThan(0.1);
  });
});
