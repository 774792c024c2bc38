import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../signal/seeded-random.js';
import {
  analysisRateHz,
  binHz,
  hopSamples,
  MeanSpectrumStream,
  spectrumOf,
  windowSamples,
} from './mean-spectrum.js';

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
    expect(spectrumOf(segments)).toBeNull();
  });

  it('has in its low quantile what is always there, and not what comes and goes', async () => {
    const stream = await MeanSpectrumStream.create();
    const samples = Float32Array.from({ length: 12 * analysisRateHz }, (_, n) => {
      const seconds = n / analysisRateHz;
      const burst = seconds % 3 < 1 ? Math.sin(2 * Math.PI * 3000 * seconds) : 0;
      return 0.05 * Math.sin(2 * Math.PI * 5000 * seconds) + 0.3 * burst;
    });
    stream.push(samples);
    const { segments } = stream.finish();
    const at = (kind: 'mean' | 'low', hz: number): number =>
      spectrumOf(segments, kind)![Math.round(hz / binHz)]!;
    expect(at('mean', 5000) - at('low', 5000)).toBeLessThan(1);
    expect(at('mean', 3000) - at('low', 3000)).toBeGreaterThan(3);
  });
});
