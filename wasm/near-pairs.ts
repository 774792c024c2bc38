/**
 * Lists the pairs of a query's peak and a song's that lie near a line, in steps of their pitch difference, and finds the lines
 * parallel to others that most of them lie on: src/analyses/fingerprint/verification/near-pairs.ts.
 */

/** Of the surroundings, in bytes: 64-bit floats. */
const startOfLine: usize = 0;
const scaleOfLine: usize = 8;
const pivotAt: usize = 16;
const halfWidthAt: usize = 24;
const widestAt: usize = 32;
const maxCentsAt: usize = 40;
const speedSlackAt: usize = 48;

/** A pair: its delay, the query's pitch above the song's, and the query time from the pivot. */
const pairBytes: usize = 24;
/** Steps of pitch difference in which pairs are ordered. */
const stepCents: f64 = 25;
/** 32-bit differences of pitches are wrong by less than this. */
const slackCents: f32 = 0.01;

/** Of a cent as an exponent of e. */
const perCent: f64 = 0.0005776226504666211;

function stepOf(cents: f64, maxCents: f64): usize {
  const within = max(-maxCents, min(maxCents, cents));
  return <usize>floor((within + maxCents) / stepCents);
}

/**
 * `queryTimes`, `songTimes`: `queryCount` and `songCount` peaks' times; their pitches lie behind them, those of the song with room for
 * three more. Writes the first `room` pairs to `found`, and adds to `steps`, at each pair's step + 1, how many there are. Returns
 * how many there are in all.
 */
export function find(
  queryTimes: usize,
  queryCount: i32,
  songTimes: usize,
  songCount: i32,
  surroundings: usize,
  steps: usize,
  found: usize,
  room: i32,
): i32 {
  const start = load<f64>(surroundings, startOfLine);
  const scale = load<f64>(surroundings, scaleOfLine);
  const pivot = load<f64>(surroundings, pivotAt);
  const width = load<f64>(surroundings, halfWidthAt) + 1;
  const widest = load<f64>(surroundings, widestAt);
  const maxCents = load<f64>(surroundings, maxCentsAt);
  const speedSlack = load<f64>(surroundings, speedSlackAt);
  const followsSpeed = speedSlack < Infinity;
  const nearly = f32x4.splat(<f32>maxCents + slackCents);
  const queryCents = queryTimes + ((<usize>queryCount) << 2);
  const songCents = songTimes + ((<usize>songCount) << 2);
  let count = 0;
  let first = 0;
  let end = 0;
  for (let i = 0; i < queryCount; i++) {
    const time = <f64>load<f32>(queryTimes + ((<usize>i) << 2));
    const fromPivot = time - pivot;
    const at = start + scale * time;
    const halfWidth = width + widest * abs(fromPivot);
    // Both ends rise with i as long as `widest` < the line's scale: what was passed is in reach of no later peak.
    while (first < songCount && <f64>load<f32>(songTimes + ((<usize>first) << 2)) < at - halfWidth) first++;
    end = max(first, end);
    while (end < songCount && <f64>load<f32>(songTimes + ((<usize>end) << 2)) < at + halfWidth) end++;
    const cents = load<f32>(queryCents + ((<usize>i) << 2));
    const pitch = f32x4.splat(cents);
    for (let j = first; j < end; j += 4) {
      const apart = f32x4.abs(f32x4.sub(pitch, v128.load(songCents + ((<usize>j) << 2))));
      let lanes = i32x4.bitmask(f32x4.le(apart, nearly));
      while (lanes) {
        const near = j + ctz(lanes);
        lanes &= lanes - 1;
        if (near >= end) break;
        const exactly = <f64>cents - <f64>load<f32>(songCents + ((<usize>near) << 2));
        if (exactly > maxCents || exactly < -maxCents) continue;
        const delay = <f64>load<f32>(songTimes + ((<usize>near) << 2)) - at;
        if (followsSpeed) {
          // The speed that the pitch asks for, to 0.04 % within the ± 215 cents of a speed of 0.9 to 1.1.
          const x = exactly * perCent;
          const late = delay - (1 + x + 0.5 * x * x - scale) * fromPivot;
          if (abs(late) > width + speedSlack * abs(fromPivot)) continue;
        }
        if (count < room) {
          const pair = found + <usize>count * pairBytes;
          store<f64>(pair, delay);
          store<f64>(pair, exactly, 8);
          store<f64>(pair, fromPivot, 16);
        }
        const step = steps + (stepOf(exactly, maxCents) << 2);
        store<i32>(step, load<i32>(step, 4) + 1, 4);
        count++;
      }
    }
  }
  return count;
}

