import { expect, it } from 'vitest';
import type { WordNumbers } from '../index/song-words.js';
import { type ComparedSong, commonnessOf, rareNats } from './commonness.js';
import type { Passage } from './passages.js';

const words = (hashes: readonly number[]): WordNumbers => ({
  hashes: Uint32Array.from(hashes),
  marks: new Uint32Array(hashes.length),
  nats: new Uint8Array(hashes.length).fill(8),
});
const phrase: Passage = { queryFrom: 0, queryTo: 4, songFrom: 0, songTo: 4, nats: 32 };
const query = words(Array.from({ length: 200 }, (_, at) => at + 1));
const texts = (count: number, wordOf: (song: number, at: number) => number): ComparedSong[] =>
  Array.from({ length: count }, (_, song) => ({
    words: words(Array.from({ length: 200 }, (_, at) => wordOf(song, at))),
    passages: [phrase],
  }));
const different = (song: number, at: number): number => (at < 4 ? at + 1 : 1000 + song * 200 + at);

it('a passage that many different texts have counts little, one that a single text has whole', () => {
  const common = commonnessOf(query, texts(30, different));
  expect(common[0]).toBeLessThan(0.2);
  expect(rareNats(phrase, query, common)).toBeLessThan(0.2 * phrase.nats);
  expect(common[4]).toBe(1);
  expect(commonnessOf(query, texts(1, different))[0]).toBe(1);
});

it('a text that is in the database many times over is one text', () => {
  const versions = texts(30, (song, at) => (at === 150 ? 9000 + song : at < 4 ? at + 1 : 500 + at));
  expect(commonnessOf(query, versions)[0]).toBe(1);
});

it('a song that shares much of the lyric makes no phrase common', () => {
  const copies = texts(30, different).map((song) => ({
    ...song,
    passages: [{ ...phrase, queryTo: 100, songTo: 100, nats: 800 }],
  }));
  expect(commonnessOf(query, copies)[0]).toBe(1);
});
