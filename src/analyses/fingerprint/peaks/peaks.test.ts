import { describe, expect, it } from 'vitest';
import { synthesiseSong } from '../../../../bench/fingerprint/synthetic.js';
import { queryHashes } from '../look-up/hashes.js';
import { framesPerSecond, framing, peakPicking } from '../parameters.js';
import { packPeaks, unpackPeaks } from './peak-codec.js';
import { keepMostSalient, type PeakList } from './peak-list.js';
import { PeakExtractor } from './peaks.js';

const rate = framing.sampleRateHz;

async function peaksOf(samples: Float32Array, chunk = samples.length): Promise<PeakList> {
  const extractor = await PeakExtractor.create();
  for (let at = 0; at < samples.length; at += chunk) extractor.push(samples.subarray(at, at + chunk));
  return extractor.finish();
}

/** Tone bursts of 60 ms with smooth edges. */
function bursts(events: readonly { seconds: number; hz: number }[], length: number): Float32Array {
  const samples = new Float32Array(length * rate);
  const duration = 0.06 * rate;
  for (const { seconds, hz } of events) {
    const first = Math.round(seconds * rate);
    for (let n = 0; n < duration; n++) {
      const envelope = 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / duration);
      samples[first + n]! += 0.3 * envelope * Math.sin((2 * Math.PI * hz * n) / rate);
    }
  }
  return samples;
}

describe('hashes', () => {
  it('of a thinner sample are the lowest of a denser one', async () => {
    const peaks = await peaksOf(synthesiseSong(3, 20));
    const all = queryHashes(peaks, Infinity);
    const some = queryHashes(peaks, 3000);
    expect(all.keys.length).toBeGreaterThan(6000);
    expect(some.keys.length).toBeLessThanOrEqual(3000);
    expect(some.keys.length).toBeGreaterThan(1000);
    expect(some.keys).toEqual(all.keys.slice(0, some.keys.length));
    expect(some.times).toEqual(all.times.slice(0, some.times.length));
    // The next key lies in the half that was left out.
    expect(all.keys[some.keys.length]).toBeGreaterThan(some.keys.at(-1)!);
  });
});

describe('peaks', () => {
  const events = [
    { seconds: 1, hz: 300 },
    { seconds: 2.2, hz: 1234 },
    { seconds: 3.1, hz: 3456 },
    { seconds: 4.4, hz: 640 },
  ];

  it('lie at the time and pitch of tone bursts, to half a frame and ten cents', async () => {
    const peaks = await peaksOf(bursts(events, 6));
    for (const { seconds, hz } of events) {
      // A frame's time is its centre: half a window after its first sample.
      const frame = ((seconds + 0.03) * rate - framing.windowSamples / 2) / framing.hopSamples;
      const cents = 1200 * Math.log2(hz / framing.minHz);
      const near = [...peaks.times.keys()].some(
        (i) => Math.abs(peaks.times[i]! - frame) < 0.5 && Math.abs(peaks.cents[i]! - cents) < 10,
      );
      expect(near, `${hz} Hz at ${seconds} s`).toBe(true);
    }
  });

  it('do not depend on the chunks the samples come in', async () => {
    const samples = bursts(events, 6);
    expect(await peaksOf(samples, 1000)).toEqual(await peaksOf(samples));
  });

  it('do not depend on loudness', async () => {
    const samples = bursts(events, 6);
    const quiet = await peaksOf(samples.map((sample) => sample * 0.1));
    const loud = await peaksOf(samples);
    const strong = [...loud.saliences.keys()].filter((i) => loud.saliences[i]! > 5);
    expect(strong.length).toBeGreaterThanOrEqual(events.length);
    for (const i of strong) {
      expect([...quiet.times].some((time) => Math.abs(time - loud.times[i]!) < 0.1)).toBe(true);
    }
  });

  it('are at most this many a second, the most salient', () => {
    const count = 2000;
    const dense: PeakList = {
      count,
      times: Float32Array.from({ length: count }, (_, i) => (i / count) * 10 * framesPerSecond),
      cents: Float32Array.from({ length: count }, (_, i) => (i * 37) % 5000),
      saliences: Float32Array.from({ length: count }, (_, i) => (i * 7919) % 1000),
      levels: new Float32Array(count),
    };
    const kept = keepMostSalient(dense, peakPicking.peaksPerSecond, framesPerSecond);
    expect(kept.count).toBeGreaterThan(200);
    expect(kept.count).toBeLessThanOrEqual(peakPicking.peaksPerSecond * 10 * 1.2);
    expect(Math.min(...kept.saliences)).toBeGreaterThan(500);
  });

  it('are the same when picked from the levels that were kept, which are those of short recordings only', async () => {
    const samples = bursts(events, 6);
    const extractor = await PeakExtractor.create(7);
    extractor.push(samples);
    const peaks = extractor.finish();
    expect(peaks.count).toBeGreaterThan(3);
    expect(PeakExtractor.peaksOf(extractor.keptLevels!, peakPicking)).toEqual(peaks);
    const shorter = await PeakExtractor.create(5);
    shorter.push(samples);
    shorter.finish();
    expect(shorter.keptLevels).toBeNull();
  });

  it('survive packing to half a frame and two cents, across long pauses', () => {
    const peaks: PeakList = {
      count: 4,
      times: Float32Array.of(0.2, 0.3, 500.4, 100_000),
      cents: Float32Array.of(0, 5560, 1234.5, 777),
      saliences: new Float32Array(4),
      levels: new Float32Array(4),
    };
    const read = unpackPeaks(packPeaks(peaks));
    expect(read.count).toBe(4);
    peaks.times.forEach((time, i) => {
      expect(Math.abs(read.times[i]! - time)).toBeLessThanOrEqual(0.26);
      expect(Math.abs(read.cents[i]! - peaks.cents[i]!)).toBeLessThan(1.5);
    });
    expect(() => unpackPeaks(new Uint8Array(3))).toThrow(RangeError);
  });
});
