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
  const bands = new BandEnergies(map);
  for (let frame = 0; frame < 3; frame++) {
    const spectrum = noise(2048);
    const power = new Float32Array(map.binCount + 1);
    powerSpectrum(spectrum, power);
    const expected = new Float32Array(map.bandCount);
    map.apply(power, expected);
    bands.of(spectrum).forEach((energy, band) => {
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
  const spectrum = new Float32Array(72).fill(1);
  const power = new Float32Array(whole.binCount + 1).fill(2);
  const expected = new Float32Array(whole.bandCount);
  whole.apply(power, expected);
  new BandEnergies(whole).of(spectrum).forEach((energy, band) => {
    expect(energy, `band ${band}`).toBeCloseTo(expected[band]!, 4);
  });
});
