import { describe, expect, it } from 'vitest';
import { HybridSpectrum } from './hybrid-spectrum.js';
import { NetworkSeparator } from './network-separator.js';
import type { SeparatorNetwork } from './ports.js';

const noise = (length: number): Float32Array => {
  let state = 1;
  return Float32Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 31 - 1;
  });
};
const middleOf = (stereo: Float32Array): Float32Array =>
  Float32Array.from({ length: stereo.length >> 1 }, (_, n) => 0.5 * (stereo[2 * n]! + stereo[2 * n + 1]!));
const largestDifference = (a: Float32Array, b: Float32Array): number =>
  a.reduce((most, value, n) => Math.max(most, Math.abs(value - b[n]!)), 0);

/** Returns a share of what it is given, as waveform and as spectrum; keeps count of its runs. */
function echo(windowSamples: number, waveShare: number, spectrumShare: number | null) {
  const runs: { waveform: number; spectrum: number | null }[] = [];
  const network: SeparatorNetwork = {
    sampleRateHz: 44_100,
    windowSamples,
    spectrum:
      spectrumShare === null ? null : { bins: 128, frames: Math.ceil(windowSamples / 64), hopSamples: 64 },
    async run(waveform, spectrum) {
      runs.push({ waveform: waveform.length, spectrum: spectrum?.length ?? null });
      return {
        waveform: waveform.map((value) => value * waveShare),
        spectrum: spectrumShare === null ? null : spectrum!.map((value) => value * spectrumShare),
      };
    },
  };
  return { network, runs };
}

async function separate(
  network: SeparatorNetwork,
  stereo: Float32Array,
  chunk = 1000,
): Promise<Float32Array> {
  const separator = await NetworkSeparator.create(network);
  const got: number[] = [];
  for (let at = 0; at < stereo.length; at += chunk)
    got.push(...(await separator.push(stereo.subarray(at, at + chunk))));
  got.push(...(await separator.finish()));
  separator.dispose();
  return Float32Array.from(got);
}

describe('HybridSpectrum', () => {
  it('is undone by its inverse', async () => {
    const samples = 5000;
    const wave = noise(2 * samples);
    const transform = await HybridSpectrum.create({ bins: 128, frames: 79, hopSamples: 64 }, samples);
    const spectrum = new Float32Array(4 * 128 * 79);
    transform.forward(wave, spectrum);
    const back = new Float32Array(2 * samples);
    transform.addInverse(spectrum, back);
    transform.dispose();
    // The Nyquist bin and the frames beyond the ends are lost: compare inside, without the highest frequency.
    const smooth = (x: Float32Array): Float32Array =>
      Float32Array.from({ length: samples - 600 }, (_, n) => x[n + 300]! + x[n + 301]!);
    expect(largestDifference(smooth(back), smooth(wave))).toBeLessThan(0.05);
  });

  it('puts a tone into its bin, of both channels, with the scale of 1/√size', async () => {
    const samples = 4096;
    const wave = new Float32Array(2 * samples);
    for (let n = 0; n < samples; n++) wave[samples + n] = Math.cos((2 * Math.PI * 10 * n) / 256);
    const transform = await HybridSpectrum.create({ bins: 128, frames: 64, hopSamples: 64 }, samples);
    const spectrum = new Float32Array(4 * 128 * 64);
    transform.forward(wave, spectrum);
    transform.dispose();
    const at = (channel: number, bin: number, frame: number): number =>
      spectrum[(channel * 128 + bin) * 64 + frame]!;
    expect(Math.hypot(at(2, 10, 30), at(3, 10, 30))).toBeCloseTo(256 / 4 / Math.sqrt(256), 3);
    expect(Math.hypot(at(2, 20, 30), at(3, 20, 30))).toBeLessThan(1e-3);
    expect(Math.hypot(at(0, 10, 30), at(1, 10, 30))).toBe(0);
  });

  it('refuses a shape that is none of such a transform', async () => {
    await expect(HybridSpectrum.create({ bins: 128, frames: 5, hopSamples: 64 }, 5000)).rejects.toThrow(
      /no spectrum/,
    );
  });
});

describe('NetworkSeparator', () => {
  it.each([1, 700, 1000, 1500, 1750, 1751, 4321])(
    'gives every sample once, without seams: %i samples',
    async (length) => {
      const stereo = noise(2 * length);
      const { network } = echo(1000, 1, null);
      const vocals = await separate(network, stereo, 334);
      expect(vocals.length).toBe(length);
      expect(largestDifference(vocals, middleOf(stereo))).toBeLessThan(1e-5);
    },
  );

  it('adds the branch of the spectrum to that of the waveform', async () => {
    const stereo = noise(2 * 3000);
    const { network, runs } = echo(1024, 0.25, 0.5);
    const vocals = await separate(network, stereo);
    expect(runs[0]).toEqual({ waveform: 2048, spectrum: 4 * 128 * 16 });
    const middle = middleOf(stereo);
    const smooth = (x: Float32Array): Float32Array =>
      x.map((value, n) => value + (x[n + 1] ?? 0)).subarray(300, 2690);
    expect(largestDifference(smooth(vocals), smooth(middle.map((value) => 0.75 * value)))).toBeLessThan(0.1);
  });

  it('runs no window more than it needs', async () => {
    const { network, runs } = echo(1000, 1, null);
    await separate(network, noise(2 * 1750));
    expect(runs).toHaveLength(2);
  });

  it('refuses numbers that are none: the model is damaged', async () => {
    const { network } = echo(100, Number.NaN, null);
    await expect(separate(network, noise(400))).rejects.toThrow(/damaged/);
  });
});
