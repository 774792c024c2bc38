/** Reads the cells of segments that hold a query's keys. */
import { PageCutter, type PostingPage } from '../../domain/posting-block.js';
import { nextNotBelow } from '../../numbers/rising.js';
import type { BlockCache } from './block-cache.js';
import { readScatteredBlocks } from './scattered-blocks.js';
import type { Connection, Segment } from './segments.js';

/**
 * Pages of some segments for keys, and then for more of them: a search looks up a query's lowest keys first. Cells that were cut
 * once stay.
 */
export class PageReader {
  private keys: Uint32Array = new Uint32Array(0);
  private readonly cutters: readonly PageCutter[];

  constructor(readonly segments: readonly Segment[]) {
    this.cutters = segments.map(({ shift }) => new PageCutter(shift));
  }

  /** Whether `keys` begin with those that were read. */
  goesOnTo(keys: Uint32Array): boolean {
    return this.keys.length <= keys.length && this.keys.every((key, i) => key === keys[i]);
  }

  /**
   * The cells of every segment that hold the keys (sorted, distinct, and such as this reader goes on to). `isWhole` is
   * false where a merge replaced a segment before all of its blocks were read. One call at a time.
   */
  async read(
    db: Connection,
    cache: BlockCache,
    keys: Uint32Array,
  ): Promise<{ pages: PostingPage[]; isWhole: boolean }> {
    const { segments, cutters } = this;
    const first = this.keys.length;
    // Segments of about one size have blocks of one width.
    const byShift = new Map<number, KeysByBlock>();
    for (const { shift } of segments) {
      if (!byShift.has(shift)) byShift.set(shift, keysByBlock(keys, first, shift));
    }
    const wanted = segments.map(({ id, shift }): SegmentBlocks => {
      const byBlock = byShift.get(shift)!;
      const held = cache.group(id);
      return { id, byBlock, blocks: byBlock.buckets.map((bucket) => held?.get(bucket)) };
    });
    const isWhole = await fetchMissing(db, cache, wanted);
    for (const [i, { byBlock, blocks }] of wanted.entries()) {
      for (let at = 0; at < blocks.length; at++) {
        const block = blocks[at]!;
        if (block.length > 0) cutters[i]!.cut(block, keys, byBlock.starts[at]!, byBlock.starts[at + 1]!);
      }
    }
    this.keys = keys.slice();
    const pages = segments.map(({ base }, i) => cutters[i]!.page(base));
    return { pages: pages.filter((page) => page.bytes.length > 0), isWhole };
  }
}

/** Which blocks can hold some keys, and of each and of the end the first key. */
interface KeysByBlock {
  readonly buckets: readonly number[];
  readonly starts: readonly number[];
}

/** Blocks of a segment; undefined where one is yet to be read. */
interface SegmentBlocks {
  readonly id: number;
  readonly byBlock: KeysByBlock;
  readonly blocks: (Uint8Array | undefined)[];
}

/** Of the keys from `first` on. */
function keysByBlock(keys: Uint32Array, first: number, shift: number): KeysByBlock {
  const buckets: number[] = [];
  const starts: number[] = [];
  for (let at = first; at < keys.length; ) {
    const bucket = keys[at]! >>> shift;
    buckets.push(bucket);
    starts.push(at);
    at = nextNotBelow(keys, (bucket + 1) * 2 ** shift, at + 1);
  }
  starts.push(keys.length);
  return { buckets, starts };
}

/** Reads what is missing, at its place and into the cache, which may be too small to hold all of it. False where a segment is no more. */
async function fetchMissing(
  db: Connection,
  cache: BlockCache,
  segments: readonly SegmentBlocks[],
): Promise<boolean> {
  const missing = segments.map(({ id, byBlock, blocks }) => {
    const places: number[] = [];
    for (let at = 0; at < blocks.length; at++) if (blocks[at] === undefined) places.push(at);
    return { id, places, buckets: places.map((at) => byBlock.buckets[at]!) };
  });
  for (const [i, { places }] of missing.entries()) for (const at of places) segments[i]!.blocks[at] = nothing;
  const isWhole = await readScatteredBlocks(db, missing, (segment, place, bytes) => {
    segments[segment]!.blocks[missing[segment]!.places[place]!] = bytes;
  });
  for (const [i, { id, places, buckets }] of missing.entries()) {
    for (const [place, at] of places.entries()) cache.set(id, buckets[place]!, segments[i]!.blocks[at]!);
  }
  return isWhole;
}

const nothing = new Uint8Array(0);
