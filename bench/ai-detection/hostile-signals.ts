/**
 * Music and noise that no neural decoder made, and that draws evenly spaced lines all the same: mains hum, pilot tones,
 * drones on a lattice's own frequency, sound chips, sequenced drums on an exact grid, 8-bit and resampled sound. Every
 * one is built to fool a detector of lattices.
 */

import { seededRandom } from '../../src/signal/seeded-random.js';

const rateHz = 44_100;
type Random = () => number;

export interface HostileSignal {
  readonly name: string;
  /** Mono at 44.1 kHz, peak 0.7. */
  make(seconds: number): Float32Array;
}

const noteHz = (midi: number): number => 440 * 2 ** ((midi - 69) / 12);
const pentatonic = [0, 2, 4, 7, 9, 12, 14, 16];

function noise(length: number, level: number, seed = 9): Float32Array {
  const random = seededRandom(seed);
  return Float32Array.from({ length }, () => 2 * level * (random() + random() + random() - 1.5));
}

/** The sum of parts and their gains, at a peak of 0.7. */
function mix(...parts: readonly (readonly [Float32Array, number])[]): Float32Array {
  const sum = new Float32Array(parts[0]![0].length);
  for (const [part, gain] of parts) {
    for (let n = 0; n < sum.length; n++) sum[n]! += gain * part[n]!;
  }
  const peak = sum.reduce((best, value) => Math.max(best, Math.abs(value)), 1e-9);
  return sum.map((value) => (0.7 * value) / peak);
}

/** Decaying notes of a pentatonic scale, one each `stepSeconds`. */
function melody(
  length: number,
  stepSeconds: number,
  seed: number,
  shape: 'saw' | 'square' = 'saw',
): Float32Array {
  const random = seededRandom(seed);
  const step = Math.round(stepSeconds * rateHz);
  const samples = new Float32Array(length);
  for (let start = 0; start < length; start += step) {
    const turns = noteHz(48 + pentatonic[Math.floor(8 * random())]!) / rateHz;
    for (let n = 0; n < Math.min(step, length - start); n++) {
      const turn = (turns * n) % 1;
      const value = shape === 'saw' ? 2 * turn - 1 : turn < 0.5 ? 1 : -1;
      samples[start + n] = value * Math.exp((-3 * n) / rateHz);
    }
  }
  return samples;
}

/** Harmonics of a held tone, 1/k in level, up to 18 kHz. */
function heldTone(length: number, frequencyHz: number, highestHz = 18_000): Float32Array {
  const samples = new Float32Array(length);
  for (let k = 1; k * frequencyHz < highestHz; k++) {
    addSine(samples, (2 * Math.PI * k * frequencyHz) / rateHz, k * k, 1 / k);
  }
  return samples;
}

/** Adds a sine, by a rotation for each sample that begins anew from the exact angle before its rounding adds up. */
function addSine(samples: Float32Array, radians: number, phase: number, level: number): void {
  const [turnCos, turnSin] = [Math.cos(radians), Math.sin(radians)];
  for (let start = 0; start < samples.length; start += 1024) {
    let re = level * Math.cos(radians * start + phase);
    let im = level * Math.sin(radians * start + phase);
    for (let n = start; n < Math.min(start + 1024, samples.length); n++) {
      samples[n]! += im;
      const next = re * turnCos - im * turnSin;
      im = re * turnSin + im * turnCos;
      re = next;
    }
  }
}

function sine(length: number, frequencyHz: number): Float32Array {
  const radians = (2 * Math.PI * frequencyHz) / rateHz;
  return Float32Array.from({ length }, (_, n) => Math.sin(radians * n));
}

function strike(
  seconds: number,
  decay: number,
  tone: (n: number, random: Random) => number,
  seed: number,
): Float32Array {
  const random = seededRandom(seed);
  return Float32Array.from(
    { length: Math.round(seconds * rateHz) },
    (_, n) => tone(n, random) * Math.exp((-decay * n) / rateHz),
  );
}

