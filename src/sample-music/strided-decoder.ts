/**
 * Small decoders with random weights: they pass music through a strided bottleneck and leave the lattice of their
 * strides, whatever the music: what a detector of generators finds. With the original they make pairs that neither codec nor genre can distinguish.
 */

import { seededRandom } from '../signal/seeded-random.js';

export interface SyntheticDecoder {
  /** Upsampling factors from the latent to the waveform; their product is the hop. */
  readonly strides: readonly number[];
  /** Level of what the decoder adds, against the music's own loudness. */
  readonly level: number;
  readonly seed: number;
  /** Width of the latent and the layers: 1 carries the loudness alone (the default), more carry the music as well. */
  readonly channels?: number;
}

type Random = () => number;

const squash = (value: number): number => (value > 0 ? Math.tanh(value) : 0.3 * Math.tanh(value));

/** One transposed convolution with random kernels of two strides' length, a bias and a squashing function. */
function transposedConvolution(
  input: readonly Float32Array[],
  stride: number,
  outputChannels: number,
  random: Random,
): Float32Array[] {
  const length = input[0]!.length;
  return Array.from({ length: outputChannels }, () => {
    const output = new Float32Array(length * stride + stride).fill(random() - 0.5);
    for (const channel of input) {
      const kernel = Float32Array.from({ length: 2 * stride }, () => random() - 0.5);
      for (let n = 0; n < length; n++) {
        const value = channel[n]!;
        for (let tap = 0; tap < kernel.length; tap++) output[n * stride + tap]! += value * kernel[tap]!;
      }
    }
    for (let n = 0; n < output.length; n++) output[n] = squash(output[n]!);
    return output;
  });
}

/** Root mean square of each block of `blockSamples`. */
function loudness(samples: Float32Array, blockSamples: number): Float32Array {
  const blocks = new Float32Array(Math.ceil(samples.length / blockSamples));
  for (let n = 0; n < samples.length; n++) blocks[Math.floor(n / blockSamples)]! += samples[n]! ** 2;
  return blocks.map((power) => Math.sqrt(power / blockSamples));
}

/** A latent channel that carries the music: a random strided convolution over each block, against its loudness. */
function strided(samples: Float32Array, hop: number, levels: Float32Array, random: Random): Float32Array {
  const kernel = Float32Array.from({ length: hop }, () => (random() - 0.5) * Math.sqrt(12 / hop));
  return levels.map((level, block) => {
    let sum = 0;
    const start = block * hop;
    for (let tap = 0; tap < Math.min(hop, samples.length - start); tap++) {
      sum += kernel[tap]! * samples[start + tap]!;
    }
    return Math.tanh(sum / (level * Math.sqrt(hop) + 1e-6));
  });
}

/** Mean 0 and root mean square 1. */
function standardised(signal: Float32Array): Float32Array {
  let sum = 0;
  let squares = 0;
  for (const value of signal) {
    sum += value;
    squares += value * value;
  }
  const mean = sum / signal.length;
  const deviation = Math.sqrt(Math.max(1e-12, squares / signal.length - mean * mean));
  return signal.map((value) => (value - mean) / deviation);
}

/**
 * Re-synthesises mono samples: the music's loudness, and in wider decoders random strided views of the music itself,
 * are the latent that the layers upsample, a value a hop; what they make is laid over the music at its loudness. Lines
 * appear at the multiples of sampleRate / (product of the later strides), as in a trained decoder.
 */
export function passThroughDecoder(
  samples: Float32Array,
  { strides, level, seed, channels = 1 }: SyntheticDecoder,
): Float32Array {
  const random = seededRandom(seed);
  const hop = strides.reduce((product, stride) => product * stride, 1);
  const levels = loudness(samples, hop);
  let signals: Float32Array[] = [
    levels.map((value) => 1 + 0.5 * Math.tanh(5 * value) + 0.2 * (random() - 0.5)),
  ];
  for (let channel = 1; channel < channels; channel++) signals.push(strided(samples, hop, levels, random));
  for (const [index, stride] of strides.entries()) {
    signals = transposedConvolution(signals, stride, index === strides.length - 1 ? 1 : channels, random);
  }
  const added = standardised(signals[0]!);
  return samples.map((sample, n) => {
    // The loudness between two values of the latent: steps at every hop would be onsets of their own.
    const block = Math.floor(n / hop);
    const share = n / hop - block;
    const loud = (1 - share) * levels[block]! + share * (levels[block + 1] ?? levels[block]!);
    return sample + level * loud * added[n]!;
  });
}
