import { describe, expect, it } from 'vitest';
import {
  blockShift,
  encodeBlocks,
  encodePage,
  forEachCell,
  forEachPosting,
  keyBits,
  PageCutter,
  type PostingPage,
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

/** Keys and positions from the page's base on. */
function postingsOf({ bytes, cellKeys, cellEnds }: PostingPage): [key: number, position: number][] {
  const found: [number, number][] = [];
  cellKeys.forEach((firstKey, cell) => {
    const from = cell === 0 ? 0 : cellEnds[cell - 1]!;
    forEachPosting(bytes, from, cellEnds[cell]!, firstKey, (key, position) => found.push([key, position]));
  });
  return found;
}

describe('posting blocks', () => {
  for (const [count, keyRange] of [
    [1, 2 ** keyBits],
    [5000, 2 ** keyBits],
    [5000, 40],
    [20_000, 2 ** 12],
  ] as const) {
    it(`return ${count} postings over ${keyRange} keys`, () => {
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
  const found = postingsOf(page);
  expect(found.map((pair) => pair[0])).toEqual([...postings.keys]);
  expect(found.map((pair) => pair[1])).toEqual([...postings.positions]);
});

describe('the cells that are cut out of blocks', () => {
  // A few postings a cell, and hundreds.
  it.each([3000, 200_000])(
    'hold the wanted keys of %d postings, cut in one call a block or in one a key',
    (count) => {
      const postings = randomPostings(count, 2 ** 14);
      const shift = 11;
      const wanted = Uint32Array.from(new Set(randomPostings(300, 2 ** 14).keys));
      const [atOnce, oneByOne] = [new PageCutter(shift), new PageCutter(shift)];
      for (const { bucket, bytes } of encodeBlocks(postings, shift)) {
        const from = wanted.findIndex((key) => key >>> shift === bucket);
        const to = wanted.findLastIndex((key) => key >>> shift === bucket) + 1;
        atOnce.cut(bytes, wanted, from, to);
        for (let i = from; i < to; i++) oneByOne.cut(bytes, wanted, i, i + 1);
      }
      expect(oneByOne.page(7)).toEqual(atOnce.page(7));
      const expected = [...postings.keys].flatMap((key, i) =>
        wanted.includes(key) ? [[key, postings.positions[i]!]] : [],
      );
      expect(postingsOf(atOnce.page(7)).filter(([key]) => wanted.includes(key))).toEqual(expected);
    },
  );

  it('are refused where the block was cut short', () => {
    const [block] = encodeBlocks(randomPostings(500, 2 ** keyBits), keyBits);
    for (const length of [8, 100]) {
      for (const keys of [Uint32Array.of(1), Uint32Array.of(1, 2 ** 25)]) {
        const cutter = new PageCutter(keyBits);
        expect(() => cutter.cut(block!.bytes.slice(0, length), keys, 0, keys.length)).toThrow(RangeError);
      }
    }
  });
});
