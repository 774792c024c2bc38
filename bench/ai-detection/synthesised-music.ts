/** Music made here from nothing but a seed: tones, drums, pads, breath and noise in random mixtures, no two the same. */

import { composePiece, pieceCount } from '../../src/sample-music/compose-piece.js';
import { synthesise } from '../../src/sample-music/synthesise.js';
import { seededRandom } from '../../src/signal/seeded-random.js';

const rateHz = 44_100;
type Random = () => number;

/** One turn of a sine, read without interpolation: 72 dB are more than a synthetic instrument needs. */
const tableSize = 4096;
const sine = Float32Array.from({ length: tableSize }, (_, index) =>
  Math.sin((2 * Math.PI * index) / tableSize),
);
const sineOf = (turns: number): number => sine[((turns - Math.floor(turns)) * tableSize) | 0]!;

/** A note that swells or decays, with partials whose levels and tuning differ as a real instrument's do. */
function addNote(samples: Float32Array, start: number, seconds: number, hz: number, random: Random): void {
  const length = Math.min(samples.length - start, Math.round(seconds * rateHz));
  const brightness = 0.8 + 1.4 * random();
  const stretch = 1e-4 * random();
  const vibrato = 0.004 * random();
  const attack = rateHz * (0.004 + 0.08 * random());
  const partials = Math.min(24, Math.floor(16_000 / hz));
  const turns = new Float64Array(Math.max(0, length));
  for (let n = 0, turn = 0; n < length; n++) {
    turns[n] = turn;
    turn += (hz / rateHz) * (1 + vibrato * sineOf((5.5 * n) / rateHz));
  }
  for (let k = 1; k <= partials; k++) {
    const ratio = k * Math.sqrt(1 + stretch * k * k);
    const level = 0.15 * k ** -brightness * (0.5 + random());
    const fading = Math.exp(-(1 + 0.3 * k) / (seconds * rateHz));
    const phase = random();
    let amplitude = level;
    for (let n = 0; n < length; n++) {
      amplitude *= fading;
      samples[start + n]! += amplitude * Math.min(1, n / attack) * sineOf(phase + ratio * turns[n]!);
    }
  }
}

/** Notes of a scale, played a little before or after the beat. */
function line(samples: Float32Array, lowest: number, random: Random): void {
  const scale = random() < 0.5 ? [0, 2, 4, 5, 7, 9, 11] : [0, 2, 3, 5, 7, 8, 10];
  const tuning = 2 ** ((random() - 0.5) / 24);
  const step = rateHz * (0.2 + 0.4 * random());
  let degree = 7;
  for (let at = 0; at < samples.length - rateHz / 10; at += step) {
    if (random() < 0.25) continue;
    degree = Math.min(14, Math.max(0, degree + Math.floor(5 * random()) - 2));
    const midi = lowest + 12 * Math.floor(degree / 7) + scale[degree % 7]!;
    const start = Math.max(0, Math.round(at + 0.02 * rateHz * (random() - 0.5)));
    addNote(samples, start, 0.3 + 0.9 * random(), tuning * 440 * 2 ** ((midi - 69) / 12), random);
  }
}

/** Bursts of noise as a drummer plays them: no two the same, none exactly in time. */
function drums(samples: Float32Array, random: Random): void {
  const beat = (60 / (70 + 90 * random())) * rateHz;
  for (let half = 0; half * (beat / 2) < samples.length; half++) {
    const start = Math.max(0, Math.round(half * (beat / 2) + 0.012 * rateHz * (random() - 0.5)));
    const decay = half % 4 === 2 ? 25 : 80;
    const level = (half % 4 === 2 ? 0.3 : 0.12) * (0.6 + 0.8 * random());
    let low = 0;
    for (let n = 0; n < Math.min(samples.length - start, rateHz / 4); n++) {
      low += 0.5 * (random() - 0.5 - low);
      samples[start + n]! += level * low * Math.exp((-decay * n) / rateHz);
    }
  }
}

/** Syllables: noise and a buzz through moving resonances, with pauses. */
function voice(samples: Float32Array, random: Random): void {
  for (let at = 0; at < samples.length - rateHz / 2; ) {
    const length = Math.round(rateHz * (0.08 + 0.3 * random()));
    const pitch = 110 * 2 ** random();
    const [first, second] = [300 + 500 * random(), 900 + 1500 * random()];
    let phase = 0;
    for (let n = 0; n < length; n++) {
      phase += (pitch * (1 + 0.05 * Math.sin((9 * n) / rateHz))) / rateHz;
      const pulse = Math.exp(-8 * (phase % 1));
      const ring =
        Math.sin((2 * Math.PI * first * n) / rateHz) + 0.5 * Math.sin((2 * Math.PI * second * n) / rateHz);
      const breath = 0.05 * (random() - 0.5);
      samples[at + n]! += 0.2 * Math.sin((Math.PI * n) / length) * (pulse * ring + breath);
    }
    at += length + Math.round(rateHz * 0.25 * random() ** 3);
  }
}

function noiseBed(samples: Float32Array, random: Random): void {
  const level = 10 ** (-(45 + 35 * random()) / 20);
  const colour = 0.05 + 0.95 * random();
  let low = 0;
  for (let n = 0; n < samples.length; n++) {
    low += colour * (random() - 0.5 - low);
    samples[n]! += level * (low + 0.2 * (random() - 0.5));
  }
}

function mixture(seed: number, seconds: number): Float32Array {
  const random = seededRandom(seed);
  const samples = new Float32Array(Math.round(seconds * rateHz));
  if (random() < 0.75) line(samples, 48 + Math.floor(14 * random()), random);
  if (random() < 0.5) line(samples, 34 + Math.floor(10 * random()), random);
  if (random() < 0.5) drums(samples, random);
  if (random() < 0.4) voice(samples, random);
  noiseBed(samples, random);
  const peak = samples.reduce((best, value) => Math.max(best, Math.abs(value)), 1e-6);
  const loud = (0.2 + 0.7 * random()) / peak;
  return samples.map((value) => loud * value);
}

/** The piece with this index, mono at 44.1 kHz: the demo's pieces first, then mixtures without end. */
export function synthesisedMusic(index: number, seconds: number): Float32Array {
  if (index < pieceCount) return synthesise(composePiece(index, seconds), rateHz);
  return mixture(7000 + index, seconds);
}
