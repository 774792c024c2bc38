/** Makes an excerpt sound as if held up to a telephone in a noisy room: band limit, noise, gain. Pure. */

import { seededRandom } from '../signal/seeded-random.js';

export interface Degradation {
  readonly lowHz: number;
  readonly highHz: number;
  /** Signal to white noise, after the band limit. */
  readonly signalToNoiseDecibels: number;
  readonly gainDecibels: number;
}

const telephone: Degradation = {
  lowHz: 300,
  highHz: 3400,
  signalToNoiseDecibels: 10,
  gainDecibels: -6,
};

/** `seconds` of `samples` from `startSeconds` on, degraded. */
export function degradedExcerpt(
  samples: Float32Array,
  sampleRateHz: number,
  startSeconds: number,
  seconds: number,
  degradation: Degradation = telephone,
): Float32Array {
  const first = Math.round(startSeconds * sampleRateHz);
  const excerpt = samples.slice(first, first + Math.round(seconds * sampleRateHz));
  filter(excerpt, secondOrder('high-pass', degradation.lowHz, sampleRateHz));
  filter(excerpt, secondOrder('low-pass', Math.min(degradation.highHz, sampleRateHz * 0.45), sampleRateHz));
  let energy = 0;
  for (const sample of excerpt) energy += sample * sample;
  const signalRms = Math.sqrt(energy / Math.max(1, excerpt.length));
  // Uniform noise in ±a has the RMS a / √3.
  const amplitude = signalRms * 10 ** (-degradation.signalToNoiseDecibels / 20) * Math.sqrt(3);
  const gain = 10 ** (degradation.gainDecibels / 20);
  const random = seededRandom(99);
  for (let i = 0; i < excerpt.length; i++) {
    const noisy = excerpt[i]! + amplitude * (random() * 2 - 1);
    excerpt[i] = Math.max(-1, Math.min(1, noisy * gain));
  }
  return excerpt;
}

interface Biquad {
  readonly b: readonly [number, number, number];
  readonly a: readonly [number, number];
}

/** Butterworth, by the bilinear transform (Bristow-Johnson, Audio EQ Cookbook). */
function secondOrder(kind: 'low-pass' | 'high-pass', cutoffHz: number, sampleRateHz: number): Biquad {
  const omega = (2 * Math.PI * cutoffHz) / sampleRateHz;
  const alpha = Math.sin(omega) / Math.SQRT2;
  const cosine = Math.cos(omega);
  const edge = kind === 'low-pass' ? 1 - cosine : 1 + cosine;
  const middle = kind === 'low-pass' ? edge : -edge;
  const scale = 1 / (1 + alpha);
  return {
    b: [(edge / 2) * scale, middle * scale, (edge / 2) * scale],
    a: [-2 * cosine * scale, (1 - alpha) * scale],
  };
}

function filter(samples: Float32Array, { b, a }: Biquad): void {
  let first = 0;
  let second = 0;
  for (let i = 0; i < samples.length; i++) {
    const input = samples[i]!;
    const output = b[0] * input + first;
    first = b[1] * input - a[0] * output + second;
    second = b[2] * input - a[1] * output;
    samples[i] = output;
  }
}
