import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KernelTools } from '../../domain/compute.js';
import type { SongDescription, SongNote } from '../../music/song-description.js';
import { describeMidi } from '../../music/symbolic/describe-midi.js';
import { generateMelody, writeMidi } from '../../music/symbolic/test-support/melodies.js';
import { describeKernel } from '../describe/kernel.js';
import { compareSongs } from './comparison/compare-songs.js';
import { resultOf } from './result.js';

const rate = 22_050;
const root = join(import.meta.dirname, '..', '..', '..');
/** The decoder is replaced below; the kernel itself only sees that the file is no MIDI. */
const folder = mkdtempSync(join(tmpdir(), 'contrafact-bad-input-'));
const path = join(folder, 'sound.wav');
writeFileSync(path, 'RIFF');
const empty = { signature: [], vocal: [], inst: [], topline: [] };

function tools(samples: Float32Array): KernelTools {
  async function* chunks(): AsyncGenerator<Float32Array> {
    yield samples;
  }
  const stream = Object.assign(chunks(), { sampleRateHz: rate, channels: 1 });
  return { decode: () => Promise.resolve(stream), progress() {}, modelsDir: '' };
}

/** The same numbers for the same seed, −1 … 1. */
function noiseOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

function sound(seconds: number, at: (second: number, noise: () => number) => number): Float32Array {
  const noise = noiseOf(7);
  return Float32Array.from({ length: seconds * rate }, (_, n) => at(n / rate, noise));
}

/** Syllables of a buzz that glides, four a second, with pauses between phrases. */
function speech(second: number, noise: () => number): number {
  const syllable = second * 4;
  if (Math.floor(syllable) % 7 === 6) return 0;
  const hz = 120 + 25 * Math.sin(second * 2.3) + 18 * Math.sin(second * 7.1);
  let sum = 0.1 * noise();
  for (let h = 1; h < 12; h++) sum += Math.sin(2 * Math.PI * hz * h * second) / (1 + Math.abs(h - 5));
  return 0.15 * sum * Math.sin(Math.PI * (syllable % 1)) ** 2;
}

function drums(second: number, noise: () => number): number {
  const beat = (second * 2) % 1;
  const kick = Math.sin(2 * Math.PI * 55 * beat) * Math.exp(-beat * 14);
  const off = (second * 2 + 0.5) % 1;
  return (
    0.5 * kick + 0.3 * noise() * Math.exp(-off * 20) + 0.1 * noise() * Math.exp(-((second * 8) % 1) * 30)
  );
}

/** Tones at moments that no grid fits. */
function withoutBeat(seconds: number): Float32Array {
  const samples = new Float32Array(seconds * rate);
  const random = noiseOf(3);
  let start = 0;
  while (start < seconds) {
    const hz = 220 * 2 ** (Math.round((random() + 1) * 10) / 12);
    for (let n = 0; n < rate && Math.round(start * rate) + n < samples.length; n++)
      samples[Math.round(start * rate) + n]! +=
        0.2 * Math.sin((2 * Math.PI * hz * n) / rate) * Math.exp((-4 * n) / rate);
    start += 0.15 + 0.9 * (random() + 1) ** 2 * 0.5;
  }
  return samples;
}

const catalogue = Array.from({ length: 5 }, (_, seed) =>
  describeMidi(writeMidi(generateMelody(600 + seed, 120))),
);

function resultAgainstCatalogue(query: SongDescription, songs = catalogue): unknown {
  const compared = songs.map((song, place) => ({
    songId: `s${place}`,
    title: `Song ${place}`,
    artist: '',
    link: null,
    musicId: null,
    comparison: compareSongs(query, song),
    rolls: [],
  }));
  return resultOf('Query', query, compared);
}

describe('what is no song', () => {
  beforeAll(() => {
    const model = join(root, 'dist', 'models', 'note-network.onnx');
    if (!existsSync(model))
      execFileSync(process.execPath, [join(root, 'scripts', 'basic-pitch', 'write-model.mjs')]);
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['silence', () => new Float32Array(6 * rate)],
    ['noise', () => sound(6, (_, noise) => 0.3 * noise())],
    ['speech', () => sound(8, speech)],
    ['a drum solo', () => sound(8, drums)],
    ['a clip of five seconds', () => withoutBeat(5)],
    ['music without a steady beat', () => withoutBeat(10)],
  ])('gives a normal, empty result: %s', async (_, make) => {
    const description = await describeKernel.run({ path }, tools(make()));
    expect(resultAgainstCatalogue(description)).toEqual(empty);
  });

  it('gives a normal result for twenty minutes of music, and finds a tune late in it', () => {
    const minutes = (seed: number): SongNote[] => {
      const parts = Array.from({ length: 24 }, (_, part) => generateMelody(seed + part, 110));
      let start = 0;
      return parts.flatMap((part) => {
        const moved = part.map((note) => ({ ...note, onsetBeats: note.onsetBeats + start }));
        start = moved.at(-1)!.onsetBeats + 4;
        return moved;
      });
    };
    const mix = describeMidi(writeMidi(minutes(3000)));
    expect(mix.durationSeconds).toBeGreaterThan(1200);
    expect(resultAgainstCatalogue(mix, catalogue.slice(0, 2))).toEqual(empty);
    const tune = describeMidi(writeMidi(generateMelody(3018, 110)));
    const { reported, lines } = compareSongs(tune, mix);
    expect(reported).toBe(true);
    expect(lines[0]!.run.startB).toBeGreaterThan(1500);
  });
});
