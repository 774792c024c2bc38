import { describe, expect, it } from 'vitest';
import { separateVocals, VocalSeparator } from './vocal-separator.js';

const rateHz = 16_000;
const make = (seconds: number, sample: (t: number, n: number) => number): Float32Array =>
  Float32Array.from({ length: Math.round(seconds * rateHz) }, (_, n) => sample(n / rateHz, n));
const tone = (t: number, hz: number): number => Math.sin(2 * Math.PI * hz * t);

/** A voice that never does the same twice: ten partials on a wandering pitch. */
function voice(seconds: number): Float32Array {
  let phase = 0;
  return make(seconds, (t) => {
    const hz = 220 * 2 ** (0.4 * Math.sin(0.83 * t) + 0.15 * Math.sin(2.3 * t) + 0.01 * tone(t, 5.5));
    phase += (2 * Math.PI * hz) / rateHz;
    let sum = 0;
    for (let partial = 1; partial <= 10; partial++) sum += Math.sin(phase * partial) / partial;
    return 0.15 * sum;
  });
}
/** Four chords of half a second, round and round. */
const chords = (seconds: number): Float32Array =>
  make(seconds, (t) => {
    const root = [131, 175, 196, 147][Math.floor(2 * t) % 4]!;
    return 0.1 * (tone(t, 2 * root) + tone(t, 2.52 * root) + tone(t, 3 * root) + tone(t, 5.04 * root));
  });
/** A burst of noise, the same one, every quarter of a second. */
const drums = (seconds: number): Float32Array =>
  make(seconds, (_, n) => {
    const at = n % 4000;
    return 0.5 * Math.exp(-at / 200) * (((at * 7919) % 1000) / 500 - 1);
  });
const plus = (...parts: Float32Array[]): Float32Array =>
  parts[0]!.map((_, n) => parts.reduce((sum, part) => sum + part[n]!, 0));

/** Signal to distortion in dB, whatever the level of the estimate (Le Roux et al. 2019). */
function siSdr(estimate: Float32Array, truth: Float32Array): number {
  let [cross, energy] = [0, 0];
  for (let n = 0; n < truth.length; n++) {
    cross += estimate[n]! * truth[n]!;
    energy += truth[n]! ** 2;
  }
  const scale = cross / energy;
  let error = 0;
  for (let n = 0; n < truth.length; n++) error += (estimate[n]! - scale * truth[n]!) ** 2;
  return 10 * Math.log10((scale * scale * energy) / error);
}
const bytesOf = (samples: Float32Array): Uint8Array =>
  new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
const energy = (samples: Float32Array): number => samples.reduce((sum, value) => sum + value * value, 0);

describe('the embedded vocal estimate', () => {
  it('keeps a voice in the middle and drops an accompaniment at the sides', async () => {
    const sung = voice(6);
    const played = chords(6);
    const { vocals } = await separateVocals(
      plus(sung, played),
      sung.map((v, n) => v - played[n]!),
      rateHz,
    );
    // In the middle the accompaniment cancels: what must go is what leaks; what must stay is the voice.
    expect(siSdr(vocals, sung)).toBeGreaterThan(4);
    const oneSide = await separateVocals(plus(sung, played), sung, rateHz);
    expect(siSdr(oneSide.vocals, sung)).toBeGreaterThan(
      siSdr(
        plus(
          sung,
          played.map((v) => v / 2),
        ),
        sung,
      ) + 3,
    );
  });

  it('finds a voice over chords and drums that repeat, in mono', async () => {
    const sung = voice(20);
    const mix = plus(sung, chords(20), drums(20));
    const { vocals } = await separateVocals(mix, null, rateHz);
    expect(siSdr(vocals, sung)).toBeGreaterThan(siSdr(mix, sung) + 4);
  });

  it('leaves little of drums and of chords that repeat', async () => {
    for (const sound of [drums(10), chords(16)]) {
      const { vocals } = await separateVocals(sound, null, rateHz);
      expect(energy(vocals)).toBeLessThan(0.1 * energy(sound));
    }
  });

  it('splits the middle of the mix: vocals and accompaniment add up to it, over seams between blocks too', async () => {
    const left = plus(voice(26), drums(26));
    const right = plus(voice(26), chords(26));
    const { vocals, accompaniment } = await separateVocals(left, right, rateHz);
    expect(vocals.length).toBe(left.length);
    let largest = 0;
    for (let n = 0; n < left.length; n++) {
      largest = Math.max(largest, Math.abs(vocals[n]! + accompaniment[n]! - 0.5 * (left[n]! + right[n]!)));
    }
    expect(largest).toBeLessThan(1e-5);
    let step = 0;
    for (let n = 1; n < vocals.length; n++) step = Math.max(step, Math.abs(vocals[n]! - vocals[n - 1]!));
    expect(step).toBeLessThan(0.5);
  });

  it('gives the same whatever the chunks, and never holds more than a block back', async () => {
    const mix = plus(voice(26), chords(26));
    const whole = await separateVocals(mix, null, rateHz);
    const separator = await VocalSeparator.create(rateHz, 1);
    let got = 0;
    for (let at = 0; at < mix.length; at += 12_345) {
      const { vocals } = separator.push(mix.subarray(at, at + 12_345));
      expect(Buffer.compare(bytesOf(vocals), bytesOf(whole.vocals.subarray(got, got + vocals.length)))).toBe(
        0,
      );
      got += vocals.length;
      expect(Math.min(mix.length, at + 12_345) - got).toBeLessThanOrEqual(24 * rateHz);
    }
    expect(got + separator.finish().vocals.length).toBe(mix.length);
    separator.dispose();
  });

  it.each([
    ['nothing', new Float32Array(0)],
    ['one sample', Float32Array.of(1)],
    ['silence', new Float32Array(rateHz)],
    ['numbers that are none', new Float32Array(rateHz).fill(Number.NaN)],
  ])('%s is no error', async (_, samples) => {
    const { vocals, accompaniment } = await separateVocals(samples, null, rateHz);
    expect([vocals.length, accompaniment.length]).toEqual([samples.length, samples.length]);
    expect(vocals.every(Number.isFinite)).toBe(true);
  });

  it('refuses a sample rate and channels that cannot be', async () => {
    await expect(VocalSeparator.create(0, 1)).rejects.toThrow(RangeError);
    await expect(separateVocals(new Float32Array(2), new Float32Array(3), rateHz)).rejects.toThrow(
      RangeError,
    );
  });
});
