/** Exhaustive search of binary codes: every line of an index against every line of the query. */

import { instantiateKernel } from '../../../signal/wasm/load-kernel.js';
import { wasm } from '../../../signal/wasm/wasm.js';

/** Lines a block, whose codes are interleaved byte by byte; see wasm/binary-scan.ts. */
const blockLines = 16;
/** Lines copied into the scanner's memory at a time: small enough for the processor's second-level cache. */
const chunkLines = 16_384;
const queryAt = 256;
const maxCodeBytes = 512;
const codesAt = queryAt + maxCodeBytes;

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

export function createBinaryScanner(): BinaryScanner {
  const outAt = codesAt + chunkLines * maxCodeBytes;
  const memory = new wasm.Memory({ initial: Math.ceil((outAt + chunkLines * 4) / 65_536) });
  const kernel = instantiateKernel('binary-scan', memory);
  const bytes = new Uint8Array(memory.buffer);

  return {
    scan(codes, bytesPerCode, queries, thresholds, onHits) {
      const chunkBytes = chunkLines * bytesPerCode;
      for (let from = 0; from < codes.length; from += chunkBytes) {
        const part = codes.subarray(from, Math.min(codes.length, from + chunkBytes));
        bytes.set(part, codesAt);
        const blocks = part.length / (bytesPerCode * blockLines);
        for (let query = 0; query < thresholds.length; query++) {
          bytes.set(queries.subarray(query * bytesPerCode, (query + 1) * bytesPerCode), queryAt);
          const hits = kernel.scan(codesAt, blocks, bytesPerCode, queryAt, thresholds[query]!, outAt);
          if (hits > 0) onHits(query, from / bytesPerCode, new Uint32Array(memory.buffer, outAt, hits));
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
