/**
 * Compares binary codes of a query with all codes of an index, as a sum over half bytes (product quantisation's asymmetric
 * distances by look-up: Jégou et al. 2011; in registers: André et al., VLDB 2015). Codes lie in blocks of 16 lines,
 * byte-interleaved: byte 0 of the 16 lines, then byte 1 of the 16 lines, … Of two blocks a table is made, for every half byte
 * and each of its 16 values how many bits differ in the 32 lines; every code of the query then only adds up rows of that table.
 */

const linesOfBlock: usize = 16;
/** Half bytes that one round of the loop adds up; a code has a multiple of it. */
const unrolled: usize = 8;
/** The distances of two blocks with hits are stored here, to read single ones. */
const scratch: usize = 0;
const valuesOfHalf: usize = 16;
/** 16 lines of each of two blocks. */
const bytesOfRow: usize = 32;
const bytesOfHalf: usize = valuesOfHalf * bytesOfRow;

/** What one more bit in the other code adds to the distance: 1 where this code has it not, −1 where it has. */
function changeBy(half: v128, bit: v128): v128 {
  return v128.or(i8x16.eq(v128.and(half, bit), bit), i8x16.splat(1));
}

/** Rows of one block for one half byte, in the order of a Gray code: each is the one before with one bit changed. */
function writeRows(table: usize, half: v128): void {
  const bit0 = changeBy(half, i8x16.splat(1));
  const bit1 = changeBy(half, i8x16.splat(2));
  const bit2 = changeBy(half, i8x16.splat(4));
  const bit3 = changeBy(half, i8x16.splat(8));
  let row = i8x16.popcnt(half);
  v128.store(table, row, 0);
  row = i8x16.add(row, bit0);
  v128.store(table, row, 32);
  row = i8x16.add(row, bit1);
  v128.store(table, row, 96);
  row = i8x16.sub(row, bit0);
  v128.store(table, row, 64);
  row = i8x16.add(row, bit2);
  v128.store(table, row, 192);
  row = i8x16.add(row, bit0);
  v128.store(table, row, 224);
  row = i8x16.sub(row, bit1);
  v128.store(table, row, 160);
  row = i8x16.sub(row, bit0);
  v128.store(table, row, 128);
  row = i8x16.add(row, bit3);
  v128.store(table, row, 384);
  row = i8x16.add(row, bit0);
  v128.store(table, row, 416);
  row = i8x16.add(row, bit1);
  v128.store(table, row, 480);
  row = i8x16.sub(row, bit0);
  v128.store(table, row, 448);
  row = i8x16.sub(row, bit2);
  v128.store(table, row, 320);
  row = i8x16.add(row, bit0);
  v128.store(table, row, 352);
  row = i8x16.sub(row, bit1);
  v128.store(table, row, 288);
  row = i8x16.sub(row, bit0);
  v128.store(table, row, 256);
}

/** The table of two blocks: rows of 32 lines, by half byte (the lower one of each byte first) and value. */
function writeTable(codes: usize, bytesPerCode: usize, table: usize): void {
  const low = i8x16.splat(15);
  const end = codes + bytesPerCode * linesOfBlock;
  const next = bytesPerCode * linesOfBlock;
  do {
    const first = v128.load(codes);
    const second = v128.load(codes + next);
    writeRows(table, v128.and(first, low));
    writeRows(table + linesOfBlock, v128.and(second, low));
    table += bytesOfHalf;
    writeRows(table, i8x16.shr_u(first, 4));
    writeRows(table + linesOfBlock, i8x16.shr_u(second, 4));
    table += bytesOfHalf;
    codes += linesOfBlock;
  } while (codes < end);
}

/**
 * Finds for each of `rows` codes the lines whose distance is at most its threshold (one byte each). `values`: for each code
 * and half byte the byte offset of its row in the table, as uint32. `ends`: for each code where its hits are to be written, as
 * uint32; afterwards where they end. Each hit is one 32-bit word: line number << 8 | distance. Distances saturate at 255. At
 * least one block and one row; `table` has 1,024 bytes for each byte of a code, and behind the codes a block may be read.
 */
export function scan(
  codes: usize,
  blocks: u32,
  bytesPerCode: usize,
  values: usize,
  thresholds: usize,
  rows: u32,
  table: usize,
  ends: usize,
): void {
  const step = 2 * bytesPerCode * linesOfBlock;
  let block: u32 = 0;
  do {
    writeTable(codes, bytesPerCode, table);
    const known: u32 = blocks - block > 1 ? 0xffffffff : 0xffff;
    let value = values;
    for (let row: u32 = 0; row < rows; row++) {
      let first = i8x16.splat(0);
      let second = i8x16.splat(0);
      const end = value + 8 * bytesPerCode;
      do {
        const row0 = table + <usize>load<u32>(value, 0);
        const row1 = table + <usize>load<u32>(value, 4);
        const row2 = table + <usize>load<u32>(value, 8);
        const row3 = table + <usize>load<u32>(value, 12);
        const row4 = table + <usize>load<u32>(value, 16);
        const row5 = table + <usize>load<u32>(value, 20);
        const row6 = table + <usize>load<u32>(value, 24);
        const row7 = table + <usize>load<u32>(value, 28);
        first = i8x16.add_sat_u(first, v128.load(row0, 0));
        second = i8x16.add_sat_u(second, v128.load(row0, 16));
        first = i8x16.add_sat_u(first, v128.load(row1, 0));
        second = i8x16.add_sat_u(second, v128.load(row1, 16));
        first = i8x16.add_sat_u(first, v128.load(row2, 0));
        second = i8x16.add_sat_u(second, v128.load(row2, 16));
        first = i8x16.add_sat_u(first, v128.load(row3, 0));
        second = i8x16.add_sat_u(second, v128.load(row3, 16));
        first = i8x16.add_sat_u(first, v128.load(row4, 0));
        second = i8x16.add_sat_u(second, v128.load(row4, 16));
        first = i8x16.add_sat_u(first, v128.load(row5, 0));
        second = i8x16.add_sat_u(second, v128.load(row5, 16));
        first = i8x16.add_sat_u(first, v128.load(row6, 0));
        second = i8x16.add_sat_u(second, v128.load(row6, 16));
        first = i8x16.add_sat_u(first, v128.load(row7, 0));
        second = i8x16.add_sat_u(second, v128.load(row7, 16));
        value += 4 * unrolled;
      } while (value < end);
      const limit = v128.load_splat<u8>(thresholds + row);
      let mask: u32 =
        <u32>i8x16.bitmask(i8x16.le_u(first, limit)) |
        ((<u32>i8x16.bitmask(i8x16.le_u(second, limit))) << 16);
      mask &= known;
      if (mask) {
        v128.store(scratch, first, 0);
        v128.store(scratch, second, 16);
        let out = <usize>load<u32>(ends + 4 * row);
        do {
          const line: u32 = ctz(mask);
          store<u32>(out, (((block << 4) + line) << 8) | load<u8>(scratch + line));
          out += 4;
          mask &= mask - 1;
        } while (mask);
        store<u32>(ends + 4 * row, <u32>out);
      }
    }
    codes += step;
    block += 2;
  } while (block < blocks);
}
