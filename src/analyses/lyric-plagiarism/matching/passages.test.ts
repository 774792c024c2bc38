import { describe, expect, it } from 'vitest';
import type { WordNumbers } from '../index/song-words.js';
import { createPassageFinder, pairsOf } from './passages.js';

const numbers = (hashes: readonly number[], marks: readonly number[] = hashes.map(() => 0)): WordNumbers => ({
  hashes: Uint32Array.from(hashes),
  marks: Uint32Array.from(marks),
  nats: new Uint8Array(hashes.length).fill(10),
});
const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, at) => from + at);

describe('shared passages', () => {
  it('of a text with itself are the whole text, and say what its words say', () => {
    const text = numbers(range(1, 30));
    expect(createPassageFinder(text).find(text)).toEqual([
      { queryFrom: 0, queryTo: 30, songFrom: 0, songTo: 30, nats: 300 },
    ]);
  });

  it('go on over a word that was replaced, one that was left out and one that was put in', () => {
    const query = numbers(range(1, 20));
    const song = numbers([...range(1, 5), 99, ...range(7, 4), ...range(12, 5), 98, ...range(17, 4)]);
    const [passage, ...others] = createPassageFinder(query).find(song);
    expect(others).toEqual([]);
    expect(passage!.nats).toBe(18 * 10 - 2 - 2.5 - 2.5);
    expect(pairsOf(passage!, query, song)).toHaveLength(18);
  });

  it('count a word of the same stem or sound less than the word, and one of neither not at all', () => {
    const query = numbers([1, 2, 3, 4, 5], [0, 0, 0x50007, 0, 0]);
    const nats = (word: number, mark: number): number =>
      createPassageFinder(query).find(numbers([1, 2, word, 4, 5], [0, 0, mark, 0, 0]))[0]!.nats;
    expect(nats(3, 0x50007)).toBe(50);
    expect(nats(77, 0x00007)).toBe(45);
    expect(nats(77, 0x50000)).toBe(43.5);
    expect(nats(77, 0x60008)).toBe(38);
  });

  it('are none where two texts share single words only', () => {
    const query = numbers(range(1, 200));
    const song = numbers(range(0, 200).map((at) => (at % 25 === 0 ? at + 1 : 1000 + at)));
    expect(createPassageFinder(query).find(song)).toEqual([]);
  });

  it('that were put in another order are all found, each word in one of them at most', () => {
    const query = numbers(range(1, 40));
    const song = numbers([...range(21, 20), ...range(1, 20)]);
    const passages = createPassageFinder(query).find(song);
    expect(passages.map(({ queryFrom, songFrom }) => [queryFrom, songFrom]).sort()).toEqual([
      [0, 20],
      [20, 0],
    ]);
  });

  it('of a verse that one text has once and the other twice are one: the strongest, whichever text repeats it', () => {
    const once = numbers(range(1, 12));
    const twice = numbers([...range(1, 12), ...range(500, 30), ...range(1, 11)]);
    expect(createPassageFinder(once).find(twice)).toEqual([
      { queryFrom: 0, queryTo: 12, songFrom: 0, songTo: 12, nats: 120 },
    ]);
    expect(createPassageFinder(twice).find(once)).toEqual([
      { queryFrom: 0, queryTo: 12, songFrom: 0, songTo: 12, nats: 120 },
    ]);
  });

  it('of equal strength are chosen in the order in which the song has them, forty at most', () => {
    const verse = range(1, 8);
    const apartBy = (from: number) => range(from, 20);
    const query = numbers([...verse, ...apartBy(100), ...range(50, 8)]);
    const song = numbers([...range(50, 8), ...apartBy(300), ...verse]);
    expect(
      createPassageFinder(query)
        .find(song)
        .map(({ songFrom, nats }) => [songFrom, nats]),
    ).toEqual([
      [0, 80],
      [28, 80],
    ]);
    const many = Array.from({ length: 45 }, (_, at) => range(1_000 + 10 * at, 6));
    const mixed = many.flatMap((run, at) => [...run, ...range(10_000 + 40 * at, 30)]);
    const reordered = [...many].reverse().flatMap((run, at) => [...run, ...range(50_000 + 40 * at, 30)]);
    expect(createPassageFinder(numbers(mixed)).find(numbers(reordered))).toHaveLength(40);
  });

  it('take no word without a stem or a sound for one of the same', () => {
    const query = numbers([1, 2, 3, 4, 5]);
    expect(createPassageFinder(query).find(numbers([1, 2, 77, 4, 5]))[0]!.nats).toBe(38);
  });
});
