/** Reads the postings of wanted keys from pages of cells, by a WebAssembly kernel (wasm/wanted-postings.ts). */
import type { PostingPage } from '../../../domain/posting-block.js';
import { instantiateKernel } from '../../../signal/wasm/load-kernel.js';
import { reserveBytes, wasm } from '../../../signal/wasm/wasm.js';

/** Postings of wanted keys, page after page; valid until others are looked for. */
export interface WantedPostings {
  readonly count: number;
  /** From the catalogue's beginning. */
  readonly positions: Float64Array;
  /** Postings of one key side by side: which of the wanted keys, and the number of the first posting, in turn. */
  readonly runs: Uint32Array;
  /** How many each wanted key has. */
  readonly found: Uint32Array;
}

/** One memory for all look-ups of the process. */
const memory = new wasm.Memory({ initial: 1 });
const kernel = instantiateKernel('wanted-postings', memory);
/** Of a run: its key and its first posting. */
const runBytes = 8;
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
  const runsAt = 8 * most;
  // A page has one run a key at most.
  const keysAt = runsAt + runBytes * pages.length * keys.length;
  const cellKeysAt = keysAt + 4 * keys.length;
  const cellEndsAt = cellKeysAt + 4 * maxCells;
  const bytesAt = cellEndsAt + 4 * maxCells;
  reserveBytes(memory, bytesAt + longest + padding);
  const { buffer } = memory;
  new Uint32Array(buffer, keysAt, keys.length).set(keys);
  let count = 0;
  let nextRun = runsAt;
  for (const { bytes, base, cellKeys, cellEnds } of pages) {
    const cells = cellKeys.length;
    new Uint32Array(buffer, cellKeysAt, cells).set(cellKeys);
    new Uint32Array(buffer, cellEndsAt, cells).set(cellEnds);
    const area = new Uint8Array(buffer, bytesAt, bytes.length + padding);
    area.set(bytes);
    area.fill(0, bytes.length);
    count = kernel.find(
      ...([bytesAt, cellKeysAt, cellEndsAt, cells, keysAt, keys.length, base] as const),
      ...([0, nextRun, count] as const),
    );
    if (count < 0) throw new RangeError('Broken posting block: it ends within a number');
    nextRun = kernel.runsEnd();
  }
  const runs = new Uint32Array(buffer, runsAt, (nextRun - runsAt) / 4);
  const found = new Uint32Array(keys.length);
  for (let run = 0; run < runs.length; run += 2) {
    found[runs[run]!]! += (run + 2 < runs.length ? runs[run + 3]! : count) - runs[run + 1]!;
  }
  return { count, positions: new Float64Array(buffer, 0, count), runs, found };
}
