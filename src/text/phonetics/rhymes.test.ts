import { describe, expect, it } from 'vitest';
import type { PronouncedLine } from './pronounce.js';
import { rhymeDensity, rhymeScheme, sharedRhymeChains } from './rhymes.js';

/** Lines of words by their sounds, each word spelled as it sounds. */
const lines = (...texts: string[]): PronouncedLine[] =>
  texts.map((text) => ({ text, words: text.split(' '), sounds: text.split(' ') }));

describe('the rhyme scheme', () => {
  it('goes by the sounds from the last full vowel on, and by the syllable before where the last is neutral', () => {
    expect(rhymeScheme(lines('nait', 'lait', 'lat', 'nat'))).toBe('AABB');
    expect(rhymeScheme(lines('bern@n', 'tern@n', 'marn@n'))).toBe('AAB');
    // Of a word of neutral vowels alone, that vowel.
    expect(rhymeScheme(lines('b@t', 's@t'))).toBe('AA');
  });

  it('has a dash where a line has no vowel', () => {
    expect(rhymeScheme(lines('pst', 'nait', 'pst'))).toBe('-A-');
  });

  it('goes on with small letters after the alphabet', () => {
    const consonants = [...'pbtdkgfvTDszSZCJmnNlrhw'];
    const tails = ['a', 'o'].flatMap((vowel) => consonants.map((consonant) => `${vowel}${consonant}`));
    expect(rhymeScheme(lines(...tails)).slice(25, 28)).toBe('Zab');
  });
});

describe('rhyme density', () => {
  it('is the mean length of the longest common run of vowels before the ends of two words', () => {
    // "tak" and "mak" share one vowel; the first word has nothing before it.
    expect(rhymeDensity(lines('tak mak'))).toBe(1 / 2);
    expect(rhymeDensity(lines('tak mik'))).toBe(0);
    expect(rhymeDensity(lines('takino makino'))).toBe(3 / 2);
  });

  it('counts no word as a rhyme with itself, and no word more than 15 words back', () => {
    expect(rhymeDensity(lines('tak tak'))).toBe(0);
    const between = (count: number): string => Array.from({ length: count }, () => 'pi').join(' ');
    expect(rhymeDensity(lines(`tak ${between(14)} mak`)) * 16).toBe(1);
    expect(rhymeDensity(lines(`tak ${between(15)} mak`))).toBe(0);
  });

  it('is 0 without any vowel', () => {
    expect(rhymeDensity(lines('pst'))).toBe(0);
  });
});

describe('a shared rhyme chain', () => {
  const chain = ['nait', 'tak', 'lom', 'pel'];

  it('is three or more lines whose rhymes agree one by one, wherever it begins in either lyric', () => {
    expect(sharedRhymeChains(lines('si', ...chain), lines('wo', 'ra', ...chain, 'ku'))).toEqual([
      { queryStart: 1, targetStart: 2, lines: 4 },
    ]);
    expect(sharedRhymeChains(lines(...chain.slice(0, 2)), lines(...chain.slice(0, 2)))).toEqual([]);
    expect(sharedRhymeChains(lines(...chain.slice(0, 3)), lines(...chain.slice(0, 3)))).toHaveLength(1);
  });

  it('ends where lines do not rhyme, or have no rhyme', () => {
    expect(sharedRhymeChains(lines(...chain), lines('nait', 'tak', 'si', 'pel'))).toEqual([]);
    expect(sharedRhymeChains(lines('nait', 'tak', 'pst', 'pel'), lines('nait', 'tak', 'pst', 'pel'))).toEqual(
      [],
    );
  });

  it('is none where one rhyme goes through all of its lines', () => {
    expect(sharedRhymeChains(lines('nait', 'lait', 'mait'), lines('pait', 'sait', 'gait'))).toEqual([]);
  });

  it('comes with the longest first, three at the most', () => {
    const other = ['bas', 'tif', 'rog'];
    const query = [...chain, 'zu', ...other];
    const found = sharedRhymeChains(lines(...query), lines(...other, 'wi', ...chain));
    expect(found.map(({ lines }) => lines)).toEqual([4, 3]);
    const many = lines(...other, 'zu', ...other, 'wi', ...other, 'zo', ...other);
    expect(sharedRhymeChains(lines(...other), many)).toHaveLength(3);
  });
});
