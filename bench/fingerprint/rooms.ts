/**
 * Rooms made here: early reflections of a shoebox by image sources (Allen and Berkley 1979), then a diffuse tail of
 * noise that decays faster at high frequencies. Each room is fixed by its number, so that every machine hears the same.
 */
import { RealFft } from '../../src/signal/fft.js';
import { seededRandom } from '../../src/signal/seeded-random.js';
import { whiteNoise } from './effects.js';

export interface Room {
  readonly rt60Seconds: number;
  readonly number: number;
}

const soundMetresPerSecond = 343;
/** A loudspeaker sends so much less power to the sides, on average, than to the listener before it. */
const directivityDecibels = 6;
/** Image sources up to this time, the diffuse tail behind it. */
const mixingSeconds = 0.05;
/** RT60 over that of 1 kHz, by octave from 125 Hz: walls and air take high frequencies first. */
const decayByOctave = [1.15, 1.1, 1.05, 1, 0.9, 0.75, 0.55];

/** The room's impulse response from a loudspeaker to a telephone 1 to 2.5 m away; the direct sound has level 1. */
export function roomResponse({ rt60Seconds, number }: Room, rateHz: number): Float32Array {
  const random = seededRandom(1000 + number);
  const between = (low: number, high: number): number => low + (high - low) * random();
  // Sabine: a longer decay is that of a larger room.
  const size = [between(3, 5), between(3.5, 6), between(2.4, 3.2)].map(
    (metres) => metres * (0.75 + 0.6 * rt60Seconds),
  );
  const source = size.map((metres) => metres * between(0.25, 0.75));
  const distance = between(1, 2.5);
  const angle = between(0, 2 * Math.PI);
  const listener = [
    clampInside(source[0]! + distance * Math.cos(angle), size[0]!),
    clampInside(source[1]! + distance * Math.sin(angle), size[1]!),
    clampInside(source[2]! + between(-0.4, 0.4), size[2]!),
  ];
  const [x, y, z] = size as [number, number, number];
  const surface = 2 * (x * y + x * z + y * z);
  const absorption = Math.min(0.95, 1 - Math.exp((-0.161 * x * y * z) / (surface * rt60Seconds)));
  const response = new Float32Array(Math.ceil((rt60Seconds * 1.2 + mixingSeconds) * rateHz));
  addReflections(response, { size, source, listener }, Math.sqrt(1 - absorption), rateHz);
  addTail(response, rt60Seconds, rateHz, random);
  return response;
}

function clampInside(at: number, size: number): number {
  return Math.max(0.3, Math.min(size - 0.3, at));
}

interface Shoebox {
  readonly size: readonly number[];
  readonly source: readonly number[];
  readonly listener: readonly number[];
}

function addReflections(
  response: Float32Array,
  { size, source, listener }: Shoebox,
  reflection: number,
  rateHz: number,
): void {
  const images = [0, 1, 2].map((axis) => {
    const found: { at: number; bounces: number }[] = [];
    for (let n = -4; n <= 4; n++) {
      found.push({ at: 2 * n * size[axis]! + source[axis]!, bounces: Math.abs(2 * n) });
      found.push({ at: 2 * n * size[axis]! - source[axis]!, bounces: Math.abs(2 * n - 1) });
    }
    return found;
  });
  const direct = Math.hypot(...source.map((at, axis) => at - listener[axis]!));
  const sideways = 10 ** (-directivityDecibels / 20);
  for (const a of images[0]!) {
    for (const b of images[1]!) {
      for (const c of images[2]!) {
        const metres = Math.hypot(a.at - listener[0]!, b.at - listener[1]!, c.at - listener[2]!);
        const seconds = (metres - direct) / soundMetresPerSecond;
        if (seconds > mixingSeconds) continue;
        const bounces = a.bounces + b.bounces + c.bounces;
        const gain = bounces === 0 ? 1 : sideways;
        response[Math.round(seconds * rateHz)]! += gain * (direct / metres) * reflection ** bounces;
      }
    }
  }
}

