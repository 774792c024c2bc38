/** Degradations that need no other program: noise, filters, a compressor, padding. All work on mono samples. */

function gaussian(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

export function whiteNoise(length: number, random: () => number): Float32Array {
  return Float32Array.from({ length }, () => gaussian(random));
}

/** Pink noise by Kellet's filter of white noise. */
export function pinkNoise(length: number, random: () => number): Float32Array {
  let [b0, b1, b2, b3, b4, b5, b6] = [0, 0, 0, 0, 0, 0, 0];
  return Float32Array.from({ length }, () => {
    const white = gaussian(random);
    b0 = 0.99886 * b0 + white * 0.0555179;
    b1 = 0.99332 * b1 + white * 0.0750759;
    b2 = 0.969 * b2 + white * 0.153852;
    b3 = 0.8665 * b3 + white * 0.3104856;
    b4 = 0.55 * b4 + white * 0.5329522;
    b5 = -0.7616 * b5 - white * 0.016898;
    const pink = b0 + b1 + b2 + b3 + b4 + b5 + b6 + white * 0.5362;
    b6 = white * 0.115926;
    return pink;
  });
}

function rms(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / Math.max(1, samples.length));
}

/** Adds noise at a signal-to-noise ratio measured over the whole excerpt. */
export function addNoise(samples: Float32Array, noise: Float32Array, snrDecibels: number): Float32Array {
  const gain = (rms(samples) / rms(noise)) * 10 ** (-snrDecibels / 20);
  return samples.map((sample, i) => sample + gain * noise[i]!);
}

type Coefficients = readonly [number, number, number, number, number];

function biquad(samples: Float32Array, [b0, b1, b2, a1, a2]: Coefficients): Float32Array {
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  return samples.map((x) => {
    const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
    [x2, x1, y2, y1] = [x1, x, y1, y];
    return y;
  });
}

/** Second-order Butterworth, twice: 24 dB an octave (Bristow-Johnson's cookbook). */
export function pass(samples: Float32Array, kind: 'low' | 'high', hz: number, rateHz: number): Float32Array {
  const w = (2 * Math.PI * hz) / rateHz;
  const alpha = Math.sin(w) / Math.SQRT2;
  const cos = Math.cos(w);
  const edge = kind === 'low' ? 1 - cos : 1 + cos;
  const middle = kind === 'low' ? edge : -edge;
  const a0 = 1 + alpha;
  const coefficients: Coefficients = [
    edge / 2 / a0,
    middle / a0,
    edge / 2 / a0,
    (-2 * cos) / a0,
    (1 - alpha) / a0,
  ];
  return biquad(biquad(samples, coefficients), coefficients);
}

/** A bell of `decibels` at `hz` with quality `q`. */
export function bell(
  samples: Float32Array,
  hz: number,
  decibels: number,
  q: number,
  rateHz: number,
): Float32Array {
  const a = 10 ** (decibels / 40);
  const w = (2 * Math.PI * hz) / rateHz;
  const alpha = Math.sin(w) / (2 * q);
  const cos = Math.cos(w);
  const a0 = 1 + alpha / a;
  return biquad(samples, [
    (1 + alpha * a) / a0,
    (-2 * cos) / a0,
    (1 - alpha * a) / a0,
    (-2 * cos) / a0,
    (1 - alpha / a) / a0,
  ]);
}

/** Feed-forward compressor: ratio 6 above −30 dB of the peak, attack 5 ms, release 100 ms. */
export function compress(samples: Float32Array, rateHz: number): Float32Array {
  let peak = 1e-9;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  const attack = Math.exp(-1 / (0.005 * rateHz));
  const release = Math.exp(-1 / (0.1 * rateHz));
  const threshold = peak * 10 ** (-30 / 20);
  let envelope = 0;
  const output = samples.map((sample) => {
    const level = Math.abs(sample);
    const pole = level > envelope ? attack : release;
    envelope = pole * envelope + (1 - pole) * level;
    return envelope > threshold ? sample * (envelope / threshold) ** (1 / 6 - 1) : sample;
  });
  const gain =
    peak /
    Math.max(
      1e-9,
      output.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0),
    );
  return output.map((sample) => sample * gain);
}

export function pad(samples: Float32Array, before: number, after: number): Float32Array {
  const padded = new Float32Array(before + samples.length + after);
  padded.set(samples, before);
  return padded;
}
