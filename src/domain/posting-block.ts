/**
 * The packed form of fingerprint postings. A posting says "this key sounds at this position of the catalogue's
 * time line". Postings of a range of keys lie sorted in a block; a block has 16 cells, each readable alone, so
 * that a look-up decodes a few dozen postings and not the whole block.
 *
 * Block: 16 cell lengths (varint), then the cells. Cell: for each posting, the key's distance from the one
 * before (the first: from the cell's lowest key), then the position (from the one before where the key is the
 * same, else from the segment's base). LEB128 varints. About 4 bytes a posting.
 */

/** Bits of a key: keys lie in 0 … 2^26 − 1. */
export const keyBits = 26;

const cellBits = 4;
const cellCount = 1 << cellBits;

/** Postings by rising key, then rising position; positions relative to the segment's base. */
export interface Postings {
  readonly keys: Uint32Array;
  readonly positions: Uint32Array;
}

/** Cells of one segment that hold wanted keys. */
export interface PostingPage {
  /** Added to every position. */
  readonly base: number;
  /** The lowest key each cell can hold; rising. */
  readonly cellKeys: Uint32Array;
  /** Where each cell ends in `bytes`. */
  readonly cellEnds: Uint32Array;
  readonly bytes: Uint8Array;
}

/** The bits of a key below its block's number, for blocks of about `perBlock` postings. */
export function blockShift(postings: number, perBlock = 384): number {
  const buckets = Math.ceil(Math.log2(Math.max(1, postings / perBlock)));
  return Math.max(cellBits, keyBits - Math.max(0, buckets));
}

/** Packs postings from … to − 1, whose keys share the block number key >>> shift. */
function encodeBlock(postings: Postings, from: number, to: number, shift: number): Uint8Array {
  const { keys, positions } = postings;
  const cellShift = shift - cellBits;
  const firstCell = keyFloor(keys[from]!, shift) / 2 ** cellShift;
  const body = new Uint8Array((to - from) * 10);
  const header = new Uint8Array(cellCount * 5);
  let end = 0;
  let headerEnd = 0;
  let at = from;
  for (let cell = 0; cell < cellCount; cell++) {
    const start = end;
    let key = (firstCell + cell) * 2 ** cellShift;
    let position = 0;
    for (; at < to && Math.floor(keys[at]! / 2 ** cellShift) === firstCell + cell; at++) {
      const step = keys[at]! - key;
      if (step > 0) position = 0;
      end = writeVarint(body, end, step);
      end = writeVarint(body, end, positions[at]! - position);
      key = keys[at]!;
      position = positions[at]!;
    }
    headerEnd = writeVarint(header, headerEnd, end - start);
  }
  const block = new Uint8Array(headerEnd + end);
  block.set(header.subarray(0, headerEnd));
  block.set(body.subarray(0, end), headerEnd);
  return block;
}

/** A page with one cell a key, for postings that lie in memory. */
export function encodePage(postings: Postings, base: number): PostingPage {
  const { keys, positions } = postings;
  const bytes = new Uint8Array(keys.length * 6);
  const cellKeys: number[] = [];
  const cellEnds: number[] = [];
  let end = 0;
  for (let i = 0; i < keys.length; i++) {
    const isFirst = i === 0 || keys[i] !== keys[i - 1];
    if (isFirst) cellKeys.push(keys[i]!);
    bytes[end++] = 0;
    end = writeVarint(bytes, end, positions[i]! - (isFirst ? 0 : positions[i - 1]!));
    cellEnds[cellKeys.length - 1] = end;
  }
  return {
    base,
    cellKeys: Uint32Array.from(cellKeys),
    cellEnds: Uint32Array.from(cellEnds),
    bytes: bytes.slice(0, end),
  };
}

