import { beforeAll, describe, expect, it } from 'vitest';
import type { PcmStream } from '../../domain/compute.js';
import { ComputeError } from '../../domain/compute.js';
import { passThroughDecoder } from '../../sample-music/strided-decoder.js';
import { seededRandom } from '../../signal/seeded-random.js';
import { embeddedOdds } from './evidence/embedded.js';
import { measure } from './measure.js';
import type { LatticeReading, Measurement } from './measurement.js';
import { productNames } from './results/products.js';
import { evidenceReport } from './results/report/report.js';
import { judge } from './results/result.js';

const rateHz = 44_100;

/** Music-like noise: chords of decaying partials over pink-ish noise, two a second, played by hand. */
function music(seconds: number, seed: number): Float32Array {
  const random = seededRandom(seed);
  const samples = new Float32Array(seconds * rateHz);
  for (let beat = 0; beat < samples.length; beat += rateHz / 2) {
    const start = beat + Math.floor(1500 * random());
    const root = 110 * 2 ** (Math.floor(random() * 24) / 12);
    for (let partial = 1; partial <= 24; partial++) {
      const radians = (2 * Math.PI * root * partial) / rateHz;
      for (let n = 0; n < Math.min(rateHz / 2, samples.length - start); n++) {
        samples[start + n]! += (0.1 / partial) * Math.exp(-n / 8000) * Math.sin(radians * n);
      }
    }
  }
  let low = 0;
  for (let n = 0; n < samples.length; n++) {
    const white = random() - 0.5;
    low = 0.6 * low + 0.4 * white;
    samples[n]! += 0.01 * low + 0.001 * white;
  }
  return samples;
}

function stream(mono: Float32Array, chunkFrames = 30_011): PcmStream {
  return {
    sampleRateHz: rateHz,
    channels: 2,
    async *[Symbol.asyncIterator]() {
      for (let start = 0; start < mono.length; start += chunkFrames) {
        const part = mono.subarray(start, start + chunkFrames);
        const chunk = new Float32Array(part.length * 2);
        for (let n = 0; n < part.length; n++) chunk[2 * n] = chunk[2 * n + 1] = part[n]!;
        yield chunk;
      }
    },
  };
}

const measured = (mono: Float32Array): Promise<Measurement> => measure(stream(mono), () => undefined, 24);

/** Plays faster by `factor`, by linear interpolation. */
function faster(samples: Float32Array, factor: number): Float32Array {
  return Float32Array.from({ length: Math.floor((samples.length - 1) / factor) }, (_, n) => {
    const place = n * factor;
    const left = Math.floor(place);
    return samples[left]! + (place - left) * (samples[left + 1]! - samples[left]!);
  });
}

const strongest = ({ lattices }: Measurement, way: LatticeReading['way']): LatticeReading =>
  lattices
    .filter((lattice) => lattice.way === way && lattice.spectrum === 'mean')
    .reduce((best, one) => (one.evidence > best.evidence ? one : best));
const subject = { name: 'song.wav', sha256: 'ab', date: new Date(0), version: '1.0.0' };

describe('measure', () => {
  const original = music(24, 7);
  let human: Measurement;
  beforeAll(async () => {
    human = await measured(original);
  });

  it('finds no lattice in music that passed no decoder', () => {
    expect(strongest(human, 'exact').evidence).toBeLessThan(2);
    expect(strongest(human, 'searched').evidence).toBeLessThan(2);
    expect(human.segments.length).toBeGreaterThanOrEqual(2);
  });

  it.each([
    { strides: [8, 8, 4, 2], familyId: 'hop-512' },
    { strides: [8, 8, 8, 4], familyId: 'hop-512' },
    { strides: [7, 7, 3, 3], familyId: 'fifty' },
    { strides: [7, 7, 3, 3, 2], familyId: 'fifty' },
    { strides: [8, 5, 4, 2], familyId: 'hop-320' },
  ])(
    'names the family of a decoder with strides $strides, from no training',
    async ({ strides, familyId }) => {
      const found = await measured(passThroughDecoder(original, { strides, level: 0.06, seed: 3 }));
      expect(strongest(found, 'exact').familyId).toBe(familyId);
      expect(strongest(found, 'exact').score).toBeGreaterThan(6);
      expect(strongest(found, 'exact').lines.length).toBeGreaterThan(10);
    },
  );

  it('finds the same lattice 3 % faster, and says the speed', async () => {
    const decoded = passThroughDecoder(original, { strides: [8, 8, 4, 2], level: 0.06, seed: 5 });
    const found = await measured(faster(decoded, 1.03));
    expect(strongest(found, 'searched').familyId).toBe('hop-512');
    expect(strongest(found, 'searched').scale).toBeCloseTo(1.03, 3);
    expect(strongest(found, 'exact').score).toBeLessThan(5);
  });

  it('finds a spacing nobody listed', async () => {
    const found = await measured(passThroughDecoder(original, { strides: [11, 31], level: 0.06, seed: 5 }));
    // The spacing, a multiple of it, or one and a half: such lattices share their lines.
    const halves = (2 * strongest(found, 'blind').spacingsHz[0]!) / (rateHz / 341);
    expect(Math.abs(halves - Math.round(halves))).toBeLessThan(0.001);
    expect(strongest(found, 'blind').evidence).toBeGreaterThan(3);
  });

  it('does not depend on how the stream is cut', async () => {
    const again = await measure(stream(original, 1_777), () => undefined, 24);
    expect(again.lattices).toEqual(human.lattices);
    expect(again.segments).toEqual(human.segments);
  });

  it.each([0, 1e-4])('cannot tell of a track at a level of %f', async (level) => {
    const random = seededRandom(1);
    const silence = Float32Array.from({ length: rateHz * 12 }, () => level * (random() - 0.5));
    const measurement = await measured(silence);
    expect(measurement.activeSeconds).toBe(0);
    for (const product of productNames) {
      const { finalResult, evidence } = judge(product, measurement, embeddedOdds());
      expect(finalResult).toMatchObject({ prediction: 'real', abstained: true });
      expect(finalResult.confidence).toBeLessThan(0.6);
      expect(evidenceReport(evidence, subject)).not.toMatch(/NaN|Infinity|undefined/);
    }
  });

  it('measures clips shorter than one frame, and refuses files without a sample', async () => {
    const short = await measured(original.subarray(0, 9000));
    expect(short.segments).toHaveLength(1);
    await expect(measured(new Float32Array(0))).rejects.toThrow(ComputeError);
  });
});
