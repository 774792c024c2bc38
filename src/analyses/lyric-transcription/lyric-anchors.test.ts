import { describe, expect, it } from 'vitest';
import { placeLyrics } from './lyric-anchors.js';

const segments = [
  { startSeconds: 10, endSeconds: 20 },
  { startSeconds: 40, endSeconds: 50 },
];
const heard = (...words: [text: string, seconds: number][]) =>
  words.map(([text, startSeconds]) => ({ text, startSeconds }));

describe('placeLyrics', () => {
  it('puts lines into the segments in which their words were recognised, across a long pause', () => {
    const lines = ['the moon is on the river', 'and the night is long'];
    const words = heard(['moon', 11], ['river', 15], ['night', 42], ['long', 45]);
    const { parts, anchors } = placeLyrics(lines, words, segments);
    expect(anchors).toBe(4);
    expect(parts[0]!.map(({ line }) => line)).toContain(0);
    expect(parts[0]![0]!.text).toBe('the moon is on the river');
    expect(parts[1]!.at(-1)).toMatchObject({ line: 1 });
    expect(
      parts
        .flat()
        .map(({ text }) => text)
        .join(' '),
    ).toBe(lines.join(' '));
  });

  it('takes misheard spellings for the same word, and other words for none', () => {
    const { anchors } = placeLyrics(
      ['escucharlas cuando era niño'],
      heard(['escucharla', 11], ['perro', 12]),
      segments,
    );
    expect(anchors).toBe(1);
  });

  it('places a repeated line by its order, not by its first similar one', () => {
    const lines = ['sing it again', 'sing it again'];
    const words = heard(['sing', 11], ['again', 12], ['sing', 41], ['again', 42]);
    expect(placeLyrics(lines, words, segments).parts.map((parts) => parts.map(({ line }) => line))).toEqual([
      [0],
      [1],
    ]);
  });

  it('puts a word that begins where a segment begins into that segment', () => {
    const { parts } = placeLyrics(['moon river'], heard(['moon', 10], ['river', 40]), segments);
    expect(parts.map((some) => some.map(({ text }) => text))).toEqual([['moon'], ['river']]);
  });

  it('spreads lyrics evenly over the sung time where nothing was recognised, and says so', () => {
    const { parts, anchors, words } = placeLyrics(['a b c d'], [], segments);
    expect([anchors, words]).toEqual([0, 4]);
    expect(parts.map(([part]) => part!.text)).toEqual(['a b', 'c d']);
  });

  it('puts no word outside the song where most of the lyrics come before the first one that was heard', () => {
    const lines = [`${'la '.repeat(40)}end`];
    const { parts } = placeLyrics(lines, heard(['end', 11]), segments);
    expect(
      parts
        .flat()
        .map(({ text }) => text)
        .join(' '),
    ).toBe(lines[0]);
  });

  it('cuts scripts without spaces between characters and joins them again without', () => {
    const { parts } = placeLyrics(['月が綺麗ですね'], heard(['月', 12]), segments);
    expect(
      parts
        .flat()
        .map(({ text }) => text)
        .join(''),
    ).toBe('月が綺麗ですね');
  });
});