/** Sorts `count` pairs by step: `next` holds the place of each step's first pair. Their numbers go to three lists. */
export function order(
  found: usize,
  count: i32,
  maxCents: f64,
  next: usize,
  delays: usize,
  cents: usize,
  fromPivot: usize,
): void {
  const end = found + <usize>count * pairBytes;
  for (; found < end; found += pairBytes) {
    const apart = load<f64>(found, 8);
    const step = next + (stepOf(apart, maxCents) << 2);
    const at = (<usize>load<i32>(step)) << 3;
    store<i32>(step, load<i32>(step) + 1);
    store<f64>(delays + at, load<f64>(found));
    store<f64>(cents + at, apart);
    store<f64>(fromPivot + at, load<f64>(found, 16));
  }
}

/** Frames beside a line in which its parallels are sought, one a column. */
export const halfWidthFrames: i32 = 14;
const columns: i32 = 2 * halfWidthFrames + 1;
/** Columns are as many in memory as vectors read. */
export const stride: i32 = 32;
/** Of a histogram's rows. */
export const rowCents: f64 = 20;

/** To the nearest whole number, and up where two are as near: as Math.round does. */
function rounded(values: v128): v128 {
  const up = f64x2.ceil(values);
  const isBelow = f64x2.gt(f64x2.sub(up, f64x2.splat(0.5)), values);
  return f64x2.sub(up, v128.and(isBelow, f64x2.splat(1)));
}

/** Adds one to the cells of two pairs; one that does not count adds to a cell behind all others, in turn: no branch is guessed wrong. */
function increment(counts: usize, cells: v128, isCounted: v128, behind: i32, pair: i32): void {
  const others = f64x2.splat(behind + (pair & 6));
  const at = i32x4.trunc_sat_f64x2_s_zero(v128.bitselect(cells, others, isCounted));
  const first = counts + ((<usize>i32x4.extract_lane(at, 0)) << 2);
  store<i32>(first, load<i32>(first) + 1);
  const second = counts + ((<usize>i32x4.extract_lane(at, 1)) << 2);
  store<i32>(second, load<i32>(second) + 1);
}

/** Of two lanes those that count: the last pair may be alone. */
function alone(lanes: v128, isLast: bool): v128 {
  return isLast ? i64x2.replace_lane(lanes, 1, 0) : lanes;
}

/**
 * The histogram of pairs first … end − 1 over their delay, where a line is `faster` about the query time `middle` (from the pivot),
 * and over their pitch, by 20 cents, up to `maxCents` both ways; `halfRows` rows beside the middle one. `counts` and `triples`: room
 * for rows · 32 numbers each, and for eight behind. Writes the greatest sum, in halves, of a cell, half of itself and the eight
 * about it to `most`, and returns its cell.
 */
