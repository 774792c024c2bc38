import { describe, expect, it } from 'vitest';
import { compareLyrics } from './compare-lyrics.js';

const compare = (a: string, b: string) => compareLyrics(a, b, 'no-optional-models');

const english = [
  'In the beginning God created the heaven and the earth.',
  'And God said, Let there be light: and there was light.',
  'And God saw the light, that it was good.',
].join('\n');
const german = [
  'Am Anfang schuf Gott Himmel und Erde.',
  'Und Gott sprach: Es werde Licht! Und es ward Licht.',
  'Und Gott sah, daß das Licht gut war.',
].join('\n');

describe('compareLyrics', () => {
  it('scores a lyric against itself 1, whatever its case, order of section marks and repeats', async () => {
    const shouted = `[Chorus]\n${english.toUpperCase()}\n${english}`;
    expect(await compare(english, shouted)).toMatchObject({ combined_score: 1, paragraph_score: 1 });
  });

  it('finds each line’s translation', async () => {
    const { combined_score, similar_parts } = await compare(german, english);
    expect(combined_score).toBeGreaterThan(0.5);
    const linesOf = (lyric: string, shown: string): number[] =>
      shown.split(' / ').map((line) => lyric.split('\n').indexOf(line));
    expect(similar_parts.length).toBeGreaterThan(1);
    for (const part of similar_parts) {
      const own = linesOf(german, part.query_sentence);
      const other = linesOf(english, part.target_sentence);
      expect([...own, ...other]).not.toContain(-1);
      expect(own.some((line) => other.includes(line))).toBe(true);
    }
  });

  it('works within a language that is not written in Latin letters', async () => {
    const hindi = 'तेरी मिट्टी में मिल जावां\nगुल बनके मैं खिल जावां';
    // Two lines: too little to be certain among thousands of songs, and the same text.
    expect(await compare(hindi, hindi)).toMatchObject({ paragraph_score: 1, sentence_score: 1 });
    expect((await compare(hindi, hindi)).combined_score).toBeGreaterThan(0.6);
    expect((await compare(hindi, english)).combined_score).toBeLessThan(0.5);
  });

  it('never makes a stock phrase suspicious', async () => {
    for (const phrase of ['I love you', 'Te quiero', '我爱你', 'Je t’aime']) {
      expect(
        (await compare(`${phrase}\nA copper kettle sings`, `${phrase}\nTen sparrows left`)).combined_score,
      ).toBeLessThan(0.5);
    }
  });

  it('refuses a lyric without words', async () => {
    await expect(compare(english, '♪')).rejects.toThrow(/no line with words/);
  });
});
