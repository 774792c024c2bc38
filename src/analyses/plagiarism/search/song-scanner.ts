/**
 * The inner loop of the scan, in WebAssembly (wasm/song-scan.ts): every song's best passages and the products of its chroma sketch with
 * the query's. A search has a scanner of its own, whose memory holds one chunk at a time.
 */

import { tonalSketchSize } from '../../../music/harmony/tonal-sketch.js';
import { firstChordCode } from '../../../music/melody/ngram-codes.js';
import { instantiateKernel } from '../../../signal/wasm/load-kernel.js';
import { pageBytes, reserveBytes, wasm } from '../../../signal/wasm/wasm.js';
import { type CodeChunk, codeValues } from './code-chunk.js';
import type { SongScores } from './scan.js';

/** Sketches a query may have; the kernel multiplies with all of them in one pass. */
const maxReadings = 3;
/** Parts of a query's sketch, with zeros up to a multiple of what the kernel multiplies at once. */
const partsAtOnce = 8;
const stride = Math.ceil(tonalSketchSize / partsAtOnce) * partsAtOnce;
const queryAt = 2 * codeValues;
const scoresAt = queryAt + 2 * stride * maxReadings;
/** Melody and harmony, then one a reading. */
const scoreLists = 2 + maxReadings;

export interface SongScanner {
  /** Where a chunk of this many bytes may be read to; what was there before is lost. A chunk elsewhere is copied. */
  room(bytes: number): Uint8Array;
  /** Of the songs of a chunk, in bits and in products; good until the next call. */
  scan(chunk: CodeChunk): SongScores;
}

/**
 * `weights`: of every code (rarityWeights). `chromaSketches`: of the query, at most three; their products are all 0 where they are
 * none. `songs`: in the largest chunk.
 */
export function createSongScanner(
  weights: Uint16Array,
  chromaSketches: readonly Int8Array[],
  songs: number,
): SongScanner {
  const chunkAt = Math.ceil((scoresAt + 4 * songs * scoreLists) / 16) * 16;
  const memory = new wasm.Memory({ initial: Math.ceil(chunkAt / pageBytes) });
  const kernel = instantiateKernel('song-scan', memory);
  new Uint16Array(memory.buffer, 0, codeValues).set(weights);
  chromaSketches.forEach((sketch, reading) => {
    new Int16Array(memory.buffer, queryAt + 2 * stride * reading, stride).set(sketch);
  });
  const listAt = (list: number): number => scoresAt + 4 * songs * list;
  const room = (bytes: number): Uint8Array => {
    // The kernel reads up to this many bytes beyond the last sketch.
    reserveBytes(memory, chunkAt + bytes + partsAtOnce);
    return new Uint8Array(memory.buffer, chunkAt, bytes);
  };
  /** In the kernel's memory. */
  const resident = (chunk: CodeChunk): CodeChunk => {
    if (chunk.codes.buffer === memory.buffer) return chunk;
    const { ends, codes, chromaSketches: sketches } = chunk;
    const bytes = room(ends.byteLength + codes.byteLength + sketches.byteLength);
    const codesAt = chunkAt + ends.byteLength;
    const own: CodeChunk = {
      songs: chunk.songs,
      ends: new Uint32Array(bytes.buffer, chunkAt, ends.length),
      codes: new Uint16Array(bytes.buffer, codesAt, codes.length),
      chromaSketches: new Int8Array(bytes.buffer, codesAt + codes.byteLength, sketches.length),
    };
    own.ends.set(ends);
    own.codes.set(codes);
    own.chromaSketches.set(sketches);
    return own;
  };
  return {
    room,
    scan(chunk) {
      const { songs: count, ends, codes, chromaSketches: sketches } = resident(chunk);
      kernel.passages(codes.byteOffset, ends.byteOffset, count, 0, firstChordCode, listAt(0), listAt(1));
      const lists = [listAt(2), listAt(3), listAt(4)] as const;
      if (chromaSketches.length > 0)
        kernel.products(sketches.byteOffset, count, tonalSketchSize, queryAt, stride, ...lists);
      const list = (at: number): Float32Array => new Float32Array(memory.buffer, at, count);
      return { melody: list(listAt(0)), harmony: list(listAt(1)), chromaSketches: lists.map(list) };
    },
  };
}
