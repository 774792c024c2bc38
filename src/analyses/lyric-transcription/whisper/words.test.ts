import { describe, expect, it } from 'vitest';
import { wordsOfTokens } from './words.js';

/** Tokens are indices of these pieces, as a byte-level tokenizer has them. */
function decoderOf(pieces: readonly (string | Uint8Array)[]): (tokens: readonly number[]) => string {
  const bytes = pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece)));
  return (tokens) => Buffer.concat(tokens.map((token) => bytes[token]!)).toString('utf8');
}
const split = (language: string, ...pieces: (string | Uint8Array)[]) =>
  wordsOfTokens(
    pieces.map((_, i) => i),
    language,
    decoderOf(pieces),
  );

describe('wordsOfTokens', () => {
  it('joins pieces up to the next space, and punctuation with the word before', () => {
    expect(split('en', ' Hello', ',', ' my', ' dar', 'ling', '!')).toEqual([
      { text: 'Hello,', from: 0, to: 2 },
      { text: 'my', from: 2, to: 3 },
      { text: 'darling!', from: 3, to: 6 },
    ]);
  });
  it('joins opening marks with the word behind', () => {
    expect(split('es', ' ¿', 'Qué', ' tal', '?').map(({ text }) => text)).toEqual(['¿Qué', 'tal?']);
    expect(split('en', ' he', ' "', 'said').map(({ text }) => text)).toEqual(['he', '"said']);
  });
  it('waits for all bytes of a character', () => {
    const [first, second] = [Buffer.from('é').subarray(0, 1), Buffer.from('é').subarray(1)];
    expect(split('fr', ' caf', first, second, ' noir')).toEqual([
      { text: 'café', from: 0, to: 3 },
      { text: 'noir', from: 3, to: 4 },
    ]);
  });
  it('takes each character for a word in languages that write no spaces', () => {
    expect(split('ja', '月', 'が', '。', '綺').map(({ text }) => text)).toEqual(['月', 'が。', '綺']);
  });
  it('covers every token once, in order', () => {
    const words = split('en', ' a', ' ', ' b', '...', ' c');
    expect(words.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, i) => from + i))).toEqual([
      0, 1, 2, 3, 4,
    ]);
  });
  it('has none where there is no text', () => {
    expect(split('en', ' ')).toEqual([]);
  });
});
