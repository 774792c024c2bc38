/**
 * Compares a query's binary code with all codes of an index. Codes lie in blocks of 16 lines, byte-interleaved: byte 0
 * of the 16 lines, then byte 1 of the 16 lines, … so that one 128-bit register adds up the differing bits of 16 lines
 * and no horizontal sum is needed.
 */

const linesOfBlock: usize = 16;
/** Bytes of a code that one round of the loop compares; codes are a multiple of it. */
const unrolled: usize = 16;
/** The distances of a block with hits are stored here, to read single ones. */
const scratch: usize = 0;

/** Adds the number of differing bits of each byte; inlined by the optimiser, as all of this. */
function addBits(distance: v128, codes: v128, own: v128): v128 {
  return i8x16.add_sat_u(distance, i8x16.popcnt(v128.xor(codes, own)));
}

/**
 * Returns the number of hits; each is one 32-bit word at `out`: line number << 8 | distance. Distances saturate at 255.
 * At least one block; addresses 0 … 15 are overwritten.
 */
export function scan(
  codes: usize,
  blocks: u32,
  bytesPerCode: usize,
  query: usize,
  threshold: u32,
  out: usize,
): u32 {
  const limit = i8x16.splat(<i8>threshold);
  const hits = out;
  let block: u32 = 0;
  do {
    let distance = i8x16.splat(0);
    let byte: usize = 0;
    do {
      const own = query + byte;
      distance = addBits(distance, v128.load(codes, 0), v128.load_splat<u8>(own, 0));
      distance = addBits(distance, v128.load(codes, 16), v128.load_splat<u8>(own, 1));
      distance = addBits(distance, v128.load(codes, 32), v128.load_splat<u8>(own, 2));
      distance = addBits(distance, v128.load(codes, 48), v128.load_splat<u8>(own, 3));
      distance = addBits(distance, v128.load(codes, 64), v128.load_splat<u8>(own, 4));
      distance = addBits(distance, v128.load(codes, 80), v128.load_splat<u8>(own, 5));
      distance = addBits(distance, v128.load(codes, 96), v128.load_splat<u8>(own, 6));
      distance = addBits(distance, v128.load(codes, 112), v128.load_splat<u8>(own, 7));
      distance = addBits(distance, v128.load(codes, 128), v128.load_splat<u8>(own, 8));
      distance = addBits(distance, v128.load(codes, 144), v128.load_splat<u8>(own, 9));
      distance = addBits(distance, v128.load(codes, 160), v128.load_splat<u8>(own, 10));
      distance = addBits(distance, v128.load(codes, 176), v128.load_splat<u8>(own, 11));
      distance = addBits(distance, v128.load(codes, 192), v128.load_splat<u8>(own, 12));
      distance = addBits(distance, v128.load(codes, 208), v128.load_splat<u8>(own, 13));
      distance = addBits(distance, v128.load(codes, 224), v128.load_splat<u8>(own, 14));
      distance = addBits(distance, v128.load(codes, 240), v128.load_splat<u8>(own, 15));
      codes += unrolled * linesOfBlock;
      byte += unrolled;
    } while (byte < bytesPerCode);
    let mask = i8x16.bitmask(i8x16.le_u(distance, limit));
    if (mask) {
      v128.store(scratch, distance);
      do {
        const line: u32 = ctz(mask);
        store<u32>(out, (((block << 4) | line) << 8) | load<u8>(scratch + line));
        out += 4;
        mask &= mask - 1;
      } while (mask);
    }
    block++;
  } while (block < blocks);
  return <u32>(out - hits) >> 2;
}
