import { describe, expect, it } from 'vitest';
import type { PcmStream } from '../../../domain/compute.js';
import { seededRandom } from '../../../signal/seeded-random.js';
import { Fluctuation, fluctuationBands, fluctuationValues } from './fluctuation.js';
import { listen } from './listen.js';
import {
  presenceWithin,
  singingSpans,
  songLogit,
  songPresence,
  voicedSpans,
  windowPresence,
} from './presence.js';
import { windowFeatures, windowHopSeconds } from './window-features.js';

const rateHz = 16_000;

function stream(samples: Float32Array, channels: number, chunkSamples: number): PcmStream {
  async function* chunks(): AsyncGenerator<Float32Array> {
    for (let at = 0; at < samples.length; at += chunkSamples * channels) {
      yield samples.subarray(at, at + chunkSamples * channels);
    }
  }
  return Object.assign(chunks(), { sampleRateHz: rateHz, channels });
}

const random = seededRandom(2);
const noise = Float32Array.from({ length: 7 * rateHz }, () => 0.3 * (random() - 0.5));

describe('listen', () => {
  it('measures the same however the audio is cut into chunks, and mono like the same on both sides', async () => {
    const whole = await listen(stream(noise, 1, noise.length));
    const cut = await listen(stream(noise, 1, 777));
    const both = Float32Array.from({ length: 2 * noise.length }, (_, i) => noise[i >> 1]!);
    const stereo = await listen(stream(both, 2, 5000));
    expect(cut).toEqual(whole);
    expect(stereo.rms).toEqual(whole.rms);
    for (const [i, value] of stereo.windows.entries()) expect(value).toBeCloseTo(whole.windows[i]!, 3);
    expect(whole.seconds).toBeCloseTo(7);
  });

  it('measures the same where each chunk is longer than the one before', async () => {
    async function* growing(): AsyncGenerator<Float32Array> {
      for (let at = 0, count = 300; at < noise.length; at += count, count *= 2) {
        yield noise.subarray(at, at + count);
      }
    }
    const whole = await listen(stream(noise, 1, noise.length));
    expect(await listen(Object.assign(growing(), { sampleRateHz: rateHz, channels: 1 }))).toEqual(whole);
  });

  it('has the level and zero-crossing rate of a sine', async () => {
    const sine = Float32Array.from(
      { length: 4 * rateHz },
      (_, n) => 0.5 * Math.sin((2 * Math.PI * 1000 * n) / rateHz),
    );
    const { rms, zeroCrossingRate } = await listen(stream(sine, 1, 4096));
    expect(rms[40]).toBeCloseTo(0.5 / Math.SQRT2, 3);
    expect(zeroCrossingRate[40]).toBeCloseTo(2000 / rateHz, 2);
  });

  it('gives a clip shorter than a window one window, and an empty one none, all finite', async () => {
    const short = await listen(stream(noise.subarray(0, 1000), 1, 400));
    expect(short.windows.length).toBe(windowFeatures);
    expect(short.windows.every(Number.isFinite)).toBe(true);
    expect((await listen(stream(new Float32Array(0), 1, 400))).windows.length).toBe(0);
    const broken = new Float32Array(4 * rateHz).fill(Number.POSITIVE_INFINITY);
    expect((await listen(stream(broken, 1, 4000))).windows.every(Number.isFinite)).toBe(true);
  });

  it('refuses another sample rate', async () => {
    const wrong = Object.assign(stream(noise, 1, 400), { sampleRateHz: 44_100 });
    await expect(listen(wrong)).rejects.toThrow(/16000 Hz/);
  });
});

describe('Fluctuation', () => {
  it('sees a partial that glides and none in one that stays', () => {
    const binHz = rateHz / 2048;
    const frame = (hz: number): Float32Array =>
      Float32Array.from({ length: 1024 }, (_, bin) => Math.exp(-(((bin * binHz - hz) / 6) ** 2)));
    const shifts = (frequencies: number[]): number => {
      const fluctuation = new Fluctuation(binHz);
      const row = new Float32Array(fluctuationValues);
      let moved = 0;
      for (const hz of frequencies) {
        fluctuation.push(frame(hz), row, 0);
        for (let band = 0; band < fluctuationBands; band++) moved += Math.abs(row[3 * band]!);
      }
      return moved;
    };
    expect(shifts(new Array<number>(10).fill(1000))).toBe(0);
    expect(shifts(Array.from({ length: 10 }, (_, i) => 1000 * 2 ** (i / 60)))).toBeGreaterThan(8);
  });
});

