import { expect, it } from 'vitest';
import { HarmonicBands, type HarmonicRules } from './harmonic-bands.js';
import { LogFrequencyMap } from './log-frequency.js';
import { seededRandom } from './seeded-random.js';

const map = new LogFrequencyMap({
  sampleRateHz: 8000,
  fftSize: 1024,
  minHz: 100,
  maxHz: 3000,
  bandsPerOctave: 12,
});
const rules: HarmonicRules = {
  binCount: 30,
  harmonics: [1, 2, 3, 4].map((ratio) => ({
    decay: 0.8 ** (ratio - 1),
    band: Math.round(12 * Math.log2(ratio)),
    between: Math.round(12 * Math.log2(ratio - 0.5)),
  })),
  penalty: 0.35,
  tuning: { lowestHz: 200, highestHz: 2500, least: 0.05 },
};
/** Powers from next to nothing to a million. */
const spectrum = (seed: number): Float32Array => {
  const random = seededRandom(seed);
  return Float32Array.from({ length: map.binCount }, () => 10 ** (16 * random() - 10));
};
const logsOf = (bands: Float32Array): Float32Array => bands.map((power) => Math.log1p(2 * Math.sqrt(power)));

it('measures bands as plain loops do, to the last bit', () => {
  const measured = new HarmonicBands(map, rules);
  for (let seed = 1; seed <= 20; seed++) {
    const [first, second] = [spectrum(seed), spectrum(seed + 100)];
    measured.measure(first, second);
    const bands = new Float32Array(map.bandCount);
    map.apply(first, bands);
    expect(measured.firstBands).toEqual(bands);
    map.apply(second, bands);
    expect(measured.secondBands).toEqual(bands);
  }
});

it('adds up harmonics less what sounds between them, within the bands there are, and never less than nothing', () => {
  const measured = new HarmonicBands(map, rules);
  measured.measure(spectrum(7), spectrum(8));
  for (const [bands, sums] of [
    [measured.firstBands, measured.firstSums],
    [measured.secondBands, measured.secondSums],
  ] as const) {
    const logs = logsOf(bands);
    const expected = Float32Array.from({ length: rules.binCount }, (_, bin) => {
      let sum = 0;
      for (const { decay, band, between } of rules.harmonics) {
        const sounding = logs[bin + band];
        if (sounding !== undefined)
          sum += Math.fround(decay) * (sounding - rules.penalty * (logs[bin + between] ?? 0));
      }
      return Math.max(0, sum);
    });
    expect(sums).toEqual(expected);
  }
});

it('finds how far a partial between two bins is from its semitone', () => {
  const measured = new HarmonicBands(map, rules);
  const hzPerBin = 8000 / 1024;
  for (const cents of [-40, -7, 0, 23, 49]) {
    const at = (440 * 2 ** (cents / 1200)) / hzPerBin;
    // The logarithm of a Gaussian is a parabola.
    const first = Float32Array.from({ length: map.binCount }, (_, bin) => Math.exp(-((bin - at) ** 2)));
    measured.tuningHistogram.fill(0);
    measured.measure(first, first);
    const heard = Array.from(measured.tuningHistogram.entries()).filter(([, strength]) => strength > 0);
    expect(heard.map(([place]) => place - 50)).toEqual([cents]);
    expect(heard[0]![1]).toBeCloseTo(Math.sqrt(Math.max(...first)), 6);
  }
});

it('hears no tuning in silence', () => {
  const measured = new HarmonicBands(map, rules);
  const silence = new Float32Array(map.binCount);
  measured.measure(silence, silence);
  expect(measured.tuningHistogram.every((strength) => strength === 0)).toBe(true);
  expect(measured.firstSums.every((sum) => sum === 0)).toBe(true);
});
