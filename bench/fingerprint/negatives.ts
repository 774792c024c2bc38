/** Queries that must find nothing: unregistered recordings, other renditions, and what is not music. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeMono } from '../../src/audio/decode-mono.js';
import { seededRandom } from '../../src/signal/seeded-random.js';
import { pinkNoise, whiteNoise } from './effects.js';
import { type BenchSong, filesIn, halfOf } from './songs.js';
import { isInstalled, runTool } from './tools.js';

export interface Negative {
  readonly label: string;
  /** What is asked for, where a reader should know which one was flagged. */
  readonly name?: string;
  readonly samples: Float32Array;
}

const rate = 16_000;

/** Two 20 s excerpts and the whole of every recording that is not registered. */
export async function unregistered(songs: readonly BenchSong[]): Promise<Negative[]> {
  const negatives: Negative[] = [];
  for (const song of songs.filter(({ isKnown }) => !isKnown)) {
    const samples = await decodeMono(song.path, rate);
    const label = song.stem.endsWith('_B')
      ? 'another performance of a registered anthem'
      : 'a song not registered';
    const name = song.stem;
    negatives.push(...excerpts(samples).map((part) => ({ label, name, samples: part })));
  }
  return negatives;
}

export function excerpts(samples: Float32Array): Float32Array[] {
  const length = 20 * rate;
  const parts = [samples];
  for (const share of [0.25, 0.65]) {
    const start = Math.floor(samples.length * share);
    if (start + length < samples.length) parts.push(samples.slice(start, start + length));
  }
  return parts;
}

export async function notMusic(): Promise<Negative[]> {
  const random = seededRandom(4);
  const clicks = Float32Array.from({ length: 20 * rate }, (_, n) => (n % 7919 === 0 ? 1 : 0));
  const negatives: Negative[] = [
    { label: 'silence, noise, clicks, a tone', samples: new Float32Array(20 * rate) },
    { label: 'silence, noise, clicks, a tone', samples: whiteNoise(20 * rate, random).map((x) => x * 0.1) },
    { label: 'silence, noise, clicks, a tone', samples: pinkNoise(20 * rate, random).map((x) => x * 0.1) },
    { label: 'silence, noise, clicks, a tone', samples: clicks },
    { label: 'silence, noise, clicks, a tone', samples: clicks.map((_, n) => 0.5 * Math.sin(n * 0.17)) },
  ];
  if (isInstalled('espeak-ng')) {
    for (const pitch of ['30', '50', '70']) {
      const wav = await runTool('espeak-ng', ['-p', pitch, '--stdout', speech]);
      const pcm = new Int16Array(wav.buffer.slice(wav.byteOffset + 44, wav.byteOffset + (wav.length & ~1)));
      negatives.push({ label: 'speech', samples: Float32Array.from(pcm, (sample) => sample / 32_768) });
    }
  }
  return negatives;
}

const speech =
  'The quick brown fox jumps over the lazy dog, and nobody in the village could say why the old clock had stopped. ' +
  'A reading voice is not music, although it has pitch, rhythm and pauses of its own.';

const soundfontFolder = '/usr/share/sounds/sf2';

/** Each MIDI file played with two soundfonts: the first is registered, the second must not be found. */
export async function renditions(
  midiFolder: string,
  limit: number,
  half: 'A' | 'B' | undefined,
): Promise<{ registered: Float32Array; other: Float32Array; name: string }[]> {
  const soundfonts = existsSync(soundfontFolder)
    ? readdirSync(soundfontFolder)
        .filter((name) => /^(TimGM|FluidR3_GM\.)/.test(name))
        .sort()
    : [];
  if (soundfonts.length < 2 || !isInstalled('fluidsynth')) return [];
  const files = filesIn(midiFolder, new Set(['.mid', '.midi'])).filter(
    (path) => half === undefined || halfOf(midiName(path)) === half,
  );
  const step = Math.max(1, Math.floor(files.length / limit));
  const folder = await mkdtemp(join(tmpdir(), 'contrafact-bench-'));
  try {
    const pairs = [];
    for (const file of files.filter((_, i) => i % step === 0).slice(0, limit)) {
      const [registered, other] = [
        await play(file, soundfonts[0]!, folder),
        await play(file, soundfonts[1]!, folder),
      ];
      if (registered && other) pairs.push({ registered, other, name: file });
    }
    return pairs;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** By folder and name, so that halves are the same on every machine. */
function midiName(path: string): string {
  return createHash('sha1').update(path.split('/').slice(-2).join('/')).digest('hex').slice(0, 12);
}

async function play(midi: string, soundfont: string, folder: string): Promise<Float32Array | null> {
  const wav = join(folder, 'rendition.wav');
  try {
    await runTool('fluidsynth', [
      '-ni',
      '-g',
      '0.5',
      '-r',
      '44100',
      '-F',
      wav,
      join(soundfontFolder, soundfont),
      midi,
    ]);
    return (await decodeMono(wav, rate)).slice(0, 120 * rate);
  } catch {
    return null; // A MIDI file that the synthesiser cannot read is no rendition.
  }
}