/** A drum machine: the same samples at exact sixteenths, and a roll of 64ths every fourth sixteen if asked. */
function drumMachine(length: number, beatsPerMinute: number, withRoll = false): Float32Array {
  const random = seededRandom(beatsPerMinute);
  const kick = strike(
    0.25,
    12,
    (n) => Math.sin((2 * Math.PI * (50 * n + 900 * (1 - Math.exp(-n / 1400)))) / rateHz),
    1,
  );
  const snare = strike(0.2, 18, (_, random) => 1.4 * (random() - 0.5), 2);
  const hat = strike(0.06, 70, (_, random) => random() - 0.5, 3);
  const samples = new Float32Array(length);
  const add = (at: number, sound: Float32Array, gain: number): void => {
    for (let n = 0; n < Math.min(sound.length, length - at); n++) samples[at + n]! += gain * sound[n]!;
  };
  const sixteenth = (60 / beatsPerMinute / 4) * rateHz;
  for (let index = 0; index * sixteenth < length; index++) {
    const at = Math.round(index * sixteenth);
    if (index % 4 === 0) add(at, kick, 1);
    if (index % 8 === 4) add(at, snare, 0.6);
    if (random() < 0.2) add(at, snare, 0.2);
    add(at, hat, index % 2 === 0 ? 0.4 : 0.6);
  }
  if (withRoll) {
    for (let index = 0; (index * sixteenth) / 4 < length; index++) {
      if ((index >> 4) % 4 === 3) add(Math.round((index * sixteenth) / 4), hat, 0.6);
    }
  }
  return samples;
}

/** Drums by the same samples at ticks of a sequencer, swung and never twice the same: only the ticks are even. */
function drumsOnTicks(length: number, beatsPerMinute: number, ticksPerBeat: number): Float32Array {
  const random = seededRandom(ticksPerBeat);
  const snare = strike(0.2, 18, (_, random) => 1.4 * (random() - 0.5), 2);
  const hat = strike(0.06, 70, (_, random) => random() - 0.5, 3);
  const samples = new Float32Array(length);
  const tickSamples = (60 / beatsPerMinute / ticksPerBeat) * rateHz;
  const ticksPerSixteenth = ticksPerBeat / 4;
  for (let sixteenth = 0; sixteenth * ticksPerSixteenth * tickSamples < length; sixteenth++) {
    const swung = sixteenth * ticksPerSixteenth + Math.floor((ticksPerSixteenth / 3) * random());
    const at = Math.round(swung * tickSamples);
    const [sound, gain] = sixteenth % 8 === 4 ? [snare, 0.6] : [hat, 0.3 + 0.4 * random()];
    for (let n = 0; n < Math.min(sound.length, length - at); n++) samples[at + n]! += gain * sound[n]!;
  }
  return samples;
}

/** A room's rumble and hiss, rising towards the bottom. */
function room(length: number): Float32Array {
  const random = seededRandom(77);
  const samples = new Float32Array(length);
  let low = 0;
  for (let n = 0; n < length; n++) {
    const white = random() - 0.5;
    low += 0.01 * (white - low);
    samples[n] = low * 4 + 0.1 * white;
  }
  return samples;
}

/** What a dimmer does to a cable: a click a half-wave, `rateHz` a second. */
function dimmer(length: number, clicksPerSecond: number): Float32Array {
  const samples = new Float32Array(length);
  for (let click = 0; (click * rateHz) / clicksPerSecond < length - 12; click++) {
    const at = Math.round((click * rateHz) / clicksPerSecond);
    for (let n = 0; n < 12; n++) samples[at + n]! += Math.exp(-n / 3) * (n % 2 === 0 ? 1 : -1);
  }
  return samples;
}

/** A sound chip's arpeggio: the note changes, and starts afresh, at every picture frame. */
function chipArpeggio(length: number, framesPerSecond: number): Float32Array {
  const samples = new Float32Array(length);
  const frame = rateHz / framesPerSecond;
  for (let index = 0; index * frame < length; index++) {
    const start = Math.round(index * frame);
    const end = Math.min(length, Math.round((index + 1) * frame));
    const root = 57 + [0, 5, 7, 3][(index >> 5) % 4]!;
    const turns = noteHz(root + [0, 4, 7][index % 3]!) / rateHz;
    for (let n = start; n < end; n++) samples[n] = (turns * (n - start)) % 1 < 0.5 ? 1 : -1;
  }
  return samples;
}

/** Notes of a scale tuned to a lattice's own frequency, every one a perfect harmonic series. */
function tunedScale(length: number, baseHz: number): Float32Array {
  const random = seededRandom(2);
  const ratios = [1, 9 / 8, 5 / 4, 4 / 3, 3 / 2, 5 / 3, 2];
  const step = rateHz / 2;
  const samples = new Float32Array(length);
  for (let start = 0; start < length; start += step) {
    const note = heldTone(Math.min(step, length - start), baseHz * ratios[Math.floor(7 * random())]!, 15_000);
    for (let n = 0; n < note.length; n++) samples[start + n] = note[n]! * Math.sin((Math.PI * n) / step);
  }
  return samples;
}

