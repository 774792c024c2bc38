import { describe, expect, it } from 'vitest';
import { synthesiseSong } from '../../../../bench/fingerprint/synthetic.js';
import { synthesiseSpeech } from '../../../../bench/fingerprint/synthetic-speech.js';
import { seededRandom } from '../../../signal/seeded-random.js';
import { measureSpeech } from './speech-measurements.js';
import { isLikelierMusic } from './speech-odds.js';

const rate = 16_000;

/** Ten harmonics whose fundamental is `hertzAt` seconds. */
function voice(seconds: number, hertzAt: (seconds: number) => number): Float32Array {
  let phase = 0;
  return Float32Array.from({ length: seconds * rate }, (_, n) => {
    phase += (2 * Math.PI * hertzAt(n / rate)) / rate;
    let sum = 0;
    for (let harmonic = 1; harmonic <= 10; harmonic++) sum += Math.sin(harmonic * phase) / harmonic;
    return 0.1 * sum;
  });
}

const noise = (seconds: number): Float32Array => {
  const random = seededRandom(2);
  return Float32Array.from({ length: seconds * rate }, () => random() - 0.5);
};

describe('speech and music differ in each measurement', () => {
  it('speech pauses', async () => {
    const [talk, song] = [
      await measureSpeech(synthesiseSpeech(10, 3)),
      await measureSpeech(synthesiseSong(51, 10)),
    ];
    expect(talk!.quiet).toBeGreaterThan(song!.quiet);
  });

  it('and hardly change through a telephone’s gain: all of them are of no level', async () => {
    const talk = synthesiseSpeech(10, 3);
    const [loud, soft] = [await measureSpeech(talk), await measureSpeech(talk.map((x) => 0.05 * x))];
    for (const name of ['onSemitones', 'onSemitonesSlowly', 'quiet', 'pulse', 'low'] as const)
      expect(soft![name]).toBeCloseTo(loud![name], 2);
  });
});

describe('the pitch', () => {
  it('of a held note lies on one grid', async () => {
    const note = await measureSpeech(voice(5, () => 227));
    expect(note!.onSemitones).toBeGreaterThan(0.99);
  });

  it('of a glide of an octave in 4 s lies on none', async () => {
    const glide = await measureSpeech(voice(4, (seconds) => 110 * 2 ** (seconds / 4)));
    expect(glide!.onSemitones).toBeLessThan(0.1);
    expect(glide!.onSemitonesSlowly).toBeLessThan(0.1);
  });

  it('of vibrato under a note is on the grid where 0.2 s are taken together', async () => {
    const vibrato = await measureSpeech(
      voice(5, (seconds) => 227 * 2 ** ((0.4 / 12) * Math.sin(2 * Math.PI * 5.2 * seconds))),
    );
    expect(vibrato!.onSemitones).toBeLessThan(0.3);
    expect(vibrato!.onSemitonesSlowly).toBeGreaterThan(0.9);
  });

  it('is not in noise: a recording without pitches counts as music', async () => {
    expect(await measureSpeech(noise(5))).toMatchObject({
      onSemitones: 1,
      onSemitonesSlowly: 1,
    });
  });
});

describe('the level', () => {
  it('of a steady tone is never quiet; of bursts of 0.3 s with as long pauses about half of the time', async () => {
    expect((await measureSpeech(voice(5, () => 227)))!.quiet).toBe(0);
    const bursts = noise(6).map((x, n) => (Math.floor(n / (0.3 * rate)) % 2 === 0 ? x : 0));
    expect((await measureSpeech(bursts))!.quiet).toBeCloseTo(0.45, 1);
  });

  it('has a pulse where bursts come evenly, and none where they come at random', async () => {
    const sound = noise(12);
    const even = sound.map((x, n) => x * Math.exp(-(n % (rate / 2)) / 800));
    const random = seededRandom(9);
    const starts = Array.from({ length: 30 }, () => Math.floor(random() * 12 * rate));
    const uneven = sound.map(
      (x, n) => x * Math.max(...starts.map((start) => (n < start ? 0 : Math.exp((start - n) / 800)))),
    );
    expect((await measureSpeech(even))!.pulse).toBeGreaterThan(0.8);
    expect((await measureSpeech(uneven))!.pulse).toBeLessThan(0.3);
  });

  it('lies low in a vowel, high in hissing', async () => {
    expect((await measureSpeech(voice(5, () => 227)))!.low).toBeGreaterThan(0.7);
    const hiss = noise(5).map((x, n, all) => x - (all[n - 1] ?? 0));
    expect((await measureSpeech(hiss))!.low).toBeLessThan(0.15);
  });
});

describe('what is measured', () => {
  it('leaves pitches out of what is music even at its most like speech, and never out of speech', async () => {
    const [talk, beat] = [
      synthesiseSpeech(10, 3),
      noise(12).map((x, n) => 0.3 * x * (1 + Math.exp(-(n % 8000) / 800))),
    ];
    const music = await measureSpeech(beat, isLikelierMusic);
    expect(music).toMatchObject({ onSemitones: 0, onSemitonesSlowly: 0 });
    expect(isLikelierMusic(music!)).toBe(true);
    expect(isLikelierMusic((await measureSpeech(beat))!)).toBe(true);
    expect(await measureSpeech(talk, isLikelierMusic)).toEqual(await measureSpeech(talk));
  });

  it('is nothing of silence, of the converter’s noise, and of less than two seconds', async () => {
    expect(await measureSpeech(new Float32Array(5 * rate))).toBeNull();
    expect(await measureSpeech(noise(5).map((x) => x * 1e-5))).toBeNull();
    expect(await measureSpeech(synthesiseSpeech(1, 3))).toBeNull();
  });
});
