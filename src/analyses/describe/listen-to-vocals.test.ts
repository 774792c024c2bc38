import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { KernelTools, PcmFormat, PcmStream } from '../../domain/compute.js';
import { describeListening } from '../../music/description/describe.js';
import { listen } from './listen.js';

const rate = 22_050;
const root = join(import.meta.dirname, '..', '..', '..');
const seconds = 12;
/** One note a second, sung. */
const sung = [64, 67, 65, 62, 64, 69, 67, 65, 64, 62, 60, 64];

/** A voice: twelve harmonics under a slope, with vibrato. */
function voice(): Float32Array {
  const samples = new Float32Array(seconds * rate);
  let phase = 0;
  for (let n = 0; n < samples.length; n++) {
    const at = n / rate;
    const midi = sung[Math.floor(at)]! + 0.35 * Math.sin(2 * Math.PI * 5.5 * at);
    phase += (440 * 2 ** ((midi - 69) / 12)) / rate;
    const within = at % 1;
    const envelope = Math.min(1, within / 0.05) * Math.min(1, (0.95 - within) / 0.05);
    if (envelope <= 0) continue;
    let sum = 0;
    for (let h = 1; h <= 12; h++) sum += Math.sin(2 * Math.PI * h * phase) / h;
    samples[n] = 0.2 * envelope * sum;
  }
  return samples;
}

/** Chords on every beat that are far louder than the voice. */
function accompaniment(): Float32Array {
  const samples = new Float32Array(seconds * rate);
  for (let beat = 0; beat < 2 * seconds; beat++) {
    const chord = [
      [48, 76, 79, 84],
      [53, 77, 81, 84],
    ][Math.floor(beat / 4) % 2]!;
    for (const midi of chord) {
      const hz = 440 * 2 ** ((midi - 69) / 12);
      const start = Math.round((beat * rate) / 2);
      for (let n = 0; n < rate / 2; n++) {
        const decay = Math.min(1, n / 80) * Math.exp((-4 * n) / rate);
        for (let h = 1; h <= 6; h++)
          samples[start + n]! += (0.25 * decay * Math.sin((2 * Math.PI * h * hz * n) / rate)) / h;
      }
    }
  }
  return samples;
}

const vocals = voice();
const mix = accompaniment().map((sample, n) => sample + 0.3 * vocals[n]!);
const tools: KernelTools = {
  async decode(path: string, { channels }: PcmFormat) {
    const source = path === 'vocals.wav' ? vocals : mix;
    const interleaved =
      channels === 1 ? source : new Float32Array(source.length * 2).map((_, n) => source[n >> 1]!);
    async function* chunks(): AsyncGenerator<Float32Array> {
      for (let at = 0; at < interleaved.length; at += 10_002) yield interleaved.slice(at, at + 10_002);
    }
    const stream: PcmStream = Object.assign(chunks(), { sampleRateHz: rate, channels: Number(channels) });
    return stream;
  },
  progress() {},
  modelsDir: '',
};

beforeAll(() => {
  if (!existsSync(join(root, 'dist', 'models', 'note-network.onnx')))
    execFileSync(process.execPath, [join(root, 'scripts', 'basic-pitch', 'write-model.mjs')]);
});

it('a separator’s vocals give the vocal line that the mix hides; beats and chords stay the mix’s', async () => {
  const hidden = describeListening(await listen({ path: 'mix.wav' }, tools));
  const found = describeListening(await listen({ path: 'mix.wav', vocalsPath: 'vocals.wav' }, tools));
  const right = (song: typeof found): number =>
    sung.filter((pitch, second) =>
      song.melody.vocal.some(({ onsetBeats, durationBeats, midiPitch }) => {
        const beat = song.beats.findLastIndex((time) => time <= second + 0.5);
        return midiPitch === pitch && onsetBeats <= beat + 1 && onsetBeats + durationBeats >= beat;
      }),
    ).length;
  expect(right(found)).toBeGreaterThanOrEqual(10);
  expect(right(hidden)).toBeLessThan(right(found));
  expect(found.beats).toEqual(hidden.beats);
  expect(found.chords).toEqual(hidden.chords);
});