describe('presence', () => {
  it('hears no voice in noise or a held chord', async () => {
    const chord = Float32Array.from({ length: 8 * rateHz }, (_, n) =>
      [262, 330, 392].reduce((sum, hz) => sum + 0.2 * Math.sin((2 * Math.PI * hz * n) / rateHz), 0),
    );
    for (const samples of [noise, chord]) {
      const { windows } = await listen(stream(samples, 1, 8192));
      expect(songPresence(windowPresence(windows))).toBeLessThan(0.25);
    }
  });

  it('is a probability whatever the features are', () => {
    const wild = new Float32Array(windowFeatures * 3);
    for (let i = 0; i < wild.length; i++) wild[i] = (i % 7) * 1e6 - 3e6;
    for (const share of windowPresence(wild)) {
      expect(share).toBeGreaterThanOrEqual(0);
      expect(share).toBeLessThanOrEqual(1);
    }
    expect(songPresence([])).toBe(0);
  });

  it('of a song is that of its upper quartile, in whatever order its windows come', () => {
    const logOdds = (share: number): number => Math.log(share / (1 - share));
    expect(songLogit([0.8, 0.1, 0.3, 0.7, 0.2, 0.6, 0.4, 0.5])).toBeCloseTo(logOdds(0.7), 9);
    expect(songLogit([0.4, 0.1, 0.3, 0.2])).toBeCloseTo(logOdds(0.4), 9);
    expect(songLogit([0.3])).toBeCloseTo(logOdds(0.3), 9);
    const rising = [0.01, 0.2, 0.5, 0.8, 0.99].map((share) => songPresence([share, share, share]));
    expect(rising).toEqual(rising.toSorted((a, b) => a - b));
    expect(rising[0]).toBeLessThan(0.2);
    expect(rising.at(-1)).toBeGreaterThan(0.7);
  });

  it('of a span is that of the windows it overlaps', () => {
    const windows = Float32Array.of(0.1, 0.2, 0.3, 0.9, 0.1, 0.1);
    expect(presenceWithin(windows, 3 * windowHopSeconds, 3 * windowHopSeconds + 3)).toBeCloseTo(0.9);
    expect(presenceWithin(windows, 0, 1)).toBeCloseTo(0.1);
    expect(presenceWithin(windows, 100, 101)).toBe(0);
  });

  it('gives spans in which someone may sing: padded, over short pauses, and no more than long ones cut out', () => {
    const windows = new Float32Array(60).fill(0.01);
    windows.fill(0.9, 10, 15);
    windows.fill(0.8, 17, 22);
    windows.fill(0.9, 45, 60);
    const [first, second, ...more] = voicedSpans(windows, 62);
    expect(more).toEqual([]);
    expect(first!.startSeconds).toBeCloseTo(10 * windowHopSeconds + 0.5, 0);
    expect(first!.endSeconds).toBeCloseTo(22 * windowHopSeconds + 1.5, 0);
    expect(second!.endSeconds).toBe(62);
    const faint = voicedSpans(
      windows.map((value) => value / 5),
      62,
    );
    expect(faint).toEqual([first, second]);
  });

  it('gives the whole song where next to no voice was heard', () => {
    const windows = Float32Array.from({ length: 30 }, (_, i) => (i % 2) / 20);
    expect(voicedSpans(windows, 32)).toEqual([{ startSeconds: 0, endSeconds: 32 }]);
    expect(voicedSpans(new Float32Array(0), 1)).toEqual([{ startSeconds: 0, endSeconds: 1 }]);
  });
});

describe('singing that is shown', () => {
  const spans = (values: number[]) =>
    singingSpans(Float32Array.from(values), 20).map(({ startSeconds, endSeconds }) => [
      Math.round(startSeconds),
      Math.round(endSeconds),
    ]);

  it('is where a voice is likelier than none; one window without is a breath, two are a pause', () => {
    expect(spans([0.1, 0.9, 0.2, 0.9, 0.4, 0.4, 0.9, 0.1])).toEqual([
      [2, 5],
      [7, 8],
    ]);
  });

  it('reaches the ends of the song where its first and last windows are sung, and is nowhere without a voice', () => {
    expect(spans([0.9, 0.1, 0.1, 0.9])).toEqual([
      [0, 2],
      [4, 20],
    ]);
    expect(spans([0.4, 0.49, 0.1])).toEqual([]);
    expect(spans([])).toEqual([]);
  });
});

describe('the presence within a span', () => {
  // Windows of three seconds.
  const windows = Float32Array.from([0.1, 0.9, 0.2, 0.3]);
  const at = (index: number): number => index * windowHopSeconds;

  it('is that of the windows which overlap it by half of either', () => {
    expect(presenceWithin(windows, at(1), at(1) + 3)).toBeCloseTo(0.9, 6);
    expect(presenceWithin(windows.subarray(0, 1), 1.5, 20)).toBeCloseTo(0.1, 6);
    expect(presenceWithin(windows.subarray(0, 1), 1.6, 20)).toBe(0);
    // A short span counts by its own half.
    expect(presenceWithin(windows.subarray(0, 1), 2.5, 3.5)).toBeCloseTo(0.1, 6);
    expect(presenceWithin(windows.subarray(0, 1), 2.6, 3.6)).toBe(0);
  });

  it('is none beyond the song, and where nothing was heard', () => {
    expect(presenceWithin(windows, 100, 103)).toBe(0);
    expect(presenceWithin(new Float32Array(0), 0, 3)).toBe(0);
  });
});
