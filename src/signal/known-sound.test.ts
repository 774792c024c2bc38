import { describe, expect, it } from 'vitest';
import { pinned } from '../numbers/test-support/pinned.js';
import { CentreSalienceStream } from './centre-salience.js';
import { GrowingRows } from './growing-rows.js';
import { halve } from './halve.js';
import { InvertedChannel } from './inverted-channel.js';
import { LogFrequencyMap } from './log-frequency.js';
import { logistic, logOddsOf } from './logistic.js';
import { applyMelFilters, htkMelFilters, slaneyMelFilters } from './mel-filters.js';
import { OnsetFlux } from './onset-flux.js';
import { resample } from './resample.js';
import { safeSample } from './safe-sample.js';
import { seededRandom } from './seeded-random.js';
import { StftStream } from './stft.js';

const rate = 22_050;
/** Notes of six partials, some to one side, over a little noise. */
function stereo(seconds: number): readonly [Float32Array, Float32Array] {
  const random = seededRandom(11);
  const [left, right] = [0, 1].map(() => new Float32Array(seconds * rate)) as [Float32Array, Float32Array];
  for (let at = 0; at < seconds - 0.4; at += 0.1 + 0.2 * random()) {
    const hz = 110 * 2 ** ((Math.floor(random() * 36) + 0.12) / 12);
    const side = random();
    for (let n = 0; n < 0.35 * rate; n++) {
      let sum = 0;
      for (let partial = 1; partial <= 6; partial++)
        sum += Math.sin((2 * Math.PI * hz * partial * n) / rate) / partial;
      const sample = 0.08 * sum * Math.exp(-n / (0.12 * rate));
      left[Math.floor(at * rate) + n]! += sample * (1 - 0.5 * side);
      right[Math.floor(at * rate) + n]! += sample * (0.5 + 0.5 * side);
    }
  }
  for (let n = 0; n < left.length; n++) left[n]! += 0.002 * (random() - 0.5);
  return [left, right];
}
const [left, right] = stereo(3);

describe('what is measured of a known sound is what it was before, to five digits', () => {
  it('salience, timbre and tuning of the stereo centre', async () => {
    const stream = await CentreSalienceStream.create(rate, 512);
    stream.push(left, right);
    await expect(pinned(stream.finish())).toMatchFileSnapshot('known-sound/centre.txt');
  });

  it('onsets', async () => {
    const measured = await Promise.all(
      [rate, 8000].map(async (sampleRateHz) => {
        const flux = await OnsetFlux.create({ sampleRateHz, hopSamples: 256 });
        flux.push(left);
        return [`at ${sampleRateHz}`, flux.finish()];
      }),
    );
    await expect(pinned(Object.fromEntries(measured))).toMatchFileSnapshot('known-sound/onsets.txt');
  });

  it('other sample rates', async () => {
    const part = left.subarray(9000, 10_500);
    const text = pinned({
      halved: halve(part),
      lower: resample(part, 16_000 / rate),
      higher: resample(part, 1.7),
      faster: resample(part, 1 / 1.04),
      same: resample(part, 1),
    });
    await expect(text).toMatchFileSnapshot('known-sound/rates.txt');
  });

  it('bands of a spectrum', async () => {
    const spectra: Float32Array[] = [];
    const stft = await StftStream.create({ windowSamples: 1024, hopSamples: 300 }, (spectrum) =>
      spectra.push(
        Float32Array.from({ length: 513 }, (_, bin) =>
          Math.hypot(spectrum[2 * bin] ?? 0, spectrum[2 * bin + 1] ?? 0),
        ),
      ),
    );
    stft.push(left.subarray(0, 5000));
    const frames = stft.finish();
    const power = spectra[5]!;
    const map = new LogFrequencyMap({
      sampleRateHz: rate,
      fftSize: 1024,
      minHz: 60,
      maxHz: 9000,
      bandsPerOctave: 7,
    });
    const bands = new Float32Array(map.bandCount);
    map.apply(power, bands);
    const filters = {
      slaney: slaneyMelFilters(40, 1024, rate),
      htk: htkMelFilters(32, 1024, rate, 125, 7500),
    };
    const energies = Object.fromEntries(
      Object.entries(filters).map(([name, own]) => {
        const out = new Float32Array(own.bands);
        applyMelFilters(own, power, out);
        return [name, { ...own, energies: out }];
      }),
    );
    const text = pinned({ frames, last: spectra.at(-1), power, bands, binCount: map.binCount, ...energies });
    await expect(text).toMatchFileSnapshot('known-sound/bands.txt');
  });
});

