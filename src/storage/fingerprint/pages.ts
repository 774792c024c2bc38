/** Reads the cells of segments that hold a query's keys. */
import { PageCutter, type PostingPage } from '../../domain/posting-block.js';
import { nextNotBelow } from '../../numbers/rising.js';
import { type BlockCache, type BlockPlaces, noBlock } from './block-cache.js';
import { lengthAt, lengthBytes, readScatteredBlocks } from './scattered-blocks.js';
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
    const wanted = segments.map(({ id, shift }) => new SegmentBlocks(id, byShift.get(shift)!, cache));
    const isWhole = await fetchMissing(db, cache, wanted);
    for (const [i, blocks] of wanted.entries()) blocks.cut(cutters[i]!, keys);
    this.keys = keys.slice();
    const pages = segments.map(({ base }, i) => cutters[i]!.page(base));
    return { pages: pages.filter((page) => page.bytes.length > 0), isWhole };
  }
}

/** Which blocks can hold some keys, and of each and of the end the first key. */
interface KeysByBlock {
  readonly buckets: Uint32Array;
  readonly starts: Uint32Array;
}

/** Of the keys from `first` on. */
function keysByBlock(keys: Uint32Array, first: number, shift: number): KeysByBlock {
  const buckets = new Uint32Array(keys.length - first);
  const starts = new Uint32Array(buckets.length + 1);
  let count = 0;
  for (let at = first; at < keys.length; ) {
    const bucket = keys[at]! >>> shift;
    buckets[count] = bucket;
    starts[count++] = at;
    at = nextNotBelow(keys, (bucket + 1) * 2 ** shift, at + 1);
  }
  starts[count] = keys.length;
  return { buckets: buckets.subarray(0, count), starts: starts.subarray(0, count + 1) };
}

/** Blocks of a segment that can hold some keys: where they lie, once they were read. */
class SegmentBlocks implements BlockPlaces {
  readonly buckets: Uint32Array;
  readonly bytes: (Uint8Array | undefined)[];
  readonly offsets: Int32Array;
  /** How many are yet to be read. */
  readonly missing: number;
  private readonly starts: Uint32Array;

  constructor(
    readonly id: number,
    { buckets, starts }: KeysByBlock,
    cache: BlockCache,
  ) {
    this.buckets = buckets;
    this.starts = starts;
    this.bytes = new Array<Uint8Array | undefined>(buckets.length).fill(undefined);
    this.offsets = new Int32Array(buckets.length);
    this.missing = cache.locate(id, this);
  }

  /** Places of those that are yet to be read. */
  missingPlaces(): Uint32Array {
    const places = new Uint32Array(this.missing);
    let count = 0;
    for (let place = 0; count < places.length; place++) {
      if (this.bytes[place] === undefined) places[count++] = place;
    }
    return places;
  }

  /** In any order; the blocks are in that of the buckets. */
  blocksAt(places: readonly number[]): Pick<BlockPlaces, 'buckets' | 'offsets'> {
    const rising = Uint32Array.from(places).sort();
    return {
      buckets: rising.map((place) => this.buckets[place]!),
      offsets: Int32Array.from(rising, (place) => this.offsets[place]!),
    };
  }

  /** Gives the cutter the cells of `keys`. */
  cut(cutter: PageCutter, keys: Uint32Array): void {
    const { bytes, offsets, starts } = this;
    for (let place = 0; place < bytes.length; place++) {
      const at = offsets[place]!;
      if (at === noBlock) continue;
      const slab = bytes[place]!;
      const start = at + lengthBytes;
      cutter.cut(slab, keys, starts[place]!, starts[place + 1]!, start, start + lengthAt(slab, at));
    }
  }
}

/** Reads what is missing, at its place and into the cache, which may be too small to hold all of it. False where a segment is no more. */
async function fetchMissing(
  db: Connection,
  cache: BlockCache,
  segments: readonly SegmentBlocks[],
): Promise<boolean> {
  const missing = segments.map((segment) => {
    const places = segment.missingPlaces();
    for (const place of places) {
      segment.bytes[place] = nothing;
      segment.offsets[place] = noBlock;
    }
    return { id: segment.id, places, buckets: places.map((place) => segment.buckets[place]!) };
  });
  /** Of each statement's bytes: the places, segment by segment. */
  const read = new Map<Uint8Array, number[][]>();
  const isWhole = await readScatteredBlocks(db, missing, (segment, at, bytes, offset) => {
    const place = missing[segment]!.places[at]!;
    segments[segment]!.bytes[place] = bytes;
    segments[segment]!.offsets[place] = offset;
    let places = read.get(bytes);
    if (!places) {
      places = segments.map(() => []);
      read.set(bytes, places);
    }
    places[segment]!.push(place);
  });
  const absent = missing.map(({ places }, i) =>
    places.filter((place) => segments[i]!.offsets[place] === noBlock),
  );
  read.set(
    nothing,
    absent.map((places) => [...places]),
  );
  for (const [bytes, places] of read) {
    const blocks = places.map((own, i) => segments[i]!.blocksAt(own));
    cache.addBlocks(
      bytes,
      new Map(blocks.flatMap((own, i) => (own.buckets.length > 0 ? [[segments[i]!.id, own]] : []))),
    );
  }
  return isWhole;
}

const nothing = new Uint8Array(0);
