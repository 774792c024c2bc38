import { expect, it } from 'vitest';
import { phraseLetters, phraseStarts } from './phrases.js';
import type { StreamWord } from './word-stream.js';

const words = (...letters: number[]): StreamWord[] =>
  letters.map((count) => ({ normalised: 'x', text: 'x', isUnspaced: false, letters: count, line: 0 }));
const starts = (letters: number[], shift?: number): number[] => [...phraseStarts(words(...letters), shift)];

it('a phrase ends after thirty letters, and a word belongs to where its middle lies', () => {
  expect(phraseLetters).toBe(30);
  expect(starts(Array(12).fill(10))).toEqual([0, 3, 6, 9]);
  // The middle of the third word lies at 29, before the end; at 30, behind it.
  expect(starts([12, 12, 10, 20, 20])).toEqual([0, 3, 4]);
  expect(starts([12, 12, 12, 20, 20])).toEqual([0, 2, 4]);
});

it('a first phrase that is shifted is shorter by that share', () => {
  expect(starts(Array(12).fill(10), 1 / 3)).toEqual([0, 2, 5, 8]);
});

it('a rest of less than half a phrase belongs to the last one, and a half is one of its own', () => {
  expect(starts([10, 10, 10, 14])).toEqual([0]);
  expect(starts([10, 10, 10, 15])).toEqual([0, 3]);
});

it('a phrase ends every thirty letters, counted through a word that is longer than a phrase', () => {
  expect(starts([10, 100, 10, 10, 10])).toEqual([0, 1, 2, 3]);
});

it('no words have no phrases', () => {
  expect(starts([])).toEqual([]);
});
