import { describe, expect, it } from 'vitest';
import { joinLanguages } from './languages.js';
import { instrumentalResult, linesOf, transcriptionResult } from './result.js';
import type { LeftOut } from './sung-words/judged-segment.js';

const phrase = (text: string, startSeconds = 0, endSeconds = 4) => ({ text, startSeconds, endSeconds });
const said = (text: string, leftOut: LeftOut | null = null) => ({ phrases: [phrase(text)], leftOut });

describe('the documented result', () => {
  it('is instrumental below ten characters and not at ten', () => {
    const languages = [{ code: 'en', probability: 0.9 }];
    expect(transcriptionResult([phrase('la la la')], languages)).toEqual({
      lyrics: '',
      languages: [{ code: 'Inst', probability: 1 }],
      is_instrumental: true,
    });
    expect(transcriptionResult([phrase('la la la l')], languages)).toEqual({
      lyrics: 'la la la l',
      languages,
      is_instrumental: false,
    });
    expect(transcriptionResult([], [])).toEqual(instrumentalResult());
  });

  it('separates lines by a newline', () => {
    const { lyrics } = transcriptionResult([phrase('first line'), phrase('second line')], []);
    expect(lyrics).toBe('first line\nsecond line');
  });
});

describe('linesOf', () => {
  it.each(['unlikely-words', 'no-words'] as const)(
    'leaves out the words of a segment that is %s, and keeps those before and behind it',
    (reason) => {
      const lines = linesOf([said('first'), said('second', reason), said('third')]);
      expect(lines.map(({ text }) => text)).toEqual(['first', 'third']);
    },
  );

  it('drops a line without any letter and breaks a long one after punctuation, times in order', () => {
    expect(linesOf([said('♪ ♪')])).toEqual([]);
    const long =
      'I walked along the river in the night, and nobody was there to see me; so I sang, and I sang alone.';
    const lines = linesOf([said(long)]);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.map(({ text }) => text).join(' ')).toBe(long);
    for (let i = 1; i < lines.length; i++) {
      expect(lines[i]!.startSeconds).toBeGreaterThanOrEqual(lines[i - 1]!.endSeconds);
    }
    expect(lines.at(-1)!.endSeconds).toBeCloseTo(4);
  });
});

describe('the time of a broken line', () => {
  const word = (text: string, startSeconds: number) => ({
    text,
    startSeconds,
    endSeconds: startSeconds + 0.5,
    probability: 1,
  });
  const text = 'La la by the river in the evening light, la la by the river in the morning light, la la.';
  const words = text.split(' ').map((one, at) => word(one, at));

  it('is that of its own words, where a word comes again', () => {
    const lines = linesOf([{ phrases: [{ text, startSeconds: 0, endSeconds: 30, words }], leftOut: null }]);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.flatMap((line) => line.words ?? [])).toEqual(words);
    for (const line of lines) {
      expect(line.startSeconds).toBe(line.words![0]!.startSeconds);
      expect(line.endSeconds).toBe(line.words!.at(-1)!.endSeconds);
      expect(line.text.startsWith(line.words![0]!.text)).toBe(true);
    }
  });

  it('is dealt out by characters where no words are known', () => {
    const lines = linesOf([{ phrases: [phrase(text, 10, 10 + text.length)], leftOut: null }]);
    for (const line of lines) {
      expect(line.startSeconds).toBeCloseTo(10 + text.indexOf(line.text), 9);
      expect(line.endSeconds - line.startSeconds).toBeCloseTo(line.text.length, 9);
      expect(line.words).toBeNull();
    }
  });
});

describe('joinLanguages', () => {
  const evidence = (heard: Record<string, number>, read: Record<string, number>, seconds = 10) => ({
    seconds,
    noSpeech: 0,
    heard,
    letters: 200,
    read,
  });

  it('lists at most three, the likeliest first, together at most 1', () => {
    const languages = joinLanguages([
      evidence({ ko: 0.7, en: 0.2, ja: 0.1 }, { ko: 0.9, en: 0.1 }),
      evidence({ en: 0.8, fr: 0.2 }, { en: 1 }),
    ]);
    expect(languages).toHaveLength(3);
    expect(
      languages
        .map(({ code }) => code)
        .slice(0, 2)
        .sort(),
    ).toEqual(['en', 'ko']);
    expect(languages.reduce((sum, { probability }) => sum + probability, 0)).toBeLessThanOrEqual(1);
  });

  it('weighs segments by seconds and by whether someone speaks', () => {
    const silent = { ...evidence({ de: 1 }, { de: 1 }, 30), noSpeech: 0.99 };
    expect(joinLanguages([silent, evidence({ it: 1 }, { it: 1 }, 10)])[0]!.code).toBe('it');
  });

  it('weighs what was heard and what was read by their shares, however little was heard of the 18', () => {
    // Six tenths are the text's; of what was heard en has three fifths.
    const languages = joinLanguages([evidence({ sv: 0.5, en: 0.3, de: 0.2 }, { de: 1 })]);
    expect(languages).toEqual([
      { code: 'de', probability: 0.76 },
      { code: 'en', probability: 0.24 },
    ]);
  });

  it('reports only supported languages, whatever the recogniser hears', () => {
    const [first] = joinLanguages([evidence({ sv: 0.9, nl: 0.06, de: 0.04 }, {})]);
    expect(first!.code).toBe('nl');
  });
});
