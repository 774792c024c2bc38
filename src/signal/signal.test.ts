import { describe, expect, it } from 'vitest';
import { isTransformSize, powerSpectrum, RealFft } from './fft.js';
import { LogFrequencyMap } from './log-frequency.js';
import { StftStream } from './stft.js';
import { hannWindow } from './window.js';

const sine = (length: number, hz: number, rate: number): Float32Array =>
  Float32Array.from({ length }, (_, n) => Math.sin((2 * Math.PI * hz * n) / rate));

describe('RealFft', () => {
  it('agrees with the definition of the discrete Fourier transform', async () => {
    const size = 96;
    const fft = await RealFft.create(size);
    const samples = Float32Array.from({ length: size }, (_, n) => Math.sin(n * n * 0.37));
    fft.input.set(samples);
    fft.forward();
    for (const bin of [1, 7, 47]) {
      let [re, im] = [0, 0];
      samples.forEach((sample, n) => {
        re += sample * Math.cos((2 * Math.PI * bin * n) / size);
        im -= sample * Math.sin((2 * Math.PI * bin * n) / size);
      });
      expect(fft.spectrum[2 * bin]).toBeCloseTo(re, 3);
      expect(fft.spectrum[2 * bin + 1]).toBeCloseTo(im, 3);
    }
    fft.inverse();
    fft.input.forEach((value, n) => {
      expect(value / size).toBeCloseTo(samples[n]!, 5);
    });
    fft.dispose();
  });

  it('keeps DC and Nyquist apart', async () => {
    const fft = await RealFft.create(64);
    fft.input.set(Float32Array.from({ length: 64 }, (_, n) => 3 + (n % 2 === 0 ? 1 : -1)));
    fft.forward();
    const power = new Float32Array(33);
    powerSpectrum(fft.spectrum, power);
    expect(power[0]).toBeCloseTo((3 * 64) ** 2, 0);
    expect(power[32]).toBeCloseTo(64 ** 2, 0);
    expect(power[16]).toBeCloseTo(0, 3);
    fft.dispose();
  });

  it('transforms as before while others of its size come and go, whether their tables are kept or not', async () => {
    for (const size of [64, 96]) {
      const fft = await RealFft.create(size);
      const spectrumOf = (): Float32Array => {
        fft.input.set(Float32Array.from({ length: size }, (_, n) => Math.sin(n) + (n % 5)));
        fft.forward();
        return fft.spectrum.slice();
      };
      const first = spectrumOf();
      const other = await RealFft.create(size);
      other.input.fill(1);
      other.forward();
      expect(other.spectrum[0]).toBeCloseTo(size, 3);
      other.dispose();
      expect(spectrumOf()).toEqual(first);
      fft.dispose();
    }
  });

  it('refuses sizes it cannot transform', async () => {
    expect([32, 96, 160, 2048, 3000].map(isTransformSize)).toEqual([true, true, true, true, false]);
    await expect(RealFft.create(1000)).rejects.toThrow(RangeError);
  });
});

describe('StftStream', () => {
  it('gives the same frames whatever the chunks', async () => {
    const samples = sine(10_000, 1000, 16_000);
    const runs: number[][] = [];
    for (const chunk of [10_000, 777, 1]) {
      const values: number[] = [];
      const stft = await StftStream.create({ windowSamples: 512, hopSamples: 128 }, (spectrum) =>
        values.push(spectrum[64]!),
      );
      for (let at = 0; at < samples.length; at += chunk) stft.push(samples.subarray(at, at + chunk));
      expect(stft.finish()).toBe(values.length);
      runs.push(values);
    }
    expect(runs[0]!.length).toBeGreaterThan(70);
    expect(runs[1]).toEqual(runs[0]);
    expect(runs[2]).toEqual(runs[0]);
  });

  it('takes what is no finite number for silence, wherever a chunk ends, and nothing else', async () => {
    const spectra = async (samples: Float32Array, chunk: number): Promise<number[]> => {
      const values: number[] = [];
      const stft = await StftStream.create({ windowSamples: 64, hopSamples: 32 }, (spectrum) =>
        values.push(...spectrum),
      );
      for (let at = 0; at < samples.length; at += chunk) stft.push(samples.subarray(at, at + chunk));
      stft.finish();
      return values;
    };
    const clean = sine(500, 1000, 16_000);
    const dirty = clean.slice();
    [0, 6, 7, 130, 499].forEach((at, i) => {
      clean[at] = 0;
      dirty[at] = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY][i % 3]!;
    });
    for (const chunk of [500, 131, 7, 1])
      expect(await spectra(dirty, chunk)).toEqual(await spectra(clean, 500));
  });

  it('finds a tone in its bin, survives NaN, and gives no frame for no samples', async () => {
    const power = new Float32Array(257);
    let loudest = -1;
    const stft = await StftStream.create({ windowSamples: 512, hopSamples: 256 }, (spectrum, frame) => {
      powerSpectrum(spectrum, power);
      if (frame === 4) loudest = power.indexOf(Math.max(...power));
    });
    const samples = sine(4096, 1000, 16_000);
    samples[5] = Number.NaN;
    stft.push(samples);
    stft.finish();
    expect(loudest).toBe(32);
    const empty = await StftStream.create({ windowSamples: 512, hopSamples: 256 }, () => {});
    expect(empty.finish()).toBe(0);
  });
});

it('hannWindow is zero at its start, one in its middle, and sums with its half-shifted self to one', () => {
  const window = hannWindow(64);
  expect(window[0]).toBe(0);
  expect(window[32]).toBeCloseTo(1, 6);
  for (let n = 0; n < 32; n++) expect(window[n]! + window[n + 32]!).toBeCloseTo(1, 6);
});

it('LogFrequencyMap puts a tone into the band of its frequency', () => {
  const map = new LogFrequencyMap({
    sampleRateHz: 16_000,
    fftSize: 2048,
    minHz: 200,
    maxHz: 5000,
    bandsPerOctave: 24,
  });
  expect(map.bandCount).toBe(112);
  for (const band of [5, 40, 100]) {
    const power = new Float32Array(map.binCount + 1);
    power[Math.round((map.bandHz(band) * 2048) / 16_000)] = 1;
    const bands = new Float32Array(map.bandCount);
    map.apply(power, bands);
    expect(Math.abs(bands.indexOf(Math.max(...bands)) - band)).toBeLessThanOrEqual(1);
  }
});
