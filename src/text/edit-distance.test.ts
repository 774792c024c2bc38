import { describe, expect, it } from 'vitest';
import { editDistance } from './edit-distance.js';

describe('the edits from one sequence to another', () => {
  it.each([
    ['', '', 0],
    ['', 'abc', 3],
    ['abc', '', 3],
    ['abc', 'abc', 0],
    ['abc', 'abcd', 1],
    ['abcd', 'bcd', 1],
    ['abc', 'axc', 1],
    ['kitten', 'sitting', 3],
    ['ab', 'ba', 2],
  ])('%j to %j: %i, either way', (from, to, edits) => {
    expect(editDistance(from, to)).toBe(edits);
    expect(editDistance(to, from)).toBe(edits);
  });

  it('are of whole words where the sequences hold words', () => {
    expect(editDistance(['the', 'ferry', 'leaves'], ['a', 'ferry', 'leaves', 'now'])).toBe(2);
  });
});
