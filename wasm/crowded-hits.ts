/** Which hits of a look-up do not stand alone: src/analyses/fingerprint/look-up/crowded-hits.ts. */

/**
 * Writes each hit's value, position − time + middle, over its position, and over its time the cell of `width` that the value lies
 * in, as a number below `cells`, a power of two: cells that are far apart share one. Adds to `counts`, a byte a cell, how many hits
 * it has. Returns 1 where a byte holds less than that.
 */
export function place(
  positions: usize,
  times: usize,
  count: i32,
  middle: f64,
  width: f64,
  cells: i32,
  counts: usize,
): i32 {
  const mask = <i64>cells - 1;
  let isFull = 0;
  for (let hit = 0; hit < count; hit++) {
    const position = positions + ((<usize>hit) << 3);
    const time = times + ((<usize>hit) << 2);
    const value = load<f64>(position) - <f64>load<f32>(time) + middle;
    const cell = <i32>(<i64>floor(value / width) & mask);
    store<f64>(position, value);
    store<i32>(time, cell);
    const held = <i32>load<u8>(counts + <usize>cell) + 1;
    store<u8>(counts + <usize>cell, <u8>held);
    isFull |= held >> 8;
  }
  return isFull;
}

/** The hits of each cell in 16 bits, of 65,535 at most. */
export function countWidely(cellOf: usize, count: i32, counts: usize): void {
  for (let hit = 0; hit < count; hit++) {
    const held = counts + ((<usize>load<i32>(cellOf + ((<usize>hit) << 2))) << 1);
    const hits = load<u16>(held);
    if (hits < 65_535) store<u16>(held, hits + 1);
  }
}

function held(counts: usize, cell: i32, isWide: bool): i32 {
  return isWide ? <i32>load<u16>(counts + ((<usize>cell) << 1)) : <i32>load<u8>(counts + <usize>cell);
}

/** How many hits lie in each one's cell and the two beside it, `most` at most, and how often that many do. */
export function crowds(
  cellOf: usize,
  count: i32,
  cells: i32,
  counts: usize,
  isWide: bool,
  most: i32,
  around: usize,
  histogram: usize,
): void {
  const mask = cells - 1;
  for (let hit = 0; hit < count; hit++) {
    const cell = load<i32>(cellOf + ((<usize>hit) << 2));
    const beside = held(counts, (cell - 1) & mask, isWide) + held(counts, (cell + 1) & mask, isWide);
    const sum = min(most, beside + held(counts, cell, isWide));
    store<u16>(around + ((<usize>hit) << 1), <u16>sum);
    const frequency = histogram + ((<usize>sum) << 2);
    store<i32>(frequency, load<i32>(frequency) + 1);
  }
}

/** Writes the numbers of the hits in crowds of `least` or more to `kept`. Returns how many these are. */
export function keep(around: usize, count: i32, least: i32, kept: usize): i32 {
  let next = kept;
  for (let hit = 0; hit < count; hit++) {
    store<i32>(next, hit);
    next += <i32>load<u16>(around + ((<usize>hit) << 1)) >= least ? 4 : 0;
  }
  return <i32>((next - kept) >> 2);
}