describe('samples', () => {
  it('that are no numbers are silence, and none is louder than four times full scale', () => {
    expect([0.5, -4, 4.1, -9, Number.NaN, Number.POSITIVE_INFINITY].map(safeSample)).toEqual([
      0.5, -4, 4, -4, 0, 0,
    ]);
  });

  it('of a random generator are those of its seed', () => {
    const random = seededRandom(7);
    expect(pinned([random(), random(), random()])).toBe(' [0.011705 0.061958 0.97691]\n');
  });

  it('odds and probabilities lead to each other, and stay finite', () => {
    for (const odds of [-5, -0.3, 0, 2]) expect(logOddsOf(logistic(odds))).toBeCloseTo(odds, 9);
    expect(logistic(0)).toBe(0.5);
    expect(logOddsOf(1)).toBeCloseTo(-logOddsOf(0), 6);
    expect(logOddsOf(0, 0.1)).toBeCloseTo(Math.log(1 / 9), 9);
  });
});

describe('a channel upside down', () => {
  const turned = (mono: Float32Array): Float32Array => mono.map((sample) => -sample);
  const mended = (own: Float32Array, other: Float32Array, blocks = 1): boolean => {
    const channel = new InvertedChannel(rate);
    const size = own.length / blocks;
    let last = other;
    for (let block = 0; block < blocks; block++) {
      last = other.slice(block * size, (block + 1) * size);
      const before = last.slice();
      channel.mend(own.subarray(block * size, (block + 1) * size), last);
      if (block === blocks - 1) return last.some((sample, n) => sample !== before[n]);
    }
    return false;
  };
  const loud = left.map((sample) => 4 * sample);

  it('is turned over, and one that is only partly so is not', () => {
    expect(mended(loud, turned(loud))).toBe(true);
    expect(mended(loud, loud)).toBe(false);
    const random = seededRandom(3);
    // Correlated by −0.4 and by −0.6.
    const noise = loud.map(() => random() - 0.5);
    const level = (samples: Float32Array): number =>
      Math.sqrt(samples.reduce((sum, one) => sum + one * one, 0));
    const mixed = (share: number): Float32Array => {
      const scale = level(loud) / level(noise);
      return loud.map((sample, n) => -share * sample + Math.sqrt(1 - share * share) * scale * noise[n]!);
    };
    expect(mended(loud, mixed(0.42))).toBe(false);
    expect(mended(loud, mixed(0.58))).toBe(true);
  });

  it('is not judged by what is hardly louder than nothing', () => {
    const quiet = new Float32Array(rate).fill(0.001);
    expect(mended(quiet, turned(quiet))).toBe(false);
  });

  it('is what was heard for seconds, not what is upside down for a moment', () => {
    const both = new Float32Array(10 * rate).fill(0.1);
    const moment = both.map((sample, n) => (n >= 9 * rate ? -sample : sample));
    expect(mended(both, moment, 10)).toBe(false);
    const long = both.map((sample, n) => (n >= rate ? -sample : sample));
    expect(mended(both, long, 10)).toBe(true);
  });
});

describe('rows that grow', () => {
  it('keep what was written, however many', () => {
    const rows = new GrowingRows(3, (length) => new Float32Array(length), 1);
    for (let row = 0; row < 9; row++) rows.append().set([row, row + 0.5, -row]);
    expect(rows.rows).toBe(9);
    expect([...rows.finish()]).toEqual(Array.from({ length: 9 }, (_, row) => [row, row + 0.5, -row]).flat());
  });
});