/** The tail begins with the power a second that the last third of the reflections has. */
function addTail(response: Float32Array, rt60Seconds: number, rateHz: number, random: () => number): void {
  const from = Math.round(mixingSeconds * rateHz);
  const measured = Math.round(from / 3);
  let energy = 0;
  for (let n = from - measured; n < from; n++) energy += response[n]! ** 2;
  const level = Math.sqrt(energy / measured / decayByOctave.length);
  decayByOctave.forEach((factor, octave) => {
    const noise = octaveNoise(response.length - from, 125 * 2 ** octave, rateHz, random);
    const perSample = (-3 * Math.LN10) / (rt60Seconds * factor * rateHz);
    for (let n = 0; n < noise.length; n++) response[from + n]! += level * noise[n]! * Math.exp(perSample * n);
  });
}

/** Noise of one octave, of power 1: a resonator's, twice. */
function octaveNoise(length: number, hz: number, rateHz: number, random: () => number): Float32Array {
  const w = (2 * Math.PI * hz) / rateHz;
  const alpha = Math.sin(w) * Math.sinh((Math.LN2 / 2) * (w / Math.sin(w)));
  let noise = whiteNoise(length, random);
  for (let turn = 0; turn < 2; turn++) {
    let [x1, x2, y1, y2] = [0, 0, 0, 0];
    noise = noise.map((x) => {
      const y = (alpha * (x - x2) + 2 * Math.cos(w) * y1 - (1 - alpha) * y2) / (1 + alpha);
      [x2, x1, y2, y1] = [x1, x, y1, y];
      return y;
    });
  }
  const power = noise.reduce((sum, x) => sum + x * x, 0) / length;
  return noise.map((x) => x / Math.sqrt(power));
}

/** A studio's reverberation under the dry sound: `wetDecibels` is the tail's energy over the direct sound's. */
export function studioResponse(
  rt60Seconds: number,
  wetDecibels: number,
  rateHz: number,
  random: () => number,
): Float32Array {
  const response = new Float32Array(Math.ceil(rt60Seconds * 1.2 * rateHz));
  const from = Math.round(0.02 * rateHz);
  const perSample = (-3 * Math.LN10) / (rt60Seconds * rateHz);
  const tail = whiteNoise(response.length - from, random).map((x, n) => x * Math.exp(perSample * n));
  const energy = tail.reduce((sum, x) => sum + x * x, 0);
  const gain = Math.sqrt(10 ** (wetDecibels / 10) / energy);
  // A pole at 3 kHz or so: a bright tail sounds wrong, and no studio's is.
  let held = 0;
  tail.forEach((x, n) => {
    held += 0.35 * (x - held);
    response[from + n] = gain * held * 1.8;
  });
  response[0] = 1;
  return response;
}

/** The sound with the response, as long as the sound. */
export async function convolve(samples: Float32Array, response: Float32Array): Promise<Float32Array> {
  const size = 1 << Math.ceil(Math.log2(response.length * 2));
  const step = size - response.length;
  const fft = await RealFft.create(size);
  try {
    const spectrum = (part: Float32Array): Float32Array => {
      fft.input.fill(0);
      fft.input.set(part);
      fft.forward();
      return fft.spectrum.slice();
    };
    const filter = spectrum(response);
    const output = new Float32Array(samples.length + size);
    for (let at = 0; at < samples.length; at += step) {
      const product = multiply(spectrum(samples.subarray(at, at + step)), filter);
      fft.spectrum.set(product);
      fft.inverse();
      const block = fft.input;
      for (let n = 0; n < size; n++) output[at + n]! += block[n]! / size;
    }
    return output.slice(0, samples.length);
  } finally {
    fft.dispose();
  }
}

function multiply(a: Float32Array, b: Float32Array): Float32Array {
  const product = new Float32Array(a.length);
  // Bins 0 and Nyquist are real and share the first two places.
  product[0] = a[0]! * b[0]!;
  product[1] = a[1]! * b[1]!;
  for (let at = 2; at < a.length; at += 2) {
    product[at] = a[at]! * b[at]! - a[at + 1]! * b[at + 1]!;
    product[at + 1] = a[at]! * b[at + 1]! + a[at + 1]! * b[at]!;
  }
  return product;
}
