/** Reads the postings of wanted keys from cells of packed ones: src/analyses/fingerprint/look-up/wanted-postings.ts. */

/** Where the number of several bytes ends that was read last, and whether all were short enough. */
let next: usize = 0;
let isSound = true;

/** A LEB128 number at `at`, of five bytes at most. */
function longNumber(at: usize): u32 {
  let value: u32 = 0;
  for (let shift: u32 = 0; shift < 35; shift += 7) {
    const byte = <u32>load<u8>(at++);
    value |= (byte & 127) << shift;
    if (byte >= 128) continue;
    next = at;
    return value;
  }
  isSound = false;
  next = at;
  return value;
}

/** A wanted key, or what is above all of them behind the last. */
function keyAt(wanted: usize, lastKey: usize): u64 {
  return wanted < lastKey ? <u64>load<u32>(wanted) : u64.MAX_VALUE;
}

/**
 * `cellKeys`, `cellEnds`: the lowest key that each of `cells` cells can hold, rising, and where it ends behind `bytes`; `keys`:
 * `keyCount` wanted ones, sorted and distinct. Writes, from number `count` on, which key each of their postings has and its position
 * from `base` on, and adds to `found` how many each key has. Returns how many postings there are then. Whoever calls leaves eight
 * zero bytes behind the last cell. −1 where a number ends behind its cell, or never.
 */
export function find(
  bytes: usize,
  cellKeys: usize,
  cellEnds: usize,
  cells: i32,
  keys: usize,
  keyCount: i32,
  base: f64,
  keyIndices: usize,
  positions: usize,
  found: usize,
  count: i32,
): i32 {
  const lastKey = keys + ((<usize>keyCount) << 2);
  let wanted = keys;
  let wantedKey = keyAt(wanted, lastKey);
  let at = bytes;
  isSound = true;
  for (let cell = 0; cell < cells && wanted < lastKey; cell++) {
    const end = bytes + <usize>load<u32>(cellEnds + ((<usize>cell) << 2));
    let key = <u64>load<u32>(cellKeys + ((<usize>cell) << 2));
    const nextCell = cell + 1 < cells ? <u64>load<u32>(cellKeys + ((<usize>(cell + 1)) << 2)) : u64.MAX_VALUE;
    for (; wantedKey < key; wantedKey = keyAt(wanted, lastKey)) wanted += 4;
    let position: u32 = 0;
    while (at < end) {
      // A step, and the position behind it, of most postings.
      const eight = load<u64>(at);
      let step = <u32>eight & 255;
      at++;
      if (step > 0) {
        if (step >= 128) {
          step = longNumber(at - 1);
          at = next;
        }
        key += <u64>step;
        position = 0;
        if (wantedKey < key) {
          do {
            wanted += 4;
            wantedKey = keyAt(wanted, lastKey);
          } while (wantedKey < key);
          // Nothing more is wanted of this cell.
          if (wantedKey >= nextCell) break;
        }
      }
      if (key !== wantedKey) {
        // Bit 7 of the last byte of a number is 0.
        const last = <u32>(~eight >> 8) & 0x80808080;
        if (step < 128 && last !== 0) at += <usize>((ctz(last) >> 3) + 1);
        else while (load<u8>(at++) >= 128);
        continue;
      }
      // Three bytes hold what nearly every step in a large segment has.
      let value = <u32>load<u8>(at++);
      if (value >= 128) {
        const second = <u32>load<u8>(at++);
        value = (value & 127) | ((second & 127) << 7);
        if (second >= 128) {
          const third = <u32>load<u8>(at++);
          value |= third << 14;
          if (third >= 128) {
            value = longNumber(at - 3);
            at = next;
          }
        }
      }
      position += value;
      const index = <i32>((wanted - keys) >> 2);
      store<i32>(keyIndices + ((<usize>count) << 2), index);
      store<f64>(positions + ((<usize>count) << 3), base + <f64>position);
      store<i32>(found + ((<usize>index) << 2), load<i32>(found + ((<usize>index) << 2)) + 1);
      count++;
    }
    if (at > end || !isSound) return -1;
    at = end;
  }
  return count;
}
