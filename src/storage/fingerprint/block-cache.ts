/**
 * Keeps recently read bytes in memory. A segment never changes and neither its id nor a song's position is ever
 * used again, so a copy can grow old but never wrong; what is alive is asked of the database each time.
 */
import { nextNotBelow } from '../../numbers/rising.js';

/** Where blocks lie, side by side. */
export interface BlockPlaces {
  /** By rising bucket. */
  readonly buckets: Uint32Array;
  /** The bytes that hold each one; undefined where it is yet to be read. */
  readonly bytes: (Uint8Array | undefined)[];
  /** Where it begins in them; `noBlock` where it is known not to exist. */
  readonly offsets: Int32Array;
}

export const noBlock = -1;

/** What is held of a segment: blocks by rising bucket, in slabs, which are what one statement read. */
interface HeldSegment {
  buckets: Uint32Array;
  slabs: Int32Array;
  offsets: Int32Array;
}

export class BlockCache {
  private readonly segments = new Map<number, HeldSegment>();
  /** By their numbers; those that left make room for others. */
  private readonly slabs: (Uint8Array | undefined)[] = [];
  private readonly freeSlabs: number[] = [];
  private readonly songs = new Map<string, Map<number, Uint8Array>>();
  /** How each left that arrived, and its bytes; the oldest leave first. */
  private readonly arrivals: { readonly bytes: number; leave(): void }[] = [];
  private oldest = 0;
  private held = 0;

  constructor(private readonly limitBytes: number) {}

  /** Puts where blocks of a segment lie that are held; returns how many are not. */
  locate(segment: number, { buckets, bytes, offsets }: BlockPlaces): number {
    const held = this.segments.get(segment);
    if (!held) return buckets.length;
    let missing = 0;
    let at = 0;
    for (let i = 0; i < buckets.length; i++) {
      const bucket = buckets[i]!;
      at = nextNotBelow(held.buckets, bucket, at);
      if (held.buckets[at] !== bucket) missing++;
      else {
        bytes[i] = this.slabs[held.slabs[at]!]!;
        offsets[i] = held.offsets[at]!;
      }
    }
    return missing;
  }

  /** Keeps blocks that share `slab`, of segments by their ids. Those of which all is known not to exist share an empty one. */
  addBlocks(slab: Uint8Array, blocks: ReadonlyMap<number, Pick<BlockPlaces, 'buckets' | 'offsets'>>): void {
    if (blocks.size === 0) return;
    const number = this.freeSlabs.pop() ?? this.slabs.length;
    this.slabs[number] = slab;
    let count = 0;
    for (const [segment, added] of blocks) {
      count += added.buckets.length;
      this.segments.set(segment, withAdded(this.segments.get(segment), added, number));
    }
    this.arrive(slab.length + bytesPerBlock * count + entryOverheadBytes, () => {
      for (const segment of blocks.keys()) {
        const left = withoutSlab(this.segments.get(segment)!, number);
        if (left.buckets.length > 0) this.segments.set(segment, left);
        else this.segments.delete(segment);
      }
      this.slabs[number] = undefined;
      this.freeSlabs.push(number);
    });
  }

  /** The peaks of an account's song. */
  peaksOf(account: string, start: number): Uint8Array | undefined {
    return this.songs.get(account)?.get(start);
  }

  addPeaks(account: string, start: number, peaks: Uint8Array): void {
    let songs = this.songs.get(account);
    if (!songs) {
      songs = new Map();
      this.songs.set(account, songs);
    }
    if (songs.has(start)) return;
    songs.set(start, peaks);
    const ofAccount = songs;
    this.arrive(peaks.length + entryOverheadBytes, () => {
      ofAccount.delete(start);
      if (ofAccount.size === 0 && this.songs.get(account) === ofAccount) this.songs.delete(account);
    });
  }

  /** Drops everything. */
  clear(): void {
    this.segments.clear();
    this.slabs.length = 0;
    this.freeSlabs.length = 0;
    this.songs.clear();
    this.arrivals.length = 0;
    this.oldest = 0;
    this.held = 0;
  }

  private arrive(bytes: number, leave: () => void): void {
    this.arrivals.push({ bytes, leave });
    this.held += bytes;
    while (this.held > this.limitBytes && this.oldest < this.arrivals.length) this.dropOldest();
  }

  private dropOldest(): void {
    const { bytes, leave } = this.arrivals[this.oldest++]!;
    leave();
    this.held -= bytes;
    if (this.oldest > 1000) {
      this.arrivals.splice(0, this.oldest);
      this.oldest = 0;
    }
  }
}

/** About what a typed array and the entries for it take beside the bytes. */
const entryOverheadBytes = 200;
/** Of a block: its bucket, slab and offset. */
const bytesPerBlock = 12;

/** Both by rising bucket; of a bucket in both, the one that was there. */
function withAdded(
  held: HeldSegment | undefined,
  added: Pick<BlockPlaces, 'buckets' | 'offsets'>,
  slab: number,
): HeldSegment {
  const { buckets, offsets } = added;
  if (!held) {
    return {
      buckets: buckets.slice(),
      slabs: new Int32Array(buckets.length).fill(slab),
      offsets: offsets.slice(),
    };
  }
  const merged = emptySegment(held.buckets.length + buckets.length);
  let count = 0;
  for (let i = 0, j = 0; i < held.buckets.length || j < buckets.length; count++) {
    const own = i < held.buckets.length ? held.buckets[i]! : Infinity;
    const other = j < buckets.length ? buckets[j]! : Infinity;
    const isOwn = own <= other;
    merged.buckets[count] = isOwn ? own : other;
    merged.slabs[count] = isOwn ? held.slabs[i]! : slab;
    merged.offsets[count] = isOwn ? held.offsets[i]! : offsets[j]!;
    if (own <= other) i++;
    if (other <= own) j++;
  }
  return firstOf(merged, count);
}

function withoutSlab(held: HeldSegment, slab: number): HeldSegment {
  const left = emptySegment(held.buckets.length);
  let count = 0;
  for (let i = 0; i < held.buckets.length; i++) {
    if (held.slabs[i] === slab) continue;
    left.buckets[count] = held.buckets[i]!;
    left.slabs[count] = held.slabs[i]!;
    left.offsets[count++] = held.offsets[i]!;
  }
  return firstOf(left, count);
}

function emptySegment(room: number): HeldSegment {
  return { buckets: new Uint32Array(room), slabs: new Int32Array(room), offsets: new Int32Array(room) };
}

function firstOf({ buckets, slabs, offsets }: HeldSegment, count: number): HeldSegment {
  return {
    buckets: buckets.subarray(0, count),
    slabs: slabs.subarray(0, count),
    offsets: offsets.subarray(0, count),
  };
}
