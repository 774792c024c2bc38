/** Exhaustive search of binary codes: every line of an index against every line of the query. */

import { instantiateKernel } from '../../../signal/wasm/load-kernel.js';
import { pageBytes, wasm } from '../../../signal/wasm/wasm.js';

/** Lines a block, whose codes are interleaved byte by byte; see wasm/binary-scan.ts. */
const blockLines = 16;
/** Lines copied into the scanner's memory at a time: small enough for the processor's second-level cache. */
const chunkLines = 16_384;
const maxCodeBytes = 512;
/** Codes of the query that share the work on a block: more need more memory for their hits. */
const batchRows = 64;
/** Below it the kernel's own tables. */
const thresholdsAt = 512;
const endsAt = thresholdsAt + batchRows;
const valuesAt = endsAt + 4 * batchRows;
const tableAt = valuesAt + 4 * 2 * maxCodeBytes * batchRows;
const codesAt = tableAt + 1024 * maxCodeBytes;
/** One block more is read where their number is odd. */
const outAt = codesAt + (chunkLines + blockLines) * maxCodeBytes;
const outBytes = 4 * chunkLines;

export interface BinaryScanner {
  /**
   * Calls `onHits` once for each query and chunk with the lines whose distance is at most that query's threshold:
   * words of `line − firstLine` << 8 | distance, valid only during the call. Padding lines may be among them.
   */
  scan(
    codes: Uint8Array,
    bytesPerCode: number,
    queries: Uint8Array,
    thresholds: Uint8Array,
    onHits: (query: number, firstLine: number, hits: Uint32Array) => void,
  ): void;
}

/** Of each half byte of the codes, the lower ones first, where the kernel's table has its row. */
function tableRows(codes: Uint8Array, bytesPerCode: number): Uint32Array {
  const rows = new Uint32Array(2 * codes.length);
  for (let at = 0; at < codes.length; at++) {
    const half = 2 * (at % bytesPerCode);
    rows[2 * at] = (half * 16 + (codes[at]! & 15)) * 2 * blockLines;
    rows[2 * at + 1] = ((half + 1) * 16 + (codes[at]! >> 4)) * 2 * blockLines;
  }
  return rows;
}

export function createBinaryScanner(): BinaryScanner {
  const memory = new wasm.Memory({ initial: Math.ceil((outAt + outBytes * batchRows) / pageBytes) });
  const kernel = instantiateKernel('binary-scan', memory);
  const bytes = new Uint8Array(memory.buffer);
  const ends = new Uint32Array(memory.buffer, endsAt, batchRows);

  return {
    scan(codes, bytesPerCode, queries, thresholds, onHits) {
      const chunkBytes = chunkLines * bytesPerCode;
      const values = tableRows(queries, bytesPerCode);
      const valueMemory = new Uint32Array(memory.buffer, valuesAt, 2 * bytesPerCode * batchRows);
      for (let from = 0; from < codes.length; from += chunkBytes) {
        const part = codes.subarray(from, Math.min(codes.length, from + chunkBytes));
        bytes.set(part, codesAt);
        const blocks = part.length / (bytesPerCode * blockLines);
        for (let query = 0; query < thresholds.length; query += batchRows) {
          const rows = Math.min(batchRows, thresholds.length - query);
          valueMemory.set(values.subarray(2 * query * bytesPerCode, 2 * (query + rows) * bytesPerCode));
          bytes.set(thresholds.subarray(query, query + rows), thresholdsAt);
          for (let row = 0; row < rows; row++) ends[row] = outAt + row * outBytes;
          kernel.scan(codesAt, blocks, bytesPerCode, valuesAt, thresholdsAt, rows, tableAt, endsAt);
          for (let row = 0; row < rows; row++) {
            const own = outAt + row * outBytes;
            const hits = (ends[row]! - own) / 4;
            if (hits > 0) onHits(query + row, from / bytesPerCode, new Uint32Array(memory.buffer, own, hits));
          }
        }
      }
    },
  };
}

/** Interleaves codes line by line (`lines` × `bytesPerCode`) into padded blocks of 16 lines. */
export function interleaveCodes(codes: Uint8Array, lines: number, bytesPerCode: number): Uint8Array {
  const blocks = Math.ceil(lines / blockLines);
  const out = new Uint8Array(blocks * blockLines * bytesPerCode);
  for (let line = 0; line < lines; line++) {
    const base = Math.floor(line / blockLines) * blockLines * bytesPerCode + (line % blockLines);
    for (let byte = 0; byte < bytesPerCode; byte++) {
      out[base + byte * blockLines] = codes[line * bytesPerCode + byte]!;
    }
  }
  return out;
}

/** The codes of the lines `from` … `to`, line by line again. */
export function pickCodes(
  interleaved: Uint8Array,
  from: number,
  to: number,
  bytesPerCode: number,
): Uint8Array {
  const out = new Uint8Array((to - from) * bytesPerCode);
  for (let line = from; line < to; line++) {
    const base = Math.floor(line / blockLines) * blockLines * bytesPerCode + (line % blockLines);
    for (let byte = 0; byte < bytesPerCode; byte++) {
      out[(line - from) * bytesPerCode + byte] = interleaved[base + byte * blockLines]!;
    }
  }
  return out;
}