/** Splits sorted postings into blocks by key >>> shift. */
export function encodeBlocks(postings: Postings, shift: number): { bucket: number; bytes: Uint8Array }[] {
  const blocks: { bucket: number; bytes: Uint8Array }[] = [];
  const { keys } = postings;
  for (let from = 0; from < keys.length; ) {
    const bucket = Math.floor(keys[from]! / 2 ** shift);
    let to = from + 1;
    while (to < keys.length && Math.floor(keys[to]! / 2 ** shift) === bucket) to++;
    blocks.push({ bucket, bytes: encodeBlock(postings, from, to, shift) });
    from = to;
  }
  return blocks;
}

/** Calls back every cell of a block: its lowest key and where it lies in `block`. */
export function forEachCell(
  block: Uint8Array,
  bucket: number,
  shift: number,
  onCell: (firstKey: number, from: number, to: number) => void,
): void {
  const bounds = new Uint32Array(cellCount + 1);
  readCellBounds(block, 0, block.length, bounds);
  const firstKey = bucket * 2 ** shift;
  for (let cell = 0; cell < cellCount; cell++) {
    onCell(firstKey + cell * 2 ** (shift - cellBits), bounds[cell]!, bounds[cell + 1]!);
  }
}

/** Collects, block after block of one segment, the cells that can hold a wanted key. */
export class PageCutter {
  private cellKeys = new Uint32Array(64);
  private cellEnds = new Uint32Array(64);
  private cells = 0;
  private readonly bounds = new Uint32Array(cellCount + 1);
  private bytes: Uint8Array = new Uint8Array(4096);
  private total = 0;
  private readonly cellShift: number;

  /** `shift` is the segment's. */
  constructor(shift: number) {
    this.cellShift = shift - cellBits;
  }

  /**
   * Takes from a block, which lies from `at` to `end` of `block`, the cells of keys[from … to − 1], which are sorted, all of its bucket
   * and above those of earlier calls.
   */
  cut(block: Uint8Array, keys: Uint32Array, from: number, to: number, at = 0, end = block.length): void {
    const { bounds, cellShift } = this;
    if (to - from === 1) {
      readOneCellsBounds(block, at, end, (keys[from]! >>> cellShift) & (cellCount - 1), bounds);
    } else readCellBounds(block, at, end, bounds);
    /** Cells that lie side by side are copied together: of many keys nearly all of a block. */
    let runStart = 0;
    let runEnd = 0;
    for (let i = from; i < to; i++) {
      const number = keys[i]! >>> cellShift;
      const cell = number & (cellCount - 1);
      const start = bounds[cell]!;
      const cellEnd = bounds[cell + 1]!;
      if (start === cellEnd) continue;
      const cellKey = (number << cellShift) >>> 0;
      // The keys of one cell may be in two calls.
      if (this.cells > 0 && cellKey === this.cellKeys[this.cells - 1]) continue;
      if (start !== runEnd) {
        this.append(block, runStart, runEnd);
        runStart = start;
      }
      runEnd = cellEnd;
      this.addCell(cellKey, this.total + runEnd - runStart);
    }
    this.append(block, runStart, runEnd);
  }

  /** `base` is the segment's. */
  page(base: number): PostingPage {
    return {
      base,
      cellKeys: this.cellKeys.slice(0, this.cells),
      cellEnds: this.cellEnds.slice(0, this.cells),
      bytes: this.bytes.slice(0, this.total),
    };
  }

  private addCell(key: number, end: number): void {
    if (this.cells === this.cellKeys.length) {
      this.cellKeys = doubled(this.cellKeys);
      this.cellEnds = doubled(this.cellEnds);
    }
    this.cellKeys[this.cells] = key;
    this.cellEnds[this.cells++] = end;
  }

  private append(block: Uint8Array, from: number, to: number): void {
    const end = this.total + to - from;
    if (end > this.bytes.length) {
      const larger = new Uint8Array(Math.max(end, 2 * this.bytes.length));
      larger.set(this.bytes);
      this.bytes = larger;
    }
    const { bytes } = this;
    // A view costs as much as a loop over some dozen bytes, which is what a cell of a small catalogue has.
    if (to - from > longRunBytes) bytes.set(block.subarray(from, to), this.total);
    else for (let at = this.total, next = from; at < end; at++, next++) bytes[at] = block[next]!;
    this.total = end;
  }
}

