import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { KernelTools, PcmStream } from '../../domain/compute.js';
import { secondsAtBeat } from '../../music/song-description.js';
import { seededRandom } from '../../signal/seeded-random.js';
import { describeKernel } from './kernel.js';

const rate = 22_050;
const root = join(import.meta.dirname, '..', '..', '..');

/** Mono samples as the decoder hands them on: interleaved stereo in uneven chunks; the right channel by a factor. */
function tools(samples: Float32Array, right = 1): KernelTools {
  async function* chunks(): AsyncGenerator<Float32Array> {
    for (let at = 0; at < samples.length; at += 10_001) {
      const part = samples.subarray(at, at + 10_001);
      const stereo = new Float32Array(part.length * 2);
      for (let i = 0; i < stereo.length; i++) stereo[i] = part[i >> 1]! * (i % 2 === 0 ? 1 : right);
      yield stereo;
    }
  }
  const stream: PcmStream = Object.assign(chunks(), { sampleRateHz: rate, channels: 2 });
  return { decode: () => Promise.resolve(stream), progress() {}, modelsDir: '' };
}

const run = async (samples: Float32Array) =>
  describeKernel.run({ path: import.meta.filename }, tools(samples));

/** Adds a plucked tone of eight harmonics. */
function pluck(into: Float32Array, startSeconds: number, seconds: number, midi: number, gain: number): void {
  const hz = 440 * 2 ** ((midi - 69) / 12);
  const start = Math.round(startSeconds * rate);
  const length = Math.round(seconds * rate);
  for (let n = 0; n < length && start + n < into.length; n++) {
    const envelope = Math.min(1, n / 80) * Math.exp((-2.5 * n) / rate) * Math.min(1, (length - n) / 400);
    let sum = 0;
    for (let h = 1; h <= 8 && h * hz < rate / 2; h++)
      sum += Math.sin((2 * Math.PI * h * hz * n) / rate) / h ** 1.3;
    into[start + n]! += gain * envelope * sum;
  }
}

const roots = [0, 9, 5, 7];
const minor = [false, true, false, false];
const tune = [76, 79, 77, 76, 72, 76, 74, 72, 81, 77, 79, 81, 79, 74, 71, 74];

/** C, A minor, F and G, a bar each, at 90 BPM, with a tune above in quarter notes. */
function song(bars: number): Float32Array {
  const beat = 60 / 90;
  const samples = new Float32Array(Math.round((bars * 4 * beat + 1) * rate));
  for (let bar = 0; bar < bars; bar++) {
    const start = bar * 4 * beat;
    const root = roots[bar % 4]!;
    pluck(samples, start, 4 * beat, 36 + root, 0.25);
    for (const interval of [0, minor[bar % 4] ? 3 : 4, 7])
      pluck(samples, start, 4 * beat, 48 + root + interval, 0.08);
    for (let i = 0; i < 4; i++) pluck(samples, start + i * beat, beat * 0.95, tune[(bar % 4) * 4 + i]!, 0.2);
  }
  return samples;
}

/** White noise of one loudness, low-passed by `smoothing` (0: not). */
function noiseOf(seconds: number, smoothing: number): Float32Array {
  const random = seededRandom(3);
  let last = 0;
  return Float32Array.from({ length: seconds * rate }, () => {
    last = smoothing * last + (1 - smoothing) * (2 * random() - 1);
    return 0.3 * last * (1 + 4 * smoothing);
  });
}

/** Many short bursts of noise at any time, as hands clap. */
function applause(seconds: number, clapsPerSecond: number): Float32Array {
  const random = seededRandom(8);
  const samples = new Float32Array(seconds * rate);
  for (let clap = 0; clap < seconds * clapsPerSecond; clap++) {
    const start = Math.floor(random() * samples.length);
    const level = 0.3 * random();
    for (let n = 0; n < 500 && start + n < samples.length; n++)
      samples[start + n]! += level * (2 * random() - 1) * Math.exp(-n / 120);
  }
  return samples;
}

const tone = (seconds: number, partials: number): Float32Array =>
  Float32Array.from({ length: seconds * rate }, (_, n) => {
    let sum = 0;
    for (let h = 1; h <= partials; h++) sum += Math.sin((2 * Math.PI * 110 * h * n) / rate) / h;
    return 0.3 * sum;
  });

/** Sounds that have neither chords nor a pulse. */
const pitchless: Readonly<Record<string, () => Float32Array>> = {
  'white noise': () => noiseOf(30, 0),
  'white noise of ten seconds': () => noiseOf(10, 0),
  'brown noise': () => noiseOf(30, 0.95),
  applause: () => applause(30, 60),
  'a few hands that clap': () => applause(30, 5),
  'a sine': () => tone(30, 1),
  'a hum with its overtones': () => tone(30, 12),
};

