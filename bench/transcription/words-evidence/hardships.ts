/** Songs made harder to understand: over a telephone, from a room with noise, with the voice under more music. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { WavWriter } from '../../../src/analyses/lyric-transcription/wav-writer.js';
import { seededRandom } from '../../../src/signal/seeded-random.js';
import { decodeWithFfmpeg } from '../decode.js';

export const hardships = ['as recorded', 'telephone', 'noisy room', 'under music'] as const;
export type Hardship = (typeof hardships)[number];

const run = promisify(execFile);
const rateHz = 16_000;
const level = 0.08;
/** How far the song lies above what is added, in decibels. */
const above = { noise: 6, music: 0 };

/** Writes a part from the middle of a recording, as many channels as it has. */
export async function excerpt(from: string, to: string, seconds: number): Promise<void> {
  const shown = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', from];
  const { stdout } = await run('ffprobe', shown);
  const start = Math.max(0, (Number(stdout.trim()) || 0) / 2 - seconds / 2);
  await run('ffmpeg', [
    '-v',
    'error',
    '-y',
    '-ss',
    `${start}`,
    '-t',
    `${seconds}`,
    '-i',
    from,
    '-map',
    '0:a:0',
    to,
  ]);
}

/** Writes the first seconds of a recording as mono WAV, made harder. */
export async function hardened(
  from: string,
  to: string,
  hardship: Hardship,
  music: Float32Array | null,
  seconds: number,
): Promise<void> {
  const song = await samplesOf(from, seconds);
  const writer = await WavWriter.create(to, rateHz);
  await writer.write(madeHarder(song, hardship, music));
  await writer.close();
}

function madeHarder(song: Float32Array, hardship: Hardship, music: Float32Array | null): Float32Array {
  if (hardship === 'telephone') return telephone(song);
  if (hardship === 'noisy room') return overlaid(echoing(song), noise(song.length), above.noise);
  if (hardship === 'under music' && music) return overlaid(song, music, above.music);
  return song;
}

export async function samplesOf(path: string, seconds = Number.POSITIVE_INFINITY): Promise<Float32Array> {
  const chunks: Float32Array[] = [];
  let length = 0;
  for await (const chunk of decodeWithFfmpeg(path, 1)) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= seconds * rateHz) break;
  }
  const all = new Float32Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all.subarray(0, Math.min(length, Math.round(Math.min(seconds, 1e6) * rateHz)));
}

/** 300 to 3,400 Hz by two first-order steps a side, and eight bits a sample. */
function telephone(samples: Float32Array): Float32Array {
  const share = (hz: number): number => 1 - Math.exp((-2 * Math.PI * hz) / rateHz);
  const [low, high] = [share(3400), share(300)];
  let [a, b, c, d] = [0, 0, 0, 0];
  return samples.map((value) => {
    a += low * (value - a);
    b += low * (a - b);
    c += high * (b - c);
    d += high * (b - c - d);
    return Math.round((b - c - d) * 127) / 127;
  });
}

/** Three reflections of a room. */
function echoing(samples: Float32Array): Float32Array {
  const delays = [0.031, 0.073, 0.127].map((seconds) => Math.round(seconds * rateHz));
  return samples.map((value, n) =>
    delays.reduce((sum, delay, i) => sum + 0.4 ** (i + 1) * (samples[n - delay] ?? 0), value),
  );
}

function noise(length: number): Float32Array {
  const random = seededRandom(17);
  let held = 0;
  return Float32Array.from({ length }, () => {
    held = 0.9 * held + 0.3 * (random() - 0.5);
    return held;
  });
}

/** What is added is repeated where it is shorter. */
export function overlaid(voice: Float32Array, added: Float32Array, decibels: number): Float32Array {
  const [a, b] = [level / rms(voice), (level * 10 ** (-decibels / 20)) / rms(added)];
  return voice.map((value, n) => Math.max(-1, Math.min(1, a * value + b * added[n % added.length]!)));
}

const rms = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length) + 1e-6;
