import { describe, expect, it } from 'vitest';
import { phonemesByLetters } from './letters.js';
import { pronounce } from './pronounce.js';

/** A dictionary of three words, in which "night" is pronounced as nothing spelled so would be. */
const entries: Record<string, string> = { silent: 'S AY1 L AH0 N T', night: 'N AY1 T', the: 'DH AH0' };
const dictionary = (word: string): string | undefined => entries[word];

describe('how a line is pronounced', () => {
  it('is by the dictionary where all its words are English', () => {
    const [, night] = pronounce('Silent Night!', dictionary).sounds;
    expect(night).not.toBe(phonemesByLetters('night'));
  });

  it('is by the dictionary of a single word, too', () => {
    expect(pronounce('Night', dictionary).sounds[0]).not.toBe(phonemesByLetters('night'));
  });

  it('is by letters where another script or an accent stands beside English words', () => {
    for (const line of ['silent night ночь', 'silent night sé', 'silent night the 夜']) {
      expect(pronounce(line, dictionary).sounds[1]).toBe(phonemesByLetters('night'));
    }
  });

  it('is by letters where too few of its words are English', () => {
    expect(pronounce('night xq vrtl plok', dictionary).sounds[0]).toBe(phonemesByLetters('night'));
  });

  it('has no sound where there is no word', () => {
    expect(pronounce('♪ – ♪', dictionary)).toMatchObject({ words: [], sounds: [] });
  });
});

describe('phonemes by letters', () => {
  it.each([
    ['자', 'Ja'],
    ['차', 'Ca'],
    ['하늘', 'hanul'],
    ['밤', 'bam'],
  ])('%s, in Hangul, sounds %s', (hangul, phonemes) => {
    expect(phonemesByLetters(hangul)).toBe(phonemes);
  });

  it.each([
    ['キヨシ', 'きよし'],
    ['シャ', 'しゃ'],
    ['ヴ', 'ゔ'],
    ['ァ', 'ぁ'],
  ])('%s, in katakana, sounds as %s does', (katakana, hiragana) => {
    expect(phonemesByLetters(katakana)).toBe(phonemesByLetters(hiragana));
    expect(phonemesByLetters(hiragana)).not.toBe('');
  });

  it('leave out what no rule knows, and keep the rest', () => {
    expect(phonemesByLetters('a😀b')).toBe(phonemesByLetters('ab'));
  });
});
