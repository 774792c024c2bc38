import { expect, it } from 'vitest';
import { BlockCache, noBlock } from './block-cache.js';

/** Of wanted buckets, where each lies: the first byte of its slab and its offset, or nothing. */
function located(cache: BlockCache, segment: number, wanted: readonly number[]): (string | null)[] {
  const buckets = Uint32Array.from(wanted);
  const bytes = new Array<Uint8Array | undefined>(wanted.length).fill(undefined);
  const offsets = new Int32Array(wanted.length);
  const missing = cache.locate(segment, { buckets, bytes, offsets });
  expect(bytes.filter((slab) => slab === undefined)).toHaveLength(missing);
  return bytes.map((slab, i) => (slab === undefined ? null : `${slab[0]} ${offsets[i]}`));
}

const slabOf = (first: number, length = 1000): Uint8Array => new Uint8Array(length).fill(first);
const blocks = (buckets: readonly number[], from = 0): { buckets: Uint32Array; offsets: Int32Array } => ({
  buckets: Uint32Array.from(buckets),
  offsets: Int32Array.from(buckets, (bucket) => from + bucket),
});

it('blocks are found where they were read, segment by segment, and others are said to be missing', () => {
  const cache = new BlockCache(1e6);
  cache.addBlocks(
    slabOf(1),
    new Map([
      [7, blocks([2, 5, 900])],
      [8, blocks([5])],
    ]),
  );
  cache.addBlocks(slabOf(2), new Map([[7, blocks([1, 3, 1000], 100)]]));
  expect(located(cache, 7, [0, 1, 2, 3, 4, 5, 900, 1000])).toEqual([
    ...[null, '2 101', '1 2', '2 103', null, '1 5', '1 900', '2 1100'],
  ]);
  expect(located(cache, 8, [2, 5])).toEqual([null, '1 5']);
  expect(located(cache, 9, [2])).toEqual([null]);
});

it('a block that was read twice stays where it was first, and one that is known not to exist is known', () => {
  const cache = new BlockCache(1e6);
  cache.addBlocks(slabOf(1), new Map([[7, blocks([2])]]));
  cache.addBlocks(slabOf(2), new Map([[7, blocks([2, 3])]]));
  cache.addBlocks(
    new Uint8Array(0),
    new Map([[7, { buckets: Uint32Array.of(9), offsets: Int32Array.of(noBlock) }]]),
  );
  expect(located(cache, 7, [2, 3, 9])).toEqual(['1 2', '2 3', `undefined ${noBlock}`]);
});

it('the oldest leave where there is no more room, both blocks and peaks, and what came since stays', () => {
  const cache = new BlockCache(5000);
  cache.addBlocks(
    slabOf(1),
    new Map([
      [7, blocks([1, 4])],
      [8, blocks([1])],
    ]),
  );
  cache.addPeaks('account', 12, slabOf(2));
  cache.addBlocks(slabOf(3), new Map([[7, blocks([2])]]));
  cache.addBlocks(slabOf(4, 2000), new Map([[7, blocks([3])]]));
  expect(located(cache, 7, [1, 2, 3, 4])).toEqual([null, '3 2', '4 3', null]);
  expect(located(cache, 8, [1])).toEqual([null]);
  expect(cache.peaksOf('account', 12)).toBeDefined();
  cache.addBlocks(slabOf(5, 1300), new Map([[8, blocks([1])]]));
  expect(cache.peaksOf('account', 12)).toBeUndefined();
  expect(located(cache, 8, [1])).toEqual(['5 1']);
  expect(located(cache, 7, [2, 3])).toEqual(['3 2', '4 3']);
});

it('what is larger than all room is not kept, and after clearing nothing is', () => {
  const cache = new BlockCache(3000);
  cache.addBlocks(slabOf(1, 10_000), new Map([[7, blocks([1])]]));
  expect(located(cache, 7, [1])).toEqual([null]);
  cache.addBlocks(slabOf(2), new Map([[7, blocks([1])]]));
  cache.addPeaks('account', 3, slabOf(3, 10));
  cache.clear();
  expect(located(cache, 7, [1])).toEqual([null]);
  expect(cache.peaksOf('account', 3)).toBeUndefined();
  cache.addBlocks(slabOf(4), new Map([[7, blocks([1])]]));
  expect(located(cache, 7, [1])).toEqual(['4 1']);
});
