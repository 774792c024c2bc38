/** Lists the pairs of a query's peak and a song's that lie near a line, in steps of their pitch difference: src/analyses/fingerprint/verification/near-pairs.ts. */

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