/** Eight bits, every value held for four samples: 11 kHz sound played without a filter. */
function eightBit(samples: Float32Array): Float32Array {
  return samples.map((_, n) => Math.round(samples[n - (n % 4)]! * 127) / 127);
}

/** Clicks once a turn of a record at 33⅓, and dust. */
function vinyl(length: number): Float32Array {
  const random = seededRandom(33);
  const samples = noise(length, 0.01, 33);
  for (let at = 0; at < length; at += Math.round(1.8 * rateHz)) samples[at]! += 0.8;
  for (let count = 0; count < length / 4000; count++)
    samples[Math.floor(random() * length)]! += random() - 0.5;
  return samples;
}

type Make = (length: number) => Float32Array;
const named = (name: string, make: Make): HostileSignal => ({
  name,
  make: (seconds) => make(Math.round(seconds * rateHz)),
});

export const hostileSignals: readonly HostileSignal[] = [
  ...[50, 60].map((hz) =>
    named(`hum of ${hz} Hz under music`, (length) =>
      mix([melody(length, 0.3, 3), 0.3], [heldTone(length, hz, 2500), 0.05], [noise(length, 0.002), 1]),
    ),
  ),
  ...[15_625, 15_734, 19_000].map((hz) =>
    named(`pilot tone of ${hz} Hz`, (length) =>
      mix([melody(length, 0.2, 5), 0.3], [sine(length, hz), 0.01], [noise(length, 0.001), 1]),
    ),
  ),
  ...[50, 75, 86.132_812_5, 100, 172.265_625, 200].map((hz) =>
    named(`organ drone on ${hz.toFixed(1)} Hz`, (length) =>
      mix([heldTone(length, hz), 0.3], [melody(length, 0.4, 7), 0.5], [noise(length, 0.001), 1]),
    ),
  ),
  ...[100, 200].map((hz) =>
    named(`music tuned to ${hz} Hz`, (length) => mix([tunedScale(length, hz), 1], [noise(length, 0.001), 1])),
  ),
  ...[50, 60].map((hz) =>
    named(`chip arpeggio at ${hz} frames a second`, (length) =>
      mix([chipArpeggio(length, hz), 0.4], [melody(length, 0.12, 8, 'square'), 0.2]),
    ),
  ),
  ...[100, 120, 125, 128, 130, 140, 150, 174].map((bpm) =>
    named(`drum machine at ${bpm} BPM`, (length) =>
      mix(
        [drumMachine(length, bpm), 1],
        [melody(length, 60 / bpm / 4, bpm), 0.1],
        [noise(length, 0.0001), 1],
      ),
    ),
  ),
  ...[125, 150].map((bpm) =>
    named(`drum machine with rolls at ${bpm} BPM`, (length) =>
      mix([drumMachine(length, bpm, true), 1], [melody(length, 60 / bpm / 2, bpm), 0.1]),
    ),
  ),
  ...[96, 120, 480].map((ticks) =>
    named(`drums on ${ticks} ticks a beat at 125 BPM`, (length) =>
      mix([drumsOnTicks(length, 125, ticks), 1], [noise(length, 0.0003), 1]),
    ),
  ),
  ...[100, 100.02, 120].flatMap((hz) =>
    [0.3, 0.1].map((level) =>
      named(`dimmer at ${hz} Hz in a quiet room, ${level}`, (length) =>
        mix([room(length), 0.01], [dimmer(length, hz), 0.01 * level]),
      ),
    ),
  ),
  named('dimmer at 100 Hz under music', (length) =>
    mix([melody(length, 0.3, 5), 0.3], [room(length), 0.01], [dimmer(length, 100), 0.003]),
  ),
  named('8-bit sound at 11 kHz, unfiltered', (length) =>
    eightBit(mix([melody(length, 0.25, 4), 1], [noise(length, 0.002), 1])),
  ),
  named('record at 33⅓', (length) => mix([melody(length, 0.35, 6), 0.5], [vinyl(length), 0.3])),
  named('white noise', (length) => noise(length, 0.2)),
];
