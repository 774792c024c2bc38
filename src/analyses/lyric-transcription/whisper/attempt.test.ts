import { describe, expect, it } from 'vitest';
import { type Attempt, betterAttempt, fallbackTemperatures, judge, needsAnother } from './attempt.js';
import type { Decoded } from './decode.js';

/** Tokens below are words of this text; the ones from here on are times, 0.02 s each. */
const firstTimestampToken = 1_000;
const words = 'the ferry leaves at midnight and nobody was there to see me go'.split(' ');
const decodeText = (tokens: readonly number[]): string =>
  tokens.map((token) => ` ${words[token % words.length]}`).join('');
const at = (seconds: number): number => firstTimestampToken + Math.round(seconds / 0.02);

function judged(decoded: Partial<Decoded> = {}, noSpeech = 0): Attempt {
  const tokens = [at(0), 0, 1, 2, at(4)];
  const whole = { tokens, meanLogProbability: -0.3, endedBy: 'end', ...decoded } as const;
  return judge(whole, { firstTimestampToken }, { noSpeech, seconds: 30 }, 0.2, decodeText);
}

describe('an attempt', () => {
  it('has its phrases with their times, its text and its temperature', () => {
    expect(judged()).toMatchObject({
      text: 'the ferry leaves',
      phrases: [{ startSeconds: 0, endSeconds: 4 }],
      temperature: 0.2,
      repeats: false,
      isSilent: false,
      unfinishedFrom: null,
    });
  });

  it.each([
    [0.61, -1.01, true],
    [0.6, -1.01, false],
    [0.61, -1, false],
  ])('with no-speech %d and a mean log-probability of %d is silent: %s', (noSpeech, mean, isSilent) => {
    expect(judged({ meanLogProbability: mean }, noSpeech).isSilent).toBe(isSilent);
  });

  it('repeats itself where it ended in a loop, and where it compresses to less than a 2.4th', () => {
    expect(judged({ endedBy: 'loop' }).repeats).toBe(true);
    const often = judged({ tokens: [...Array(12).fill([4, 5, 6, 7, 8]).flat(), 1, 2] });
    expect(often.compressionRatio).toBeGreaterThan(2.4);
    expect(often.repeats).toBe(true);
    const once = judged({ tokens: words.map((_, token) => token) });
    expect(once.compressionRatio).toBeLessThan(2.4);
    expect(once.repeats).toBe(false);
  });

  it('repeats itself by how well its text compresses, from 2.4 times on', () => {
    const ratios = Array.from({ length: 40 }, (_, times) => {
      const tokens = [
        ...Array(1 + (times >> 2))
          .fill([4, 5, 6, 7, 8, 9, 10])
          .flat(),
        1,
        2,
        3,
      ].slice(times % 4);
      const { compressionRatio, repeats } = judged({ tokens });
      expect(repeats).toBe(compressionRatio > 2.4);
      return compressionRatio;
    });
    expect(ratios.some((ratio) => ratio > 2.2 && ratio <= 2.4)).toBe(true);
    expect(ratios.some((ratio) => ratio > 2.4 && ratio < 2.6)).toBe(true);
    expect(judged({ tokens: [] })).toMatchObject({ text: '', compressionRatio: 0, repeats: false });
  });

  it('that ran out of tokens goes on behind its last closed phrase, if that is more than a second', () => {
    const endedBy = 'length';
    expect(judged({ endedBy }).unfinishedFrom).toBe(4);
    expect(judged({ endedBy, tokens: [at(0), 0, at(1), 1] }).unfinishedFrom).toBeNull();
    expect(judged({ endedBy, tokens: [at(0), 0, at(1.02), 1] }).unfinishedFrom).toBeCloseTo(1.02, 9);
    expect(judged({ endedBy: 'end', tokens: [at(0), 0, at(4), 1] }).unfinishedFrom).toBeNull();
    expect(judged({ endedBy, tokens: [0, 1, 2] }).unfinishedFrom).toBeNull();
  });
});

describe('another attempt', () => {
  it('is made of an unsure or repeating text, and not where nobody speaks', () => {
    expect(needsAnother(judged({ meanLogProbability: -1 }))).toBe(false);
    expect(needsAnother(judged({ meanLogProbability: -1.01 }))).toBe(true);
    expect(needsAnother(judged({ endedBy: 'loop' }))).toBe(true);
    expect(needsAnother(judged({ meanLogProbability: -1.01 }, 0.9))).toBe(false);
  });

  it('is made at the published temperatures', () => {
    expect(fallbackTemperatures).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
  });
});

describe('where no temperature gives a text that passes', () => {
  const attempt = (meanLogProbability: number, repeats = false) => ({ meanLogProbability, repeats });

  it('the likeliest attempt is kept, not the last', () => {
    const tried = [attempt(-1.1), attempt(-1.6), attempt(-4.2)];
    expect(tried.reduce(betterAttempt, attempt(-1.2))).toEqual(attempt(-1.1));
  });

  it('an attempt that repeats itself gives way to any other, however sure it was', () => {
    expect(betterAttempt(attempt(-0.1, true), attempt(-2))).toEqual(attempt(-2));
    expect(betterAttempt(attempt(-2), attempt(-0.1, true))).toEqual(attempt(-2));
  });

  it('of attempts that all repeat themselves the likeliest is kept', () => {
    expect(betterAttempt(attempt(-0.5, true), attempt(-0.3, true))).toEqual(attempt(-0.3, true));
  });
});
