/** Reads the postings of wanted keys from pages of cells, by a WebAssembly kernel (wasm/wanted-postings.ts). */
import type { PostingPage } from '../../../domain/posting-block.js';
import { instantiateKernel } from '../../../signal/wasm/load-kernel.js';
import { reserveBytes, wasm } from '../../../signal/wasm/wasm.js';

/** Postings of wanted keys, page after page. */
export interface WantedPostings {
  readonly count: number;
  /** Which of the wanted keys; and the position, from the catalogue's beginning. */
  readonly keyIndices: Uint32Array;
  readonly positions: Float64Array;
  /** How many each wanted key has. */
  readonly found: Uint32Array;
}

/** One memory for all look-ups of the process: what is found is copied out before another begins. */
const memory = new wasm.Memory({ initial: 1 });
const kernel = instantiateKernel('wanted-postings', memory);
/** A posting takes two bytes at least. */
const bytesPerPosting = 2;
/** Zeros behind the bytes, so that reading ends: the kernel looks at as many at once. */
const padding = 64;

/**
 * The postings whose key is wanted (sorted, distinct).
 * @throws RangeError where a page is broken
 */
export function wantedPostings(pages: readonly PostingPage[], keys: Uint32Array): WantedPostings {
  const most = pages.reduce((sum, { bytes }) => sum + Math.floor(bytes.length / bytesPerPosting), 0);
  const longest = pages.reduce((length, { bytes }) => Math.max(length, bytes.length), 0);
  const maxCells = pages.reduce((count, { cellKeys }) => Math.max(count, cellKeys.length), 0);
  const indicesAt = 8 * most;
  const keysAt = indicesAt + 4 * most;
  const foundAt = keysAt + 4 * keys.length;
  const cellKeysAt = foundAt + 4 * keys.length;
  const cellEndsAt = cellKeysAt + 4 * maxCells;
  const bytesAt = cellEndsAt + 4 * maxCells;
  reserveBytes(memory, bytesAt + longest + padding);
  const { buffer } = memory;
  new Uint32Array(buffer, keysAt, keys.length).set(keys);
  const found = new Uint32Array(buffer, foundAt, keys.length).fill(0);
  let count = 0;
  for (const { bytes, base, cellKeys, cellEnds } of pages) {
    const cells = cellKeys.length;
    new Uint32Array(buffer, cellKeysAt, cells).set(cellKeys);
    new Uint32Array(buffer, cellEndsAt, cells).set(cellEnds);
    const area = new Uint8Array(buffer, bytesAt, bytes.length + padding);
    area.set(bytes);
    area.fill(0, bytes.length);
    count = kernel.find(
      ...([bytesAt, cellKeysAt, cellEndsAt, cells, keysAt, keys.length, base] as const),
      ...([indicesAt, 0, foundAt, count] as const),
    );
    if (count < 0) throw new RangeError('Broken posting block: it ends within a number');
  }
  return {
    count,
    keyIndices: new Uint32Array(buffer, indicesAt, count).slice(),
    positions: new Float64Array(buffer, 0, count).slice(),
    found: found.slice(),
  };
}
