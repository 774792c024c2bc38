import { describe, expect, it } from 'vitest';
import { phonemeSimilarity } from './phonemes.js';

/** What it costs to hear the one for the other. */
const cost = (a: string, b: string): number => 1 - phonemeSimilarity(a, b);

describe('the cost of a sound heard for another', () => {
  it.each([
    ['p for b: voicing alone', 'p', 'b', 0.4],
    ['s for z: voicing alone, of hissing sounds', 's', 'z', 0.3],
    ['b for v: one letter in Spanish', 'b', 'v', 0.5],
    ['l for r: one letter in Japanese', 'l', 'r', 0.6],
    ['e for i: neighbours', 'e', 'i', 0.4],
    ['a for @: a vowel that is not stressed', 'a', '@', 0.3],
    ['i for o: any two vowels', 'i', 'o', 0.7],
    ['p for s: any two consonants', 'p', 's', 1],
    ['a for t: a vowel for a consonant', 'a', 't', 1],
  ])('%s', (_, a, b, expected) => {
    expect(cost(a, b)).toBeCloseTo(expected, 9);
    expect(cost(b, a)).toBeCloseTo(expected, 9);
  });

  it.each([
    ['h', 0.4],
    ['@', 0.4],
    ['w', 0.6],
    ['y', 0.6],
    ['t', 1],
    ['a', 1],
  ])('%s left out', (phoneme, expected) => {
    expect(cost(`kon${phoneme}`, 'kon')).toBeCloseTo(expected / 4, 9);
    expect(cost('kon', `kon${phoneme}`)).toBeCloseTo(expected / 4, 9);
  });
});

it('takes the cheapest way of edits, over the longer length', () => {
  expect(phonemeSimilarity('nait', 'nait')).toBe(1);
  // "t" for "d", and an "h" left out.
  expect(cost('hand', 'ant')).toBeCloseTo((0.4 + 0.4) / 4, 9);
  expect(phonemeSimilarity('', '')).toBe(0);
  expect(phonemeSimilarity('', 'tak')).toBe(0);
});

it('keeps nothing of the pair before in its work space', () => {
  const before = phonemeSimilarity('moskva', 'kief');
  phonemeSimilarity('a'.repeat(200), 'o'.repeat(300));
  expect(phonemeSimilarity('moskva', 'kief')).toBe(before);
});

it('is compared to its end where it may be similar enough, and is 0 where it is not', () => {
  const words = ['nait', 'nights', 'hol@wi', 'silent', 'tsailnt', 'moskva', 'kief', 'ha'];
  for (const a of words)
    for (const b of words)
      for (const least of [0.2, 0.5, 0.6, 1]) {
        const whole = phonemeSimilarity(a, b);
        expect(phonemeSimilarity(a, b, least), `${a} ${b}`).toBe(whole < least ? 0 : whole);
        expect(phonemeSimilarity(a, b, whole)).toBe(whole);
      }
});