export function densest(
  delays: usize,
  cents: usize,
  fromPivot: usize,
  first: i32,
  end: i32,
  faster: f64,
  middle: f64,
  maxCents: f64,
  halfRows: i32,
  counts: usize,
  triples: usize,
  most: usize,
): i32 {
  const rows = 2 * halfRows + 1;
  memory.fill(counts, 0, (<usize>(rows * stride)) << 2);
  for (let pair = first; pair < end; pair += 2) {
    const at = (<usize>pair) << 3;
    const apart = v128.load(cents + at);
    const fromMiddle = f64x2.sub(v128.load(fromPivot + at), f64x2.splat(middle));
    const delay = f64x2.sub(v128.load(delays + at), f64x2.mul(f64x2.splat(faster), fromMiddle));
    const column = f64x2.add(rounded(delay), f64x2.splat(halfWidthFrames));
    const row = f64x2.add(rounded(f64x2.div(apart, f64x2.splat(rowCents))), f64x2.splat(halfRows));
    const isInside = v128.and(
      v128.and(f64x2.le(apart, f64x2.splat(maxCents)), f64x2.ge(apart, f64x2.splat(-maxCents))),
      v128.and(f64x2.ge(column, f64x2.splat(0)), f64x2.lt(column, f64x2.splat(columns))),
    );
    const cells = f64x2.add(f64x2.mul(row, f64x2.splat(stride)), column);
    increment(counts, cells, alone(isInside, pair + 1 === end), rows * stride, pair);
  }
  for (let at = 0; at < rows * stride; at += 4) {
    const own = counts + ((<usize>at) << 2);
    const beside = i32x4.add(v128.load(own - 4), v128.load(own, 4));
    v128.store(triples + ((<usize>at) << 2), i32x4.add(beside, v128.load(own)));
  }
  let best = 0;
  let bestAt = -1;
  for (let row = 1; row + 1 < rows; row++) {
    for (let column = 0; column + 1 < columns; column += 4) {
      const at = row * stride + column;
      const own = triples + ((<usize>at) << 2);
      const beside = i32x4.add(v128.load(own - 4 * stride), v128.load(own + 4 * stride));
      const nine = i32x4.add(beside, v128.load(own));
      const sums = i32x4.add(i32x4.add(nine, nine), v128.load(counts + ((<usize>at) << 2)));
      let higher = i32x4.bitmask(i32x4.gt_s(sums, i32x4.splat(best)));
      // The first and the last column have none beside them.
      if (column === 0) higher &= 14;
      if (!higher) continue;
      v128.store(most, sums);
      for (let lane = 0; lane < 4; lane++) {
        const sum = load<i32>(most + ((<usize>lane) << 2));
        if ((higher >> lane) & 1 && sum > best) {
          best = sum;
          bestAt = at + lane;
        }
      }
    }
  }
  store<i32>(most, best);
  return bestAt;
}

/**
 * The same over delays alone, of the pairs whose pitch is `pitch` to `within`, where a line is `faster` about the pivot. A column
 * counts three halves, those beside it once.
 */
export function commonest(
  delays: usize,
  cents: usize,
  fromPivot: usize,
  first: i32,
  end: i32,
  faster: f64,
  pitch: f64,
  within: f64,
  counts: usize,
  most: usize,
): i32 {
  memory.fill(counts, 0, (<usize>stride) << 2);
  for (let pair = first; pair < end; pair += 2) {
    const at = (<usize>pair) << 3;
    const apart = f64x2.sub(v128.load(cents + at), f64x2.splat(pitch));
    const delay = f64x2.sub(
      v128.load(delays + at),
      f64x2.mul(f64x2.splat(faster), v128.load(fromPivot + at)),
    );
    const column = f64x2.add(rounded(delay), f64x2.splat(halfWidthFrames));
    const isInside = v128.and(
      v128.and(f64x2.le(apart, f64x2.splat(within)), f64x2.ge(apart, f64x2.splat(-within))),
      v128.and(f64x2.ge(column, f64x2.splat(0)), f64x2.lt(column, f64x2.splat(columns))),
    );
    increment(counts, column, alone(isInside, pair + 1 === end), stride, pair);
  }
  let best = 0;
  let bestAt = 1;
  for (let column = 1; column + 1 < columns; column++) {
    const own = counts + ((<usize>column) << 2);
    const sum = 2 * (load<i32>(own - 4) + load<i32>(own + 4)) + 3 * load<i32>(own);
    if (sum <= best) continue;
    best = sum;
    bestAt = column;
  }
  store<i32>(most, best);
  return bestAt;
}
