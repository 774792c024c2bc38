/**
 * Small decoders with random weights: they pass music through a strided bottleneck and leave the lattice of their
 * strides, whatever the music. With the original they make pairs that neither codec nor genre can tell apart.
 */

/** Uniform numbers in 0 … 1 from a seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface SyntheticDecoder {
  /** Upsampling factors from the latent to the waveform; their product is the hop. */
  readonly strides: readonly number[];
  /** Level of what the decoder adds, against the music's own loudness. */
  readonly level: number;
  readonly seed: number;
}

/** One transposed convolution with a random kernel of two strides' length, a bias and a squashing function. */
function transposedConvolution(input: Float32Array, stride: number, random: () => number): Float32Array {
  const kernel = Float32Array.from({ length: 2 * stride }, () => random() - 0.5);
  const bias = random() - 0.5;
  const output = new Float32Array(input.length * stride + stride).fill(bias);
  for (let n = 0; n < input.length; n++) {
    for (let tap = 0; tap < kernel.length; tap++) output[n * stride + tap]! += input[n]! * kernel[tap]!;
  }
  return output.map((value) => (value > 0 ? Math.tanh(value) : 0.3 * Math.tanh(value)));
}

/** Root mean square of each block of `blockSamples`. */
function loudness(samples: Float32Array, blockSamples: number): Float32Array {
  const blocks = new Float32Array(Math.ceil(samples.length / blockSamples));
  for (let n = 0; n < samples.length; n++) blocks[Math.floor(n / blockSamples)]! += samples[n]! ** 2;
  return blocks.map((power) => Math.sqrt(power / blockSamples));
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
 * Re-synthesises mono samples: the music's loudness, a value a hop, is the latent that the layers upsample, and
 * what they make is laid over the music at that loudness. Lines appear at the multiples of
 * sampleRate / (product of the later strides), as in a trained decoder.
 */
export function passThroughDecoder(
  samples: Float32Array,
  { strides, level, seed }: SyntheticDecoder,
): Float32Array {
  const random = seededRandom(seed);
  const hop = strides.reduce((product, stride) => product * stride, 1);
  const latent = loudness(samples, hop);
  let signal: Float32Array = latent.map((value) => 1 + 0.5 * Math.tanh(5 * value) + 0.2 * (random() - 0.5));
  for (const stride of strides) signal = transposedConvolution(signal, stride, random);
  signal = standardised(signal);
  return samples.map((sample, n) => sample + level * latent[Math.floor(n / hop)]! * signal[n]!);
}
