import { describe, expect, it } from 'vitest';
import { passThroughDecoder } from '../../../sample-music/strided-decoder.js';
import { seededRandom } from '../../../signal/seeded-random.js';
import { onsetGridFit, TransientStream } from './transients.js';

const rateHz = 44_100;

/** Short bursts of noise over quiet hiss, at the given times. */
function hits(seconds: number, times: readonly number[]): Float32Array {
  const random = seededRandom(4);
  const samples = Float32Array.from({ length: seconds * rateHz }, () => 0.002 * (random() - 0.5));
  for (const time of times) {
    const start = Math.round(time * rateHz);
    for (let n = 0; n < Math.min(3000, samples.length - start); n++) {
      samples[start + n]! += 0.5 * (random() - 0.5) * Math.exp(-n / 700);
    }
  }
  return samples;
}

function onsetsOf(samples: Float32Array, chunk = samples.length): Float64Array {
  const stream = new TransientStream();
  for (let at = 0; at < samples.length; at += chunk) stream.push(samples.subarray(at, at + chunk));
  return stream.finish();
}

/** Forty times, about four a second, on ticks of `tickHz` a second or anywhere. */
function times(tickHz: number | null): number[] {
  const random = seededRandom(9);
  return Array.from({ length: 40 }, (_, index) => {
    const time = 0.2 + index * 0.24 + 0.05 * random();
    return tickHz === null ? time : Math.round(time * tickHz) / tickHz;
  });
}

describe('onsets', () => {
  it('are found to a third of a millisecond, wherever the stream is cut', () => {
    const expected = times(null);
    const found = onsetsOf(hits(11, expected));
    expect(found).toHaveLength(40);
    for (const [index, time] of expected.entries()) {
      expect(Math.abs(found[index]! - time)).toBeLessThan(4e-4);
    }
    expect(onsetsOf(hits(11, expected), 777)).toEqual(found);
  });

  it('on a sequencer’s ticks keep to its grid, and others do not', () => {
    const onTicks = onsetGridFit(onsetsOf(hits(11, times(200))), 200);
    expect(onTicks.concentration).toBeGreaterThan(0.9);
    expect(onTicks.evidence).toBeGreaterThan(10);
    const byHand = onsetGridFit(onsetsOf(hits(11, times(null))), 200);
    expect(byHand.concentration).toBeLessThan(0.4);
    expect(byHand.evidence).toBeLessThan(3);
  });

  it('of music are not moved onto the grid of the decoder that it passed', () => {
    const decoded = passThroughDecoder(hits(11, times(null)), {
      strides: [8, 8, 4, 2],
      level: 0.02,
      seed: 2,
    });
    const { evidence } = onsetGridFit(onsetsOf(decoded), rateHz / 512);
    expect(evidence).toBeLessThan(6);
  });

  it('do not come of a steady buzz', () => {
    const buzz = Float32Array.from({ length: 5 * rateHz }, (_, n) => (n % 441 < 5 ? 0.3 : 0));
    expect(onsetsOf(buzz).length).toBeLessThan(3);
  });

  it('say nothing where there are fewer than eight', () => {
    expect(onsetGridFit(Float64Array.from([0, 1, 2, 3, 4, 5, 6]), 1)).toEqual({
      concentration: 0,
      evidence: 0,
    });
  });

  it('are concentrated by the length of their mean phase, with the evidence of Rayleigh’s test', () => {
    const every = (count: number, phase: (index: number) => number): Float64Array =>
      Float64Array.from({ length: count }, (_, index) => (index + phase(index)) / 5);
    const same = onsetGridFit(
      every(10, () => 0.3),
      5,
    );
    expect(same.concentration).toBeCloseTo(1, 6);
    expect(same.evidence).toBeCloseTo(10 * Math.LOG10E, 6);
    expect(
      onsetGridFit(
        every(10, (index) => (index % 2) / 2),
        5,
      ).concentration,
    ).toBeCloseTo(0, 6);
    const mostly = onsetGridFit(
      every(8, (index) => (index < 2 ? 0.5 : 0)),
      5,
    );
    expect(mostly.concentration).toBeCloseTo(0.5, 6);
    expect(mostly.evidence).toBeCloseTo(2 * Math.LOG10E, 6);
  });

  /** Blocks of 16 samples whose differences have these energies a sample; onsets as blocks. */
  const blocksWithOnsets = (energies: readonly number[]): number[] => {
    let value = 0;
    let sign = 1;
    const samples = energies.flatMap((energy) =>
      Array.from({ length: 16 }, () => {
        value += sign * Math.sqrt(energy);
        sign = -sign;
        return value;
      }),
    );
    return [...onsetsOf(Float32Array.from(samples))].map((seconds) => Math.round((seconds * rateHz) / 16));
  };
  const steady = (count: number, energy = 1e-4): number[] => Array.from({ length: count }, () => energy);

  it.each([
    ['rises 9 dB and stays', 9.1, 4, [100]],
    ['rises less', 7.5, 4, []],
    ['falls back at once', 60, 1, []],
    ['stays 5 dB up', 60, 2.3, [100]],
  ])('are those after which the sound %s', (_, first, after, blocks) => {
    expect(blocksWithOnsets([...steady(100), first * 1e-4, ...steady(100, after * 1e-4)])).toEqual(blocks);
  });

  it('are 30 ms apart, and none is in the first 23 ms', () => {
    const hitsAt = (...blocks: readonly number[]): number[] =>
      blocksWithOnsets(
        Array.from({ length: 400 }, (_, block) => {
          const rises = blocks.filter((one) => one <= block).length;
          return 1e-6 * 20 ** rises;
        }),
      );
    expect(hitsAt(100, 183)).toEqual([100, 183]);
    expect(hitsAt(100, 170)).toEqual([100]);
    expect(hitsAt(10)).toEqual([]);
    expect(hitsAt(64)).toEqual([64]);
  });

  it('out of silence are louder than dither at −80 dBFS', () => {
    expect(blocksWithOnsets([...steady(100, 0), ...steady(100, 1.1e-8)])).toEqual([100]);
    expect(blocksWithOnsets([...steady(100, 0), ...steady(100, 0.9e-8)])).toEqual([]);
  });
});
