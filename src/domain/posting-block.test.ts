import { describe, expect, it } from 'vitest';
import {
  blockShift,
  encodeBlocks,
  encodePage,
  forEachCell,
  forEachPosting,
  keyBits,
} from './posting-block.js';

function randomPostings(count: number, keyRange: number): { keys: Uint32Array; positions: Uint32Array } {
  let state = 12_345;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const pairs = Array.from({ length: count }, () => [next(keyRange), next(2 ** 32 - 1)] as const);
  pairs.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return {
    keys: Uint32Array.from(pairs, (pair) => pair[0]),
    positions: Uint32Array.from(pairs, (pair) => pair[1]),
  };
}

describe('posting blocks', () => {
  for (const [count, keyRange] of [
    [1, 2 ** keyBits],
    [5000, 2 ** keyBits],
    [5000, 40],
    [20_000, 2 ** 12],
  ] as const) {
    it(`give back ${count} postings over ${keyRange} keys`, () => {
      const postings = randomPostings(count, keyRange);
      const shift = blockShift(count);
      const found: [number, number][] = [];
      for (const { bucket, bytes } of encodeBlocks(postings, shift)) {
        forEachCell(bytes, bucket, shift, (firstKey, from, to) => {
          forEachPosting(bytes, from, to, firstKey, (key, position) => found.push([key, position]));
        });
      }
      expect(found.map((pair) => pair[0])).toEqual([...postings.keys]);
      expect(found.map((pair) => pair[1])).toEqual([...postings.positions]);
    });
  }

  it('refuse to be read where they were cut short', () => {
    const postings = randomPostings(500, 2 ** keyBits);
    const [block] = encodeBlocks(postings, keyBits);
    const broken = block!.bytes.slice(0, 100);
    expect(() => forEachCell(broken, 0, keyBits, () => {})).toThrow(RangeError);
    expect(() => forEachPosting(Uint8Array.of(200), 0, 1, 0, () => {})).toThrow(RangeError);
  });
});

it('a page of postings in memory holds each under its key', () => {
  const postings = randomPostings(300, 50);
  const page = encodePage(postings, 0);
  const found: [number, number][] = [];
  page.cellKeys.forEach((firstKey, cell) => {
    forEachPosting(
      page.bytes,
      cell === 0 ? 0 : page.cellEnds[cell - 1]!,
      page.cellEnds[cell]!,
      firstKey,
      (key, position) => found.push([key, position]),
    );
  });
  expect(found.map((pair) => pair[0])).toEqual([...postings.keys]);
  expect(found.map((pair) => pair[1])).toEqual([...postings.positions]);
});
