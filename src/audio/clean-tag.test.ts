import { expect, it } from 'vitest';
import { cleanTag } from './clean-tag.js';

it('takes out control characters, direction marks and spare space', () => {
  expect(cleanTag('  a\u0000b\r\n\tc \u202ed\ufeff\u200b ')).toBe('a b c d');
});

it('composes characters, so that equal titles are equal', () => {
  expect(cleanTag('Cafe\u0301')).toBe('Caf\u00e9');
});

it('keeps at most 300 characters and never half of one', () => {
  const cleaned = cleanTag('🎵'.repeat(1000))!;
  expect(Array.from(cleaned)).toHaveLength(300);
  expect(cleaned.endsWith('🎵')).toBe(true);
});

it('undoes UTF-8 that was read as Latin-1, and leaves true Latin-1 alone', () => {
  expect(cleanTag('T\u00c3\u00abst')).toBe('Tëst');
  expect(cleanTag('Björk')).toBe('Björk');
});

it('is null for nothing, for what is no text, and for text of nothing visible', () => {
  for (const value of [undefined, null, 7, '', '\u0000\u0000', '\ud800', ' \u200b '])
    expect(cleanTag(value)).toBeNull();
});

it('keeps joiners that spell a word or an emoji, and no others', () => {
  for (const spelt of ['نمی\u200cدانم', 'ශ්\u200dරී ලංකා', '👩\u200d🚀 Song'])
    expect(cleanTag(spelt)).toBe(spelt);
  expect(cleanTag('\u200d')).toBeNull();
  expect(cleanTag('a\u200d \u200cb\u200c\u200d\u200cc\u200c')).toBe('a b\u200cc');
});
