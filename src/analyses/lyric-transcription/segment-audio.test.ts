import { expect, it } from 'vitest';
import { segmentAudio } from './segment-audio.js';

/** Samples that count up, 100 a second, in chunks of any length. */
function counting(length: number, chunkSamples: number) {
  async function* chunks(): AsyncGenerator<Float32Array> {
    for (let at = 0; at < length; at += chunkSamples) {
      yield Float32Array.from({ length: Math.min(chunkSamples, length - at) }, (_, i) => at + i);
    }
  }
  return Object.assign(chunks(), { sampleRateHz: 100, channels: 1 });
}

it.each([1, 7, 50, 1000])(
  'hands out exactly the samples of each segment, in chunks of %i',
  async (chunkSamples) => {
    const segments = [
      { startSeconds: 0.1, endSeconds: 0.3 },
      { startSeconds: 0.3, endSeconds: 0.35 },
      { startSeconds: 2, endSeconds: 4 },
      { startSeconds: 4.9, endSeconds: 6 },
    ];
    const found: number[][] = [];
    for await (const { index, samples } of segmentAudio(counting(500, chunkSamples), segments)) {
      found.push([index, samples[0]!, samples.at(-1)!, samples.length]);
    }
    expect(found).toEqual([
      [0, 10, 29, 20],
      [1, 30, 34, 5],
      [2, 200, 399, 200],
      [3, 490, 499, 10],
    ]);
  },
);
