/** Reads the postings of wanted keys from cells of packed ones: src/analyses/fingerprint/look-up/wanted-postings.ts. */

/** Bytes of a LEB128 number of 32 bits. */
const mostBytes: u64 = 5;

/** A LEB128 number of `count` bytes at `at`. */
function number(at: usize, count: usize): u32 {
  let value = <u32>load<u8>(at) & 127;
  if (count > 1) value |= (<u32>load<u8>(at, 1) & 127) << 7;
  if (count > 2) value |= (<u32>load<u8>(at, 2) & 127) << 14;
  if (count > 3) value |= (<u32>load<u8>(at, 3) & 127) << 21;
  if (count > 4) value |= (<u32>load<u8>(at, 4)) << 28;
  return value;
}

/** Of 64 bytes those that end a number, a bit each, the first lowest. */
function endsOfNumbers(at: usize): u64 {
  const a = <u64>(<u32>i8x16.bitmask(v128.load(at)));
  const b = <u64>(<u32>i8x16.bitmask(v128.load(at, 16)));
  const c = <u64>(<u32>i8x16.bitmask(v128.load(at, 32)));
  const d = <u64>(<u32>i8x16.bitmask(v128.load(at, 48)));
  return ~(a | (b << 16) | (c << 32) | (d << 48));
}

/** A wanted key, or what is above all of them behind the last. */
function keyAt(wanted: usize, lastKey: usize): u64 {
  return wanted < lastKey ? <u64>load<u32>(wanted) : u64.MAX_VALUE;
}

/**
 * `cellKeys`, `cellEnds`: the lowest key that each of `cells` cells can hold, rising, and where it ends behind `bytes`; `keys`:
 * `keyCount` wanted ones, sorted and distinct. Writes, from number `count` on, the position of each of their postings, from `base` on,
 * and to `runs` for each key that has some: which it is, and the number of its first posting. Returns how many postings there are
 * then; `runsEnd()` is where the next run goes. Whoever calls leaves 64 zero bytes behind the last cell. −1 where a number ends behind
 * its cell, or never.
 */
export function find(
  bytes: usize,
  cellKeys: usize,
  cellEnds: usize,
  cells: i32,
  keys: usize,
  keyCount: i32,
  base: f64,
  positions: usize,
  runs: usize,
  count: i32,
): i32 {
  let nextRun = runs;
  let lastIndex = -1;
  const lastKey = keys + ((<usize>keyCount) << 2);
  let wanted = keys;
  let wantedKey = keyAt(wanted, lastKey);
  let at = bytes;
  let ends: u64 = 0;
  for (let cell = 0; cell < cells && wanted < lastKey; cell++) {
    const end = bytes + <usize>load<u32>(cellEnds + ((<usize>cell) << 2));
    let key = <u64>load<u32>(cellKeys + ((<usize>cell) << 2));
    const nextCell = cell + 1 < cells ? <u64>load<u32>(cellKeys + ((<usize>(cell + 1)) << 2)) : u64.MAX_VALUE;
    for (; wantedKey < key; wantedKey = keyAt(wanted, lastKey)) wanted += 4;
    let position: u32 = 0;
    while (at < end) {
      let step = <u32>load<u8>(at);
      // Where numbers end is read for many of them: their bytes need not be waited for.
      if (ends & 1) {
        at++;
        ends >>= 1;
      } else {
        if (ends === 0) ends = endsOfNumbers(at);
        const bytesOfStep = ctz(ends) + 1;
        if (bytesOfStep > mostBytes) return -1;
        step = number(at, <usize>bytesOfStep);
        at += <usize>bytesOfStep;
        ends >>= bytesOfStep;
      }
      if (ends === 0) ends = endsOfNumbers(at);
      const bytesOfPosition = ctz(ends) + 1;
      if (bytesOfPosition > mostBytes) return -1;
      const place = at;
      at += <usize>bytesOfPosition;
      ends >>= bytesOfPosition;
      if (step > 0) {
        key += <u64>step;
        position = 0;
        if (wantedKey < key) {
          do {
            wanted += 4;
            wantedKey = keyAt(wanted, lastKey);
          } while (wantedKey < key);
          // Nothing more is wanted of this cell.
          if (wantedKey >= nextCell) {
            at = end;
            ends = 0;
            break;
          }
        }
      }
      if (key !== wantedKey) continue;
      position += number(place, <usize>bytesOfPosition);
      const index = <i32>((wanted - keys) >> 2);
      if (index !== lastIndex) {
        store<i32>(nextRun, index);
        store<i32>(nextRun, count, 4);
        nextRun += 8;
        lastIndex = index;
      }
      store<f64>(positions + ((<usize>count) << 3), base + <f64>position);
      count++;
    }
    if (at > end) return -1;
  }
  runsEndAt = nextRun;
  return count;
}

let runsEndAt: usize = 0;

export function runsEnd(): usize {
  return runsEndAt;
}
