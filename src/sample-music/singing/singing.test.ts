import { describe, expect, it } from 'vitest';
import { loadEnglishDictionary } from '../../text/phonetics/english.js';
import { synthesiseVoice } from './formant-synthesis.js';
import { phonemes } from './phonemes.js';
import { sungPronunciations, sungSong } from './sung-song.js';
import { layPhonemes, type SungNote } from './sung-words.js';
import { frameSeconds, voiceTracks } from './tracks.js';

const sampleRateHz = 16_000;
const note = (startSeconds: number, durationSeconds: number, pitch = 45): SungNote => ({
  startSeconds,
  durationSeconds,
  pitch,
});

/** Power at one frequency over `samples`, by a windowed sum. */
function powerAt(samples: Float32Array, hertz: number): number {
  let [re, im] = [0, 0];
  for (let i = 0; i < samples.length; i++) {
    const window = 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / samples.length);
    const angle = (2 * Math.PI * hertz * i) / sampleRateHz;
    re += window * samples[i]! * Math.cos(angle);
    im += window * samples[i]! * Math.sin(angle);
  }
  return re * re + im * im;
}

function sing(pronunciation: string, notes: readonly SungNote[], seconds: number): Float32Array {
  const tracks = voiceTracks(layPhonemes(pronunciation, notes), notes, seconds);
  return synthesiseVoice(tracks, sampleRateHz, 1);
}

describe('a sung line', () => {
  it('begins each vowel on its note, and its consonants before it, in order and without gaps', () => {
    const notes = [note(1, 0.5), note(1.5, 0.5)];
    const laid = layPhonemes('M UW1 N IH0 NG', notes);
    expect(laid.map(({ phoneme }) => phoneme.symbol)).toEqual(['M', 'UW', 'N', 'IH', 'NG']);
    const startOf = (symbol: string) => laid.find(({ phoneme }) => phoneme.symbol === symbol)?.startSeconds;
    expect(startOf('UW')).toBe(1);
    expect(startOf('IH')).toBe(1.5);
    for (let n = 1; n < laid.length; n++) {
      expect(laid[n]!.startSeconds).toBeCloseTo(laid[n - 1]!.endSeconds, 9);
    }
    expect(laid.at(-1)!.endSeconds).toBeCloseTo(2, 9);
  });

  it('leaves a short note its vowel, whatever consonants follow', () => {
    const laid = layPhonemes('AE1 N T S T R IY1', [note(0, 0.2), note(0.2, 0.4)]);
    expect(laid[0]!.endSeconds).toBeGreaterThanOrEqual(0.4 * 0.2 - 1e-9);
  });

  it('is refused where its vowels are not as many as its notes, or a symbol is no phoneme', () => {
    expect(() => layPhonemes('M UW N', [note(0, 1), note(1, 1)])).toThrow(
      '1 vowels cannot be sung to 2 notes',
    );
    expect(() => layPhonemes('M QQ N', [note(0, 1)])).toThrow('"QQ" is no phoneme');
  });

  it('is pronounced as the dictionary has its words', async () => {
    const dictionary = await loadEnglishDictionary();
    for (const { words, pronunciation } of sungPronunciations) {
      const expected = words.toLowerCase().split(' ').map(dictionary).join(' ').replaceAll(/\d/g, '');
      expect(pronunciation).toBe(expected);
    }
  });
});

describe('the voice', () => {
  it('has the pitch of the note', () => {
    const samples = sing('AA', [note(0, 0.5, 45)], 0.5).subarray(3200, 4800);
    // A2, which is 110 Hz, and what lies a third beside it.
    expect(powerAt(samples, 110)).toBeGreaterThan(20 * powerAt(samples, 138));
    expect(powerAt(samples, 110)).toBeGreaterThan(20 * powerAt(samples, 88));
  });

  it.each(['IY', 'AA', 'UW'])('has the resonances of %s where its table says', (symbol) => {
    const { formantsHz, lastFormantsHz } = phonemes().get(symbol)!;
    const middle = (formantsHz[1]! + lastFormantsHz[1]!) / 2;
    const samples = sing(symbol, [note(0, 0.4, 33)], 0.4).subarray(1600, 4800);
    // The strongest harmonic of 55 Hz near the second resonance lies at it.
    const harmonics = Array.from({ length: 60 }, (_, n) => 55 * (n + 1));
    const strongest = harmonics
      .filter((hertz) => Math.abs(hertz - middle) < 250)
      .reduce((best, hertz) => (powerAt(samples, hertz) > powerAt(samples, best) ? hertz : best));
    expect(Math.abs(strongest - middle)).toBeLessThan(130);
  });

  it('hisses in S without a pitch, and is silent before a T', () => {
    const samples = sing('AA S AA', [note(0, 0.5), note(0.5, 0.5)], 1);
    const hiss = samples.subarray(Math.round(0.42 * sampleRateHz), Math.round(0.46 * sampleRateHz));
    const power = (low: number, high: number) => {
      let sum = 0;
      for (let hertz = low; hertz < high; hertz += 25) sum += powerAt(hiss, hertz);
      return sum;
    };
    expect(power(5000, 7500)).toBeGreaterThan(10 * power(100, 1000));
    const stopped = layPhonemes('AA T AA', [note(0, 0.5), note(0.5, 0.5)]);
    const closure = stopped.find(({ isClosure }) => isClosure)!;
    const { voicing } = voiceTracks(stopped, [note(0, 0.5), note(0.5, 0.5)], 1);
    const middle = Math.round((closure.startSeconds + closure.endSeconds) / 2 / frameSeconds);
    expect(voicing[middle]).toBe(0);
  });
});

it('the sung song is the same every time, finite, and does not clip', () => {
  const samples = sungSong(8000);
  expect(Buffer.from(samples.buffer).equals(Buffer.from(sungSong(8000).buffer))).toBe(true);
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  expect(peak).toBeGreaterThan(0.2);
  expect(peak).toBeLessThan(1);
});
