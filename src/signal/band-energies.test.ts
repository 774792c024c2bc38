import { expect, it } from 'vitest';
import { BandEnergies } from './band-energies.js';
import { powerSpectrum } from './fft.js';
import { LogFrequencyMap } from './log-frequency.js';
import { seededRandom } from './seeded-random.js';

const map = new LogFrequencyMap({
  sampleRateHz: 16_000,
  fftSize: 2048,
  minHz: 200,
  maxHz: 5000,
  bandsPerOctave: 24,
});
const random = seededRandom(3);
const noise = (length: number): Float32Array => Float32Array.from({ length }, () => random() - 0.5);

it('the energies of bands are those of LogFrequencyMap from the powers of the same spectrum', () => {
  const bands = new BandEnergies(map, 5);
  for (let frame = 0; frame < 3; frame++) {
    const spectrum = noise(2048);
    const power = new Float32Array(map.binCount + 1);
    powerSpectrum(spectrum, power);
    const [expected, found] = [new Float32Array(map.bandCount), new Float32Array(map.bandCount)];
    map.apply(power, expected);
    bands.of(spectrum, found);
    found.forEach((energy, band) => {
      expect(Math.abs(energy / expected[band]! - 1), `band ${band}`).toBeLessThan(1e-6);
    });
  }
});

it('a band that holds the highest bin of a spectrum has its energy, and none of what the padding reads behind it', () => {
  const whole = new LogFrequencyMap({
    sampleRateHz: 16_000,
    fftSize: 64,
    minHz: 900,
    maxHz: 8000,
    bandsPerOctave: 3,
  });
  const spectrum = new Float32Array(128).fill(1);
  const power = new Float32Array(whole.binCount + 1).fill(2);
  const [expected, found] = [new Float32Array(whole.bandCount), new Float32Array(whole.bandCount)];
  whole.apply(power, expected);
  new BandEnergies(whole, 1).of(spectrum, found);
  found.forEach((energy, band) => {
    expect(energy, `band ${band}`).toBeCloseTo(expected[band]!, 4);
  });
});

it('maxima are taken over the neighbours that there are, at the ends of the bands too', () => {
  for (const reach of [1, 4, 5]) {
    const levels = noise(map.bandCount).map((level) => level - 20);
    const out = new Float32Array(map.bandCount + 7);
    new BandEnergies(map, reach).maxima(levels, out, 7);
    levels.forEach((_, band) => {
      const near = levels.subarray(Math.max(0, band - reach), band + reach + 1);
      expect(out[7 + band], `band ${band}, reach ${reach}`).toBe(Math.max(...near));
    });
    expect([...out.subarray(0, 7)]).toEqual(new Array(7).fill(0));
  }
});
