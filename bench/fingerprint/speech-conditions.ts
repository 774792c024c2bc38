/** What speech and music come through before they are judged: rooms, a telephone, a codec, noise. */
import { createHash } from 'node:crypto';
import { resample } from '../../src/signal/resample.js';
import { seededRandom } from '../../src/signal/seeded-random.js';
import { excerptRateHz } from './cases.js';
import { addNoise, pass, pinkNoise, whiteNoise } from './effects.js';
import { convolve, roomResponse } from './rooms.js';
import { asBytes, asFloats, runTool } from './tools.js';

const rate = 16_000;
type Random = () => number;

export interface SpeechCondition {
  readonly name: string;
  /** Of mono samples at 16 kHz; as many come back. */
  apply(samples: Float32Array, random: Random): Promise<Float32Array> | Float32Array;
}

/** Rooms of each reverberation time. */
const roomsOfATime = 16;
const responses = new Map<string, Float32Array>();

function responseOf(rt60Seconds: number, number: number): Float32Array {
  const key = `${rt60Seconds} ${number}`;
  // The room has an octave of 8 kHz, which needs a higher rate.
  const response =
    responses.get(key) ??
    resample(roomResponse({ rt60Seconds, number: 100 + number }, excerptRateHz), rate / excerptRateHz);
  responses.set(key, response);
  return response;
}

const inRoom =
  (rt60Seconds: number): SpeechCondition['apply'] =>
  (x, random) =>
    convolve(x, responseOf(rt60Seconds, Math.floor(random() * roomsOfATime)));

/** 300 Hz to 3.4 kHz in eight bits by the µ-law of ITU-T G.711. */
function telephone(samples: Float32Array): Float32Array {
  const narrow = pass(pass(samples, 'high', 300, rate), 'low', 3400, rate);
  const loudest = narrow.reduce((max, x) => Math.max(max, Math.abs(x)), 1e-9);
  return narrow.map((x) => {
    const share = Math.abs(x) / loudest;
    const code = Math.round((Math.log1p(255 * share) / Math.log(256)) * 127) / 127;
    return (Math.sign(x) * (256 ** code - 1)) / 255;
  });
}

const noiseSeconds = 120;
const noises = new Map<typeof whiteNoise, Float32Array>();

/** A stretch of a long noise: making one takes longer than measuring it. */
function stretchOf(make: typeof whiteNoise, length: number, random: Random): Float32Array {
  const noise = noises.get(make) ?? make(noiseSeconds * rate, seededRandom(7));
  noises.set(make, noise);
  const from = Math.floor(random() * (noise.length - length));
  return noise.subarray(from, from + length);
}

const noisy =
  (make: typeof whiteNoise, decibels: number): SpeechCondition['apply'] =>
  (x, random) =>
    addNoise(x, stretchOf(make, x.length, random), decibels);

async function mp3(samples: Float32Array): Promise<Float32Array> {
  const raw = ['-f', 'f32le', '-ar', String(rate), '-ac', '1'];
  const to = ['-ar', '44100', '-c:a', 'libmp3lame', '-b:a', '64k', '-f', 'mp3', 'pipe:1'];
  const encoded = await runTool('ffmpeg', ['-v', 'error', ...raw, '-i', 'pipe:0', ...to], asBytes(samples));
  const decoded = await runTool(
    'ffmpeg',
    ['-v', 'error', '-f', 'mp3', '-i', 'pipe:0', ...raw, 'pipe:1'],
    encoded,
  );
  return asFloats(decoded).slice(0, samples.length);
}

export const speechConditions: readonly SpeechCondition[] = [
  { name: 'as recorded', apply: (x) => x },
  ...[0.3, 0.7, 1.2].map((seconds) => ({ name: `room, RT60 ${seconds} s`, apply: inRoom(seconds) })),
  { name: 'telephone', apply: telephone },
  { name: 'mp3 64k', apply: mp3 },
  { name: 'pink noise 20 dB', apply: noisy(pinkNoise, 20) },
  { name: 'pink noise 10 dB', apply: noisy(pinkNoise, 10) },
  { name: 'white noise 15 dB', apply: noisy(whiteNoise, 15) },
  {
    name: 'telephone in a room, pink noise 15 dB',
    apply: async (x, random) => telephone(await noisy(pinkNoise, 15)(await inRoom(0.5)(x, random), random)),
  },
];

/** The same for a piece of this name on every machine. */
export function conditionRandom(piece: string, condition: string): Random {
  return seededRandom(createHash('sha1').update(`${piece} ${condition}`).digest().readUInt32LE(0));
}