describe('describing a recording', () => {
  beforeAll(() => {
    const model = join(root, 'dist', 'models', 'note-network.onnx');
    if (!existsSync(model))
      execFileSync(process.execPath, [join(root, 'scripts', 'basic-pitch', 'write-model.mjs')]);
  });

  it('places no note outside the beats, in noise either', async () => {
    let state = 9;
    const noise = Float32Array.from({ length: 20 * rate }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return 0.4 * (state / 2 ** 31 - 1);
    });
    const faint = song(6).map((value, n) => 0.01 * value + 0.05 * noise[n % noise.length]!);
    expect((await run(faint)).beats.length).toBeGreaterThan(8);
    for (const samples of [noise, faint]) {
      const { beats, melody, notes } = await run(samples);
      for (const { onsetBeats } of [...notes, ...melody.vocal, ...melody.instrumental, ...melody.topline]) {
        expect(onsetBeats).toBeGreaterThanOrEqual(0);
        expect(onsetBeats).toBeLessThan(beats.length);
      }
    }
  });

  it('finds tempo, bars, key, chords and the tune of a small song', async () => {
    const found = await run(song(12));
    expect(Math.abs(found.tempoBpm - 90)).toBeLessThan(1.5);
    expect(found.meter).toBe(4);
    expect(found.key).toMatchObject({ tonic: 0, mode: 'major' });
    expect(found.chords).toHaveLength(found.beats.length);
    const barSeconds = (4 * 60) / 90;
    const firsts = found.downbeats.map((beat) => found.beats[beat]!);
    for (let bar = 1; bar < 11; bar++) {
      expect(firsts.some((time) => Math.abs(time - bar * barSeconds) < 0.07)).toBe(true);
    }
    const names = ['C:maj', 'A:min', 'F:maj', 'G:maj'];
    const chordAt = (time: number): string | undefined =>
      found.chords[found.beats.findLastIndex((beat) => beat <= time)];
    const right = Array.from(
      { length: 12 },
      (_, bar) => chordAt((bar + 0.4) * barSeconds) === names[bar % 4],
    );
    expect(right.filter(Boolean).length).toBeGreaterThanOrEqual(11);
    const line = found.melody.topline.map(({ onsetBeats, midiPitch }) => ({
      time: secondsAtBeat(found.beats, onsetBeats),
      midiPitch,
    }));
    const heard = Array.from({ length: 48 }, (_, i) =>
      line.some(({ time, midiPitch }) => Math.abs(time - (i * 60) / 90) < 0.08 && midiPitch === tune[i % 16]),
    );
    expect(heard.filter(Boolean).length).toBeGreaterThanOrEqual(43);
    expect(found.melody.vocal).toEqual([]);
  });

  it('hears a recording with one channel upside down as what it is', async () => {
    const samples = song(3);
    const found = await describeKernel.run({ path: import.meta.filename }, tools(samples, -1));
    expect(found).toEqual(await run(samples));
    expect(found.beats.length).toBeGreaterThan(8);
  });

  it('hears the same music half a semitone sharp as sharp', async () => {
    const samples = new Float32Array(8 * rate);
    for (let i = 0; i < 12; i++) pluck(samples, 0.2 + i * 0.6, 0.6, 60 + [0, 4, 7, 12][i % 4]! + 0.3, 0.3);
    const { tuningCents } = await run(samples);
    expect(Math.abs(tuningCents - 30)).toBeLessThan(4);
  });

  it.each([
    ['silence', () => new Float32Array(12 * rate)],
    ['one sample', () => new Float32Array(1)],
    ['half a second', () => song(1).subarray(0, rate / 2)],
    ['not-a-number', () => new Float32Array(6 * rate).fill(Number.NaN)],
  ])('has nothing to say of %s', async (_, make) => {
    const found = await run(make());
    expect(found).toMatchObject({ tempoBpm: 0, beats: [], chords: [], notes: [], key: null });
    expect(found.melody).toEqual({ vocal: [], instrumental: [], topline: [] });
  });

  it.each(Object.entries(pitchless))('has no tempo, key, chords or melodies of %s', async (_, make) => {
    const found = await run(make());
    expect(found).toMatchObject({ tempoBpm: 0, beats: [], downbeats: [], key: null, chords: [], notes: [] });
    expect(found.melody).toEqual({ vocal: [], instrumental: [], topline: [] });
  });

  it('counts the beats of a metronome without pitch, and has no key and no chords of it', async () => {
    const noise = seededRandom(5);
    const samples = new Float32Array(30 * rate);
    for (let at = 0.3; at < 30; at += 0.5)
      for (let n = 0; n < 600 && Math.round(at * rate) + n < samples.length; n++)
        samples[Math.round(at * rate) + n]! += 0.6 * (2 * noise() - 1) * Math.exp(-n / 100);
    const { tempoBpm, key, chords } = await run(samples);
    expect([0.5, 1, 2].some((ratio) => Math.abs(tempoBpm - 120 * ratio) < 2)).toBe(true);
    expect(key).toBeNull();
    expect(new Set(chords)).toEqual(new Set(['N']));
  });

  it('invents no notes in noise', async () => {
    let state = 1;
    const noise = new Float32Array(12 * rate).map(() => {
      // xorshift32 (Marsaglia 2003)
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      return (state / 2 ** 31) * 0.3;
    });
    const found = await run(noise);
    expect(found.notes.length).toBeLessThan(12);
    expect(found.melody.vocal).toEqual([]);
  });

  it('describes a clip of five seconds', async () => {
    const found = await run(song(2).subarray(0, 5 * rate));
    expect(found.durationSeconds).toBeCloseTo(5, 3);
    expect(found.beats.length).toBeGreaterThan(4);
    expect(found.notes.length).toBeGreaterThan(5);
  });

  it('refuses a file without samples', async () => {
    await expect(run(new Float32Array(0))).rejects.toMatchObject({ failure: 'bad-input' });
  });
});

it('a recording of more than an hour is refused before any of it is heard', async () => {
  const unheard: KernelTools = {
    decode: () => Promise.reject(new Error('decoded')),
    progress() {},
    modelsDir: '',
  };
  const long = { path: import.meta.filename, durationSeconds: 3700 };
  await expect(describeKernel.run(long, unheard)).rejects.toMatchObject({
    failure: 'bad-input',
    message: 'Longer than an hour: cut the recording',
  });
});
