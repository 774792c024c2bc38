/**
 * The WebAssembly function that compares a query's binary code with all codes of an index.
 *
 * Codes lie in blocks of 16 lines, byte-interleaved: byte 0 of the 16 lines, then byte 1 of the 16 lines, … so
 * that one 128-bit register adds up the differing bits of 16 lines and no horizontal sum is needed.
 *
 * scan(codes, blocks, bytesPerCode, query, threshold, out) → number of hits; each hit is one 32-bit word at
 * `out`: line number << 8 | distance. Distances saturate at 255. Address 0 … 15 is scratch space.
 */

import {
  add,
  type Code,
  constant,
  get,
  i32,
  increase,
  leb,
  loop,
  name,
  repeatIf,
  section,
  set,
  simd,
  v128,
  when,
} from '../../../signal/wasm/assembler.js';

const [codes, blocks, bytesPerCode, query, threshold, out, block, byte, mask, count, sum, limit] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
];

/** sum += popcount(codes[16·k …] xor query[k]) for 16 bytes of the code. */
const sixteenBytes: Code[] = Array.from({ length: 16 }, (_, k) => [
  ...get(sum),
  ...get(codes),
  ...simd(0x00, 4, ...leb(16 * k)), // v128.load
  ...get(query),
  ...get(byte),
  ...add,
  ...simd(0x07, 0, k), // v128.load8_splat
  ...simd(0x51), // v128.xor
  ...simd(0x62), // i8x16.popcnt
  ...simd(0x70), // i8x16.add_sat_u
  ...set(sum),
]);

const body: Code[] = [
  [...get(threshold), ...simd(0x0f), ...set(limit)], // i8x16.splat
  loop(
    [...simd(0x0c, ...new Array<number>(16).fill(0)), ...set(sum)],
    [...constant(0), ...set(byte)],
    loop(
      ...sixteenBytes,
      increase(codes, 256),
      increase(byte, 16),
      [...get(byte), ...get(bytesPerCode), 0x49], // i32.lt_u
      repeatIf,
    ),
    [...get(sum), ...get(limit), ...simd(0x2a), ...simd(0x64), ...set(mask)], // i8x16.le_u, bitmask
    get(mask),
    when(
      [...constant(0), ...get(sum), ...simd(0x0b, 4, 0)], // v128.store to scratch
      loop(
        get(out),
        [...get(block), ...constant(4), 0x74, ...get(mask), 0x68, 0x72], // block << 4 | ctz(mask)
        [...constant(8), 0x74],
        [...get(mask), 0x68, 0x2d, 0, 0, 0x72], // | load8_u(ctz(mask))
        [0x36, 2, 0], // i32.store
        increase(out, 4),
        increase(count, 1),
        [...get(mask), ...get(mask), ...constant(1), 0x6b, 0x71, ...set(mask)], // mask &= mask − 1
        get(mask),
        repeatIf,
      ),
    ),
    increase(block, 1),
    [...get(block), ...get(blocks), 0x49],
    repeatIf,
  ),
  get(count),
];

/** The whole module; it imports its memory as `env.memory` and exports `scan`. */
export function scanModuleBytes(): Uint8Array<ArrayBuffer> {
  const code = [2, 4, i32, 2, v128, ...body.flat(), 0x0b];
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, 1, 0x60, 6, i32, i32, i32, i32, i32, i32, 1, i32),
    ...section(2, 1, ...name('env'), ...name('memory'), 2, 0, 1),
    ...section(3, 1, 0),
    ...section(7, 1, ...name('scan'), 0, 0),
    ...section(10, 1, ...leb(code.length), ...code),
  ]);
}
