import { describe, expect, it } from 'vitest';
import { encodeBlocks, encodePage, PageCutter, type Postings } from '../../../domain/posting-block.js';
import { seededRandom } from '../../../signal/seeded-random.js';
import { type WantedPostings, wantedPostings } from './wanted-postings.js';

const random = seededRandom(3);

function randomPostings(count: number, keyRange: number): Postings {
  const pairs = Array.from({ length: count }, () => [
    Math.floor(random() * keyRange),
    Math.floor(random() * (2 ** 32 - 1)),
  ]);
  pairs.sort((a, b) => a[0]! - b[0]! || a[1]! - b[1]!);
  return {
    keys: Uint32Array.from(pairs, (pair) => pair[0]!),
    positions: Uint32Array.from(pairs, (pair) => pair[1]!),
  };
}

/** Key and position of each. */
function pairsOf({ count, positions, runs }: WantedPostings, wanted: Uint32Array): [number, number][] {
  const pairs: [number, number][] = [];
  for (let run = 0; run < runs.length; run += 2) {
    const end = run + 2 < runs.length ? runs[run + 3]! : count;
    for (let i = runs[run + 1]!; i < end; i++) pairs.push([wanted[runs[run]!]!, positions[i]!]);
  }
  return pairs;
}

describe('of a page of postings, those of the wanted keys', () => {
  /** Also steps and positions whose bytes begin with 0x80, as 128 and 16,384 do. */
  const scattered = randomPostings(400, 3000);
  const made = {
    keys: Uint32Array.of(0, 0, 5, 5, 133, 133, 16_517, 16_517),
    positions: Uint32Array.of(128, 256, 16_384, 16_512, 0, 128, 128, 2 ** 21),
  };

  it.each([
    ['the first', scattered, (keys: number[]) => keys.slice(0, 1)],
    ['the last', scattered, (keys: number[]) => keys.slice(-1)],
    ['every third', scattered, (keys: number[]) => keys.filter((_, index) => index % 3 === 1)],
    ['all, and some that are not there', scattered, (keys: number[]) => [...keys, 2999, 3001, 2 ** 25]],
    ['the first of long steps', made, (keys: number[]) => keys.slice(0, 1)],
    ['one between long steps', made, (keys: number[]) => keys.slice(2, 3)],
    ['the last after long steps', made, (keys: number[]) => keys.slice(-1)],
    ['none', scattered, () => []],
  ])('%s are found at their positions, and no other', (_, postings, choose) => {
    const wanted = Uint32Array.from([...new Set(choose([...new Set(postings.keys)]))].sort((a, b) => a - b));
    const expected = [...postings.keys].flatMap((key, index) =>
      wanted.includes(key) ? [[key, postings.positions[index]!]] : [],
    );
    const postingsFound = wantedPostings([encodePage(postings, 0), encodePage(postings, 7)], wanted);
    const { found } = postingsFound;
    expect(pairsOf(postingsFound, wanted)).toEqual([
      ...expected,
      ...expected.map(([key, position]) => [key, position! + 7]),
    ]);
    expect([...found]).toEqual([...wanted].map((key) => 2 * expected.filter(([own]) => own === key).length));
  });

  it.each([
    ['short', 4000, 2 ** 15, 14],
    ['long', 700, 2 ** 26, 26],
    ['of both kinds', 3000, 2 ** 21, 20],
  ])(
    'cut from blocks, whose steps from key to key are %s, they are those that were packed',
    (_, count, range, shift) => {
      const postings = randomPostings(count, range);
      const present = [...new Set(postings.keys)];
      const wanted = Uint32Array.from(
        [...new Set([...present.filter(() => random() < 0.4), ...present.map((key) => key + 1)])].filter(
          (key) => key % 3 > 0,
        ),
      ).sort();
      const cutter = new PageCutter(shift);
      for (const { bucket, bytes } of encodeBlocks(postings, shift)) {
        const from = wanted.findIndex((key) => key >= bucket * 2 ** shift);
        const behind = wanted.findIndex((key) => key >= (bucket + 1) * 2 ** shift);
        if (from >= 0) cutter.cut(bytes, wanted, from, behind < 0 ? wanted.length : behind);
      }
      const found = wantedPostings([cutter.page(3)], wanted);
      const isWanted = new Set(wanted);
      const expected = [...postings.keys].flatMap((key, i) =>
        isWanted.has(key) ? [[key, postings.positions[i]! + 3]] : [],
      );
      expect(expected.length).toBeGreaterThan(100);
      expect(pairsOf(found, wanted)).toEqual(expected);
    },
  );

  it.each([
    ['a number that goes on behind its cell', Uint8Array.of(0, 200)],
    ['a number of more than five bytes', Uint8Array.of(0, 200, 200, 200, 200, 200, 1)],
    ['a step that does', Uint8Array.of(200, 200, 200, 200, 200, 1, 0)],
  ])('%s is refused', (_, bytes) => {
    const page = { base: 0, cellKeys: Uint32Array.of(4), cellEnds: Uint32Array.of(bytes.length), bytes };
    expect(() => wantedPostings([page], Uint32Array.of(4))).toThrow(RangeError);
  });
});
