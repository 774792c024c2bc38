import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../signal/seeded-random.js';
import { analysisRateHz, hopSamples, MeanSpectrumStream, meanOf, windowSamples } from './mean-spectrum.js';

async function segmentsOf(seconds: number, level = 0.1) {
  const random = seededRandom(1);
  const second = Float32Array.from({ length: analysisRateHz }, () => level * (random() - 0.5));
  const stream = await MeanSpectrumStream.create();
  for (let count = 0; count < seconds; count++) stream.push(second);
  return stream.finish();
}

describe('MeanSpectrumStream', () => {
  it('cuts segments of ten seconds and loses no whole frame', async () => {
    const { segments, secondsPerSegment } = await segmentsOf(32);
    expect(secondsPerSegment).toBeCloseTo(10, 0);
    expect(segments).toHaveLength(4);
    const frames = segments.reduce((sum, segment) => sum + segment.frames, 0);
    expect(frames).toBe(Math.floor((32 * analysisRateHz - windowSamples) / hopSamples) + 1);
  });

  it('keeps the memory of a long stream bounded by merging neighbours', async () => {
    const { segments, secondsPerSegment } = await segmentsOf(1000);
    expect(segments.length).toBeLessThanOrEqual(96);
    expect(secondsPerSegment).toBeCloseTo(20, 0);
    const frames = segments.reduce((sum, segment) => sum + segment.frames, 0);
    expect(frames).toBe(Math.floor((1000 * analysisRateHz - windowSamples) / hopSamples) + 1);
  });

  it('counts no frame below −70 dBFS', async () => {
    const { segments } = await segmentsOf(3, 1e-4);
    expect(segments).toEqual([]);
    expect(meanOf(segments)).toBeNull();
  });
});
