/** Adds up a query's levels at the peaks of a song's sketch, at every place of the song: src/analyses/fingerprint/sweep/sketch-sums.ts. */

/** Steps of the query that are added at once. */
const lanes: i32 = 80;

/**
 * Of each peak of a sketch (song-sketch.ts) its row is added to the sums of the places from the peak's step on. Rows are `stride` (a multiple of 80)
 * signed bytes, those of a step are added up in saturated bytes and those of a place in 16 saturated bits for each 80 steps of the query. Writes the
 * sums, 32-bit integers, of the song's steps + stride − 1 places to `sums`, and to `counts`, bytes, how many peaks each of the song's steps has, with
 * zeros for `stride` steps behind. Returns how many steps the song has.
 */
export function add(sketch: usize, bytes: i32, rows: usize, stride: i32, sums: usize, counts: usize): i32 {
  const end = sketch + <usize>bytes;
  let steps = 0;
  for (let at = sketch; at < end; steps++) {
    const count = load<u8>(at);
    store<u8>(counts + <usize>steps, count);
    at += 1 + <usize>count;
  }
  memory.fill(counts + <usize>steps, 0, <usize>stride);
  memory.fill(sums, 0, (<usize>(steps + stride)) << 2);
  for (let lane = 0; lane < stride; lane += lanes)
    addLanes(sketch, end, rows + <usize>lane, stride, sums + ((<usize>lane) << 2));
  return steps;
}

/** Adds the values of 16 lanes of a step to those of their places: the lower and the upper half. */
function lower(sums: v128, more: v128): v128 {
  return i16x8.add_sat_s(sums, i16x8.extend_low_i8x16_s(more));
}

function upper(sums: v128, more: v128): v128 {
  return i16x8.add_sat_s(sums, i16x8.extend_high_i8x16_s(more));
}

/** One place on: what `a` begins with leaves, what `b` begins with follows. */
function moved(a: v128, b: v128): v128 {
  return i16x8.shuffle(a, b, 1, 2, 3, 4, 5, 6, 7, 8);
}

/**
 * The sums of 80 places stay in registers from step to step and move on by one, so that each is written once: written and read anew they would be
 * read while they are still being written.
 */
function addLanes(sketch: usize, end: usize, rows: usize, stride: i32, sums: usize): void {
  const none = i16x8.splat(0);
  let s0 = none;
  let s1 = none;
  let s2 = none;
  let s3 = none;
  let s4 = none;
  let s5 = none;
  let s6 = none;
  let s7 = none;
  let s8 = none;
  let s9 = none;
  while (sketch < end) {
    const next = sketch + 1 + <usize>load<u8>(sketch);
    if (++sketch < next) {
      let row = rows + <usize>(<i32>load<u8>(sketch) * stride);
      let a = v128.load(row);
      let b = v128.load(row, 16);
      let c = v128.load(row, 32);
      let d = v128.load(row, 48);
      let e = v128.load(row, 64);
      while (++sketch < next) {
        row = rows + <usize>(<i32>load<u8>(sketch) * stride);
        a = i8x16.add_sat_s(a, v128.load(row));
        b = i8x16.add_sat_s(b, v128.load(row, 16));
        c = i8x16.add_sat_s(c, v128.load(row, 32));
        d = i8x16.add_sat_s(d, v128.load(row, 48));
        e = i8x16.add_sat_s(e, v128.load(row, 64));
      }
      s0 = lower(s0, a);
      s1 = upper(s1, a);
      s2 = lower(s2, b);
      s3 = upper(s3, b);
      s4 = lower(s4, c);
      s5 = upper(s5, c);
      s6 = lower(s6, d);
      s7 = upper(s7, d);
      s8 = lower(s8, e);
      s9 = upper(s9, e);
    }
    store<i32>(sums, load<i32>(sums) + <i32>i16x8.extract_lane_s(s0, 0));
    sums += 4;
    s0 = moved(s0, s1);
    s1 = moved(s1, s2);
    s2 = moved(s2, s3);
    s3 = moved(s3, s4);
    s4 = moved(s4, s5);
    s5 = moved(s5, s6);
    s6 = moved(s6, s7);
    s7 = moved(s7, s8);
    s8 = moved(s8, s9);
    s9 = moved(s9, none);
  }
  addPlaces(sums, s0);
  addPlaces(sums + 32, s1);
  addPlaces(sums + 64, s2);
  addPlaces(sums + 96, s3);
  addPlaces(sums + 128, s4);
  addPlaces(sums + 160, s5);
  addPlaces(sums + 192, s6);
  addPlaces(sums + 224, s7);
  addPlaces(sums + 256, s8);
  addPlaces(sums + 288, s9);
}

function addPlaces(sums: usize, more: v128): void {
  v128.store(sums, i32x4.add(v128.load(sums), i32x4.extend_low_i16x8_s(more)));
  v128.store(sums, i32x4.add(v128.load(sums, 16), i32x4.extend_high_i16x8_s(more)), 16);
}

/**
 * The highest score of the places `first` … `end` − 1: a sum over the root of how many peaks the query's `steps` cover there, with `drawn` more, where
 * they are `least` or more. 0 where no sum is above 0.
 */
export function highest(
  sums: usize,
  counts: usize,
  steps: i32,
  first: i32,
  end: i32,
  least: i32,
  drawn: i32,
): f64 {
  let peaks: i32 = 0;
  let best: f64 = 0;
  for (let place = 0; place < end; place++) {
    peaks += <i32>load<u8>(counts + <usize>place);
    if (place >= steps) peaks -= <i32>load<u8>(counts + <usize>(place - steps));
    const sum = load<i32>(sums + ((<usize>place) << 2));
    if (sum <= 0 || peaks < least || place < first) continue;
    // Squares are compared: no root and no quotient of each place.
    const square = <f64>sum * <f64>sum;
    const count = <f64>(peaks + drawn);
    if (square > best * count) best = square / count;
  }
  return sqrt<f64>(best);
}
