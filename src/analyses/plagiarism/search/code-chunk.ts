/**
 * Rows of many songs as one run of bytes, made to be read from front to back:
 * `count`, `codes` (u32), how many songs hold each code (u16 × 65,536), the end of every song's codes (u32 × count), the
 * codes (u16), then the chroma sequences (i8 × count). Little-endian; every part lies where its type may be mapped.
 */
import { tonalSketchSize } from '../../../music/harmony/tonal-sketch.js';
import { openRow } from './scan-row.js';

export const codeValues = 65_536;
const holdersAt = 8;
const endsAt = holdersAt + 2 * codeValues;
/** This much of a chunk shows what its songs hold (openHead). */
export const headBytes = endsAt;

export interface CodeChunk {
  readonly songs: number;
  readonly ends: Uint32Array;
  readonly codes: Uint16Array;
  /** One sketch after the other. */
  readonly chromaSketches: Int8Array;
}

/** `rows`: see scan-row.ts. */
export function encodeChunk(rows: readonly Uint16Array[]): Uint8Array {
  const songs = rows.map(openRow);
  const total = songs.reduce((sum, { codes }) => sum + codes.length, 0);
  const codesAt = endsAt + 4 * songs.length;
  const chromaAt = codesAt + 2 * total;
  const bytes = new Uint8Array(chromaAt + tonalSketchSize * songs.length);
  new Uint32Array(bytes.buffer, 0, 2).set([songs.length, total]);
  const ends = new Uint32Array(bytes.buffer, endsAt, songs.length);
  const holders = new Uint16Array(bytes.buffer, holdersAt, codeValues);
  const codes = new Uint16Array(bytes.buffer, codesAt, total);
  const chromaSketches = new Int8Array(bytes.buffer, chromaAt);
  const lastHolder = new Int32Array(codeValues).fill(-1);
  let end = 0;
  songs.forEach(({ codes: own, chroma }, song) => {
    chromaSketches.set(chroma, song * tonalSketchSize);
    codes.set(own, end);
    end += own.length;
    ends[song] = end;
    for (const code of own) {
      if (lastHolder[code] === song) continue;
      lastHolder[code] = song;
      if (holders[code]! < 0xffff) holders[code]!++;
    }
  });
  return bytes;
}

export interface ChunkHead {
  readonly songs: number;
  readonly holders: Uint16Array;
}

/** Mapped in place where the bytes are aligned, copied where they are not. */
function aligned(bytes: Uint8Array): Uint8Array {
  if (bytes.length < headBytes) throw new RangeError('A chunk of the melody index is cut short.');
  return bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
}

/** What the first `headBytes` bytes of a chunk say. Throws RangeError when there are fewer. */
export function openHead(bytes: Uint8Array): ChunkHead {
  const own = aligned(bytes);
  const [songs = 0] = new Uint32Array(own.buffer, own.byteOffset, 1);
  return { songs, holders: new Uint16Array(own.buffer, own.byteOffset + holdersAt, codeValues) };
}

/** Throws RangeError when the bytes are not a whole chunk. */
export function openChunk(bytes: Uint8Array): CodeChunk {
  const own = aligned(bytes);
  const [songs = 0, total = 0] = new Uint32Array(own.buffer, own.byteOffset, 2);
  const codesAt = endsAt + 4 * songs;
  const chromaAt = codesAt + 2 * total;
  if (own.length !== chromaAt + tonalSketchSize * songs)
    throw new RangeError('A chunk of the melody index is cut short.');
  return {
    songs,
    ends: new Uint32Array(own.buffer, own.byteOffset + endsAt, songs),
    codes: new Uint16Array(own.buffer, own.byteOffset + codesAt, total),
    chromaSketches: new Int8Array(own.buffer, own.byteOffset + chromaAt, tonalSketchSize * songs),
  };
}
