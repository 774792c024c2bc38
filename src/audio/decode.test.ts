import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BaseName, encodeBases } from '../../tests/hostile/encode.js';
import { constantFlac } from '../../tests/hostile/flac.js';
import { samplesAs, sine, wave } from '../../tests/hostile/wave.js';
import type { PcmFormat } from '../domain/compute.js';
import { openPcm } from './decode.js';
import { defaultDecodeLimits } from './limits.js';
import { probe } from './probe.js';

const folder = mkdtempSync(join(tmpdir(), 'contrafact-decode-'));
const native: PcmFormat = { sampleRateHz: 'native', channels: 'native' };

beforeAll(() => encodeBases(folder), 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

const base = (name: BaseName): string => join(folder, `base-${name}`);

function written(name: string, bytes: Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

interface Decoded {
  readonly samples: Float32Array;
  readonly sampleRateHz: number;
  readonly channels: number;
}

async function decodeAll(path: string, format: PcmFormat): Promise<Decoded> {
  const stream = await openPcm(path, format);
  const chunks: Float32Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  const samples = new Float32Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    samples.set(chunk, at);
    at += chunk.length;
  }
  return { samples, sampleRateHz: stream.sampleRateHz, channels: stream.channels };
}

const channel = ({ samples, channels }: Decoded, index: number): Float32Array =>
  samples.filter((_sample, i) => i % channels === index);

/** Amplitude of one frequency, by projection on it; the edges, where filters settle, are left out. */
function amplitudeAt(signal: Float32Array, frequencyHz: number, sampleRateHz: number): number {
  const edge = Math.round(0.1 * sampleRateHz);
  const periods = Math.floor(((signal.length - 2 * edge) * frequencyHz) / sampleRateHz);
  const length = Math.round((periods * sampleRateHz) / frequencyHz);
  let real = 0;
  let imaginary = 0;
  for (let i = 0; i < length; i += 1) {
    const phase = (2 * Math.PI * frequencyHz * i) / sampleRateHz;
    real += signal[edge + i]! * Math.cos(phase);
    imaginary += signal[edge + i]! * Math.sin(phase);
  }
  return (2 * Math.hypot(real, imaginary)) / length;
}

const decibels = (ratio: number): number => 20 * Math.log10(ratio);

/** Level of the wanted signal over that of the difference from it. */
function signalToNoiseDb(signal: Float32Array, wanted: Float64Array): number {
  let power = 0;
  let noise = 0;
  wanted.forEach((sample, i) => {
    power += sample ** 2;
    noise += (signal[i]! - sample) ** 2;
  });
  return 10 * Math.log10(power / noise);
}

describe('decoding', () => {
  it('gives 16-bit WAV, FLAC, ALAC and Ogg FLAC back bit for bit', async () => {
    const wanted = Float32Array.from(
      sine({ frequencyHz: 1000, seconds: 2 }),
      (s) => Math.round(s * 32_768) / 32_768 + 0,
    );
    for (const name of ['wav-from-encoder', 'flac-16', 'm4a-alac', 'ogg-flac'] as const) {
      const decoded = await decodeAll(base(name), native);
      expect(decoded).toMatchObject({ sampleRateHz: 44_100, channels: 2 });
      for (const index of [0, 1]) expect(channel(decoded, index)).toEqual(wanted);
    }
  });

  it('keeps what 24 bits can hold', async () => {
    for (const [name, sampleRateHz] of [
      ['flac-24', 96_000],
      ['m4a-alac-24', 44_100],
      ['w64-pcm', 44_100],
    ] as const) {
      const decoded = await decodeAll(base(name), native);
      const wanted = sine({ frequencyHz: 1000, seconds: 2, sampleRateHz });
      expect(channel(decoded, 0).length).toBe(wanted.length);
      expect(signalToNoiseDb(channel(decoded, 0), wanted)).toBeGreaterThan(120);
    }
  });

  it('reads every WAV sample layout at the level it was written', async () => {
    const samples = sine({ frequencyHz: 1000, seconds: 1 });
    const layouts = [
      ['u8', 1, 8, 35],
      ['s16', 1, 16, 90],
      ['s24', 1, 24, 120],
      ['s32', 1, 32, 120],
      ['f32', 3, 32, 120],
      ['f64', 3, 64, 120],
      ['alaw', 6, 8, 30],
      ['mulaw', 7, 8, 30],
    ] as const;
    for (const [layout, formatTag, bitsPerSample, minimumDb] of layouts) {
      const path = written('layout.wav', wave(samplesAs(layout, samples), { formatTag, bitsPerSample }));
      const { samples: decoded } = await decodeAll(path, native);
      expect(decoded.length).toBe(samples.length);
      expect(signalToNoiseDb(decoded, samples)).toBeGreaterThan(minimumDb);
    }
  });

  it('gives lossy formats back at their level, without the delay of their encoder', async () => {
    for (const name of ['mp3-vbr-id3', 'm4a-aac', 'ogg-vorbis', 'ogg-opus'] as const) {
      const decoded = await decodeAll(base(name), native);
      const left = channel(decoded, 0);
      expect(Math.abs(left.length / decoded.sampleRateHz - 2)).toBeLessThan(0.001);
      const amplitude = amplitudeAt(left, 1000, decoded.sampleRateHz);
      expect(Math.abs(decibels(amplitude / 0.5))).toBeLessThan(0.7);
    }
  });

  it('doubles the rate of AAC whose header signals SBR', async () => {
    const { hostileCases } = await import('../../tests/hostile/cases.js');
    const cases = await hostileCases(join(folder, 'cases'));
    const heAac = cases.find((one) => one.name.includes('HE-AAC'))!;
    const decoded = await decodeAll(heAac.path, native);
    expect(decoded.sampleRateHz).toBe(44_100);
    expect(Math.abs(decibels(amplitudeAt(channel(decoded, 0), 1000, 44_100) / 0.5))).toBeLessThan(0.7);
  });

  it('resamples from 44.1 to 16 kHz within 0.1 dB at 1 kHz, and without an alias of 12 kHz', async () => {
    const tone = (frequencyHz: number): string =>
      written(`tone-${frequencyHz}`, wave(samplesAs('s16', sine({ frequencyHz, seconds: 2 }))));
    const kept = await decodeAll(tone(1000), { sampleRateHz: 16_000, channels: 1 });
    expect(kept).toMatchObject({ sampleRateHz: 16_000, channels: 1 });
    expect(Math.abs(kept.samples.length - 32_000)).toBeLessThan(20);
    expect(Math.abs(decibels(amplitudeAt(kept.samples, 1000, 16_000) / 0.5))).toBeLessThan(0.1);
    const removed = await decodeAll(tone(12_000), { sampleRateHz: 16_000, channels: 1 });
    const middle = removed.samples.subarray(1_600, -1_600);
    const rms = Math.sqrt(middle.reduce((sum, sample) => sum + sample ** 2, 0) / middle.length);
    expect(middle.length).toBeGreaterThan(20_000);
    expect(decibels(rms / (0.5 / Math.SQRT2))).toBeLessThan(-80);
  });

  it('makes mono of a recording whose one channel is upside down, which would be silence as a mean', async () => {
    const mono = sine({ frequencyHz: 1000, seconds: 2 });
    const inverted = new Float64Array(mono.length * 2);
    mono.forEach((sample, i) => {
      inverted[2 * i] = sample;
      inverted[2 * i + 1] = -sample;
    });
    const path = written('inverted', wave(samplesAs('s16', inverted), { channels: 2 }));
    const mixed = await decodeAll(path, { sampleRateHz: 'native', channels: 1 });
    // The beginning shows which it is.
    const from = mono.length >> 1;
    expect(signalToNoiseDb(mixed.samples.subarray(from), mono.subarray(from))).toBeGreaterThan(80);
  });

  it('makes mono the mean of stereo, stereo two copies of mono, and 5.1 no louder than full scale', async () => {
    const mono = sine({ frequencyHz: 1000, seconds: 1 });
    const oneSided = new Float64Array(mono.length * 2);
    mono.forEach((sample, i) => {
      oneSided[2 * i] = sample;
    });
    const left = written('left', wave(samplesAs('s16', oneSided), { channels: 2 }));
    const mixed = await decodeAll(left, { sampleRateHz: 'native', channels: 1 });
    expect(
      signalToNoiseDb(
        mixed.samples,
        mono.map((sample) => sample / 2),
      ),
    ).toBeGreaterThan(80);

    const single = written('single', wave(samplesAs('s16', mono)));
    const doubled = await decodeAll(single, { sampleRateHz: 'native', channels: 2 });
    for (const index of [0, 1]) expect(signalToNoiseDb(channel(doubled, index), mono)).toBeGreaterThan(90);

    const surround = await decodeAll(base('m4a-5.1'), { sampleRateHz: 'native', channels: 1 });
    const amplitude = amplitudeAt(surround.samples, 1000, 48_000);
    expect(amplitude).toBeGreaterThan(0.3);
    expect(amplitude).toBeLessThan(0.6);
  });

  it('gives only finite samples within −1 … 1, and reports the true peak', async () => {
    const values = [0.25, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 3, -3];
    const body = samplesAs(
      'f32',
      Float64Array.from({ length: 6_000 }, (_, i) => values[i % 6]!),
    );
    const path = written('wild', wave(body, { formatTag: 3, bitsPerSample: 32 }));
    const { samples } = await decodeAll(path, native);
    expect([...samples.subarray(0, 6)]).toEqual([0.25, 0, 0, 0, 1, -1]);
    expect(samples.length).toBe(6_000);
    expect((await probe(path)).peak).toBe(3);
  });

  it('loses nothing to a reader that starts late and pauses', async () => {
    for (const seconds of [0.5, 20]) {
      const path = written('slow', wave(samplesAs('s16', sine({ frequencyHz: 440, seconds }))));
      const stream = await openPcm(path, native);
      await delay(300);
      let samples = 0;
      let pauses = 0;
      for await (const chunk of stream) {
        samples += chunk.length;
        pauses += 1;
        if (pauses < 5) await delay(20);
      }
      expect(samples).toBe(seconds * 44_100);
    }
  });
});

describe('the limits of decoding', () => {
  const long = (): string =>
    written('long', constantFlac({ frames: 20_000, sampleRateHz: 44_100, channels: 2 }));

  it('refuses audio that is too long, at once when probing and when it comes to it in a stream', async () => {
    const limits = { ...defaultDecodeLimits, maxAudioSeconds: 1 };
    const wanted = { failure: 'bad-input', code: 'audio_too_long' };
    await expect(probe(base('flac-16'), limits)).rejects.toMatchObject(wanted);
    const stream = await openPcm(base('flac-16'), native, limits);
    const readAll = async (): Promise<void> => {
      for await (const chunk of stream) expect(chunk.length).toBeGreaterThan(0);
    };
    await expect(readAll()).rejects.toMatchObject(wanted);
  });

  it('kills a decoder that takes too long', async () => {
    const limits = { ...defaultDecodeLimits, timeoutSeconds: 0.01 };
    await expect(probe(long(), limits)).rejects.toMatchObject({ failure: 'timeout' });
    await expect(openPcm(long(), native, limits)).rejects.toMatchObject({ failure: 'timeout' });
  });

  it('kills a decoder that takes too much memory', async () => {
    await expect(probe(long(), { ...defaultDecodeLimits, memoryMb: 30 })).rejects.toMatchObject({
      failure: 'memory',
    });
  });

  it('refuses a format that makes no sense before it starts anything', async () => {
    const asked = openPcm(base('flac-16'), { sampleRateHz: 1, channels: 1 });
    await expect(asked).rejects.toThrow('sampleRateHz must be');
  });

  it("reports a file that is not there as the system's error, and a folder as no file", async () => {
    await expect(probe(join(folder, 'missing'))).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(probe(folder)).rejects.toMatchObject({ code: 'not_decodable' });
  });
});
