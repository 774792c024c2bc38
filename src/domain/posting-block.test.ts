import { describe, expect, it } from 'vitest';
import {
  blockShift,
  encodeBlocks,
  encodePage,
  findWanted,
  forEachCell,
  forEachPosting,
  keyBits,
  PageCutter,
  WantedPostings,
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

describe('of a page of postings, those of the wanted keys', () => {
  /** Also steps and positions whose bytes begin with 0x80, as 128 and 16,384 do. */
  const random = randomPostings(400, 3000);
  const made = {
    keys: Uint32Array.of(0, 0, 5, 5, 133, 133, 16_517, 16_517),
    positions: Uint32Array.of(128, 256, 16_384, 16_512, 0, 128, 128, 2 ** 21),
  };

  it.each([
    ['the first', random, (keys: number[]) => keys.slice(0, 1)],
    ['the last', random, (keys: number[]) => keys.slice(-1)],
    ['every third', random, (keys: number[]) => keys.filter((_, index) => index % 3 === 1)],
    ['all, and some that are not there', random, (keys: number[]) => [...keys, 2999, 3001, 2 ** 25]],
    ['the first of long steps', made, (keys: number[]) => keys.slice(0, 1)],
    ['one between long steps', made, (keys: number[]) => keys.slice(2, 3)],
    ['the last after long steps', made, (keys: number[]) => keys.slice(-1)],
    ['none', random, () => []],
  ])('%s are found at their positions, and no other', (_, postings, choose) => {
    const wanted = Uint32Array.from([...new Set(choose([...new Set(postings.keys)]))].sort((a, b) => a - b));
    const expected = [...postings.keys].flatMap((key, index) =>
      wanted.includes(key) ? [[key, postings.positions[index]!]] : [],
    );
    const found = new WantedPostings();
    findWanted(encodePage(postings, 0), wanted, found);
    findWanted(encodePage(postings, 7), wanted, found);
    const pairs = Array.from({ length: found.count }, (_, i) => [
      wanted[found.keyIndices[i]!]!,
      found.positions[i]!,
    ]);
    expect(pairs).toEqual([...expected, ...expected.map(([key, position]) => [key, position! + 7])]);
  });
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
      const found = new WantedPostings();
      findWanted(atOnce.page(7), wanted, found);
      const expected = [...postings.keys].flatMap((key, i) =>
        wanted.includes(key) ? [[key, postings.positions[i]! + 7]] : [],
      );
      expect(
        Array.from({ length: found.count }, (_, i) => [wanted[found.keyIndices[i]!], found.positions[i]]),
      ).toEqual(expected);
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
