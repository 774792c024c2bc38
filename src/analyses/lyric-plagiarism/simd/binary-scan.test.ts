import { describe, expect, it } from 'vitest';
import { createBinaryScanner, interleaveCodes, pickCodes } from './binary-scan.js';

/** Deterministic bytes (a linear congruential generator). */
function someBytes(length: number, seed: number): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  });
}

function distance(a: Uint8Array, b: Uint8Array): number {
  let bits = 0;
  for (let i = 0; i < a.length; i++) {
    for (let rest = a[i]! ^ b[i]!; rest > 0; rest >>= 1) bits += rest & 1;
  }
  return Math.min(255, bits);
}

describe('the binary scan', () => {
  it.each([16, 32, 48])('finds exactly the lines within the threshold, for codes of %i bytes', (bytes) => {
    const lines = 20_011;
    const codes = someBytes(lines * bytes, 7);
    const queries = someBytes(3 * bytes, 9);
    queries.set(codes.subarray(bytes * 17_000, bytes * 17_001));
    const threshold = Math.round(bytes * 3.3);
    const expected: string[] = [];
    for (let query = 0; query < 3; query++) {
      for (let line = 0; line < lines; line++) {
        const d = distance(
          codes.subarray(line * bytes, (line + 1) * bytes),
          queries.subarray(query * bytes, (query + 1) * bytes),
        );
        if (d <= threshold) expected.push(`${query} ${line} ${d}`);
      }
    }
    const found: string[] = [];
    createBinaryScanner().scan(
      interleaveCodes(codes, lines, bytes),
      bytes,
      queries,
      new Uint8Array(3).fill(threshold),
      (query, firstLine, hits) => {
        for (const hit of hits) {
          const line = firstLine + (hit >>> 8);
          if (line < lines) found.push(`${query} ${line} ${hit & 255}`);
        }
      },
    );
    expect(expected.length).toBeGreaterThan(3);
    expect(found.sort()).toEqual(expected.sort());
  });

  it.each([1, 63, 64, 65, 150])('answers %i queries, each by its own threshold', (rows) => {
    const [bytes, lines] = [16, 16 * 63];
    const [codes, queries] = [someBytes(lines * bytes, 5), someBytes(rows * bytes, 6)];
    const thresholds = Uint8Array.from({ length: rows }, (_, row) => 40 + (row % 9));
    const counted = new Array<number>(rows).fill(0);
    createBinaryScanner().scan(
      interleaveCodes(codes, lines, bytes),
      bytes,
      queries,
      thresholds,
      (row, _, hits) => {
        for (const hit of hits) expect(hit & 255).toBeLessThanOrEqual(thresholds[row]!);
        counted[row]! += hits.length;
      },
    );
    const bits = Uint8Array.from({ length: 256 }, (_, value) =>
      distance(Uint8Array.of(value), Uint8Array.of(0)),
    );
    const expected = counted.map((_, row) => {
      let within = 0;
      for (let line = 0; line < lines; line++) {
        let sum = 0;
        for (let at = 0; at < bytes; at++)
          sum += bits[codes[line * bytes + at]! ^ queries[row * bytes + at]!]!;
        if (sum <= thresholds[row]!) within++;
      }
      return within;
    });
    expect(counted).toEqual(expected);
  });

  it('returns the codes that were interleaved', () => {
    const codes = someBytes(37 * 16, 3);
    expect(pickCodes(interleaveCodes(codes, 37, 16), 5, 30, 16)).toEqual(codes.subarray(5 * 16, 30 * 16));
  });
});