function doubled(values: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * values.length);
  larger.set(values);
  return larger;
}

const longRunBytes = 100;

/** Where each cell begins and the last one ends, of a block from `start` to `end` of `block`. */
function readCellBounds(block: Uint8Array, start: number, end: number, bounds: Uint32Array): void {
  let at = start;
  for (let cell = 1; cell <= cellCount; cell++) {
    let length = block[at++]!;
    if (length >= 128) {
      const next = block[at]!;
      // Two bytes hold what nearly every cell has.
      if (next < 128) {
        length = (length & 127) | (next << 7);
        at++;
      } else [length, at] = varintAt(block, at - 1);
    }
    bounds[cell] = length;
  }
  bounds[0] = at;
  for (let cell = 0; cell < cellCount; cell++) bounds[cell + 1]! += bounds[cell]!;
  refuseCutShort(at, bounds[cellCount]!, end);
}

/** The same of one cell, in its places of `bounds`. */
function readOneCellsBounds(
  block: Uint8Array,
  start: number,
  end: number,
  cell: number,
  bounds: Uint32Array,
): void {
  let at = start;
  let all = 0;
  let before = 0;
  let ownLength = 0;
  for (let other = 0; other < cellCount; other++) {
    let length = block[at++]!;
    if (length >= 128) {
      const next = block[at]!;
      if (next < 128) {
        length = (length & 127) | (next << 7);
        at++;
      } else [length, at] = varintAt(block, at - 1);
    }
    if (other === cell) {
      before = all;
      ownLength = length;
    }
    all += length;
  }
  bounds[cell] = at + before;
  bounds[cell + 1] = at + before + ownLength;
  refuseCutShort(at, at + all, end);
}

function refuseCutShort(headerEnd: number, cellsEnd: number, end: number): void {
  // Not at most: a block that was cut short within the lengths has none.
  if (!(headerEnd <= end && cellsEnd <= end)) {
    throw new RangeError('Broken posting block: a cell ends behind the block');
  }
}

function varintAt(bytes: Uint8Array, at: number): [value: number, end: number] {
  const reader: Reader = { bytes, at };
  const value = readVarint(reader);
  return [value, reader.at];
}

/** Decodes one cell: calls back each posting's key and relative position. */
export function forEachPosting(
  bytes: Uint8Array,
  from: number,
  to: number,
  firstKey: number,
  onPosting: (key: number, position: number) => void,
): void {
  const reader: Reader = { bytes, at: from };
  let key = firstKey;
  let position = 0;
  while (reader.at < to) {
    const step = readVarint(reader);
    const value = readVarint(reader);
    if (step > 0) position = 0;
    key += step;
    position += value;
    onPosting(key, position);
  }
}

interface Reader {
  readonly bytes: Uint8Array;
  at: number;
}

function keyFloor(key: number, shift: number): number {
  return Math.floor(key / 2 ** shift) * 2 ** shift;
}

function writeVarint(bytes: Uint8Array, at: number, value: number): number {
  let rest = value;
  while (rest >= 128) {
    bytes[at++] = (rest & 127) | 128;
    rest = rest >>> 7;
  }
  bytes[at++] = rest;
  return at;
}

function readVarint(reader: Reader): number {
  const { bytes } = reader;
  let value = 0;
  for (let shift = 0; shift < 35; shift += 7) {
    const byte = bytes[reader.at++];
    if (byte === undefined) throw new RangeError('Broken posting block: it ends within a number');
    value |= (byte & 127) << shift;
    if (byte < 128) return value >>> 0;
  }
  throw new RangeError('Broken posting block: a number is too long');
}
