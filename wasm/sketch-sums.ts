/** Adds up a query's levels at the peaks of a song's sketch, at every place of the song: src/analyses/fingerprint/sweep/sketch-sums.ts. */

/**
 * Reads a sketch (song-sketch.ts) in steps as long as `together` of its own: writes the bands of all its peaks to `bands`, a byte each, how many of them each
 * step has to `counts`, 16-bit integers, and how many the steps before it have to `before`, 32-bit integers, with `behind` more of these. Returns how many
 * steps there are. Up to 15 bytes behind the sketch are read, and behind the bands written.
 */
export function unpack(
  sketch: usize,
  bytes: i32,
  together: i32,
  bands: usize,
  counts: usize,
  before: usize,
  behind: i32,
): i32 {
  const end = sketch + <usize>bytes;
  const first = bands;
  let steps = 0;
  for (; sketch < end; steps++) {
    store<i32>(before + ((<usize>steps) << 2), <i32>(bands - first));
    const from = bands;
    for (let step = together; step > 0 && sketch < end; step--) {
      const count = <usize>load<u8>(sketch);
      sketch++;
      // What follows them is written over by the next step's.
      for (let at: usize = 0; at < count; at += 16) v128.store(bands + at, v128.load(sketch + at));
      bands += count;
      sketch += count;
    }
    store<u16>(counts + ((<usize>steps) << 1), <u16>(bands - from));
  }
  const all = <i32>(bands - first);
  for (let place = steps; place < steps + behind; place++) store<i32>(before + ((<usize>place) << 2), all);
  return steps;
}

/**
 * Of each step the rows of its bands added up, in saturated bytes, to `out`: rows and sums have 16 bytes for each of the `vectors`, 2 to 6. More would not stay in registers.
 */
export function add(bands: usize, counts: usize, steps: i32, rows: usize, vectors: i32, out: usize): void {
  if (vectors === 2) addRows<u8, u8>(bands, counts, steps, rows, out);
  else if (vectors === 3) addRows<u16, u8>(bands, counts, steps, rows, out);
  else if (vectors === 4) addRows<u16, u16>(bands, counts, steps, rows, out);
  else if (vectors === 5) addRows<u32, u8>(bands, counts, steps, rows, out);
  else addRows<u32, u16>(bands, counts, steps, rows, out);
}

/** The vectors are as many as both types have bytes: their number is known where it is compiled, so that no loop asks. */
function addRows<A, B>(bands: usize, counts: usize, steps: i32, rows: usize, out: usize): void {
  const vectors = sizeof<A>() + sizeof<B>();
  const none = i8x16.splat(0);
  for (let step = 0; step < steps; step++) {
    let a = none;
    let b = none;
    let c = none;
    let d = none;
    let e = none;
    let f = none;
    const next = bands + <usize>load<u16>(counts + ((<usize>step) << 1));
    for (; bands < next; bands++) {
      const row = rows + <usize>load<u8>(bands) * (vectors << 4);
      a = i8x16.add_sat_s(a, v128.load(row));
      b = i8x16.add_sat_s(b, v128.load(row, 16));
      if (vectors > 2) c = i8x16.add_sat_s(c, v128.load(row, 32));
      if (vectors > 3) d = i8x16.add_sat_s(d, v128.load(row, 48));
      if (vectors > 4) e = i8x16.add_sat_s(e, v128.load(row, 64));
      if (vectors > 5) f = i8x16.add_sat_s(f, v128.load(row, 80));
    }
    v128.store(out, a);
    v128.store(out, b, 16);
    if (vectors > 2) v128.store(out, c, 32);
    if (vectors > 3) v128.store(out, d, 48);
    if (vectors > 4) v128.store(out, e, 64);
    if (vectors > 5) v128.store(out, f, 80);
    out += vectors << 4;
  }
}

/** One place on: what `a` begins with leaves, what `b` begins with follows. */
function moved(a: v128, b: v128): v128 {
  return i16x8.shuffle(a, b, 1, 2, 3, 4, 5, 6, 7, 8);
}

/**
 * Of a part of one change's rows the sums of all places, 32-bit integers: of each of the `steps` rows of `added` (`width` bytes apart) byte n belongs to the
 * place n behind the row's. They have `count` bytes, 17 to 80, and others behind them. They are added to what is there, of which the first
 * `cleared` places are made 0 before.
 */
export function sumPlaces(added: usize, width: i32, steps: i32, count: i32, sums: usize, cleared: i32): void {
  if (count <= 32) sumDiagonals<u8, u8>(added, width, steps, count, sums, cleared);
  else if (count <= 48) sumDiagonals<u16, u8>(added, width, steps, count, sums, cleared);
  else if (count <= 64) sumDiagonals<u16, u16>(added, width, steps, count, sums, cleared);
  else sumDiagonals<u32, u8>(added, width, steps, count, sums, cleared);
}

/**
 * The sums of 16 places for each of the `vectors` stay in registers from step to step and move on by one, so that each is written once: written and read
 * anew they would be read while they are still being written.
 */
function sumDiagonals<A, B>(
  added: usize,
  width: i32,
  steps: i32,
  count: i32,
  sums: usize,
  cleared: i32,
): void {
  const vectors = sizeof<A>() + sizeof<B>();
  const none = i16x8.splat(0);
  /** Of the last 16 bytes what belongs to the change. */
  const rest = i16x8.splat(<i16>(count - <i32>((vectors - 1) << 4)));
  const own = i16x8.lt_s(i16x8(0, 1, 2, 3, 4, 5, 6, 7), rest);
  const ownBehind = i16x8.lt_s(i16x8(8, 9, 10, 11, 12, 13, 14, 15), rest);
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
  const end = sums + ((<usize>steps) << 2);
  memory.fill(sums, 0, (<usize>cleared) << 2);
  for (; sums < end; sums += 4, added += <usize>width) {
    s0 = i16x8.add_sat_s(s0, v128.load8x8_s(added));
    s1 = i16x8.add_sat_s(s1, v128.load8x8_s(added, 8));
    s2 = i16x8.add_sat_s(
      s2,
      vectors > 2 ? v128.load8x8_s(added, 16) : v128.and(v128.load8x8_s(added, 16), own),
    );
    s3 = i16x8.add_sat_s(
      s3,
      vectors > 2 ? v128.load8x8_s(added, 24) : v128.and(v128.load8x8_s(added, 24), ownBehind),
    );
    if (vectors > 2)
      s4 = i16x8.add_sat_s(
        s4,
        vectors > 3 ? v128.load8x8_s(added, 32) : v128.and(v128.load8x8_s(added, 32), own),
      );
    if (vectors > 2)
      s5 = i16x8.add_sat_s(
        s5,
        vectors > 3 ? v128.load8x8_s(added, 40) : v128.and(v128.load8x8_s(added, 40), ownBehind),
      );
    if (vectors > 3)
      s6 = i16x8.add_sat_s(
        s6,
        vectors > 4 ? v128.load8x8_s(added, 48) : v128.and(v128.load8x8_s(added, 48), own),
      );
    if (vectors > 3)
      s7 = i16x8.add_sat_s(
        s7,
        vectors > 4 ? v128.load8x8_s(added, 56) : v128.and(v128.load8x8_s(added, 56), ownBehind),
      );
    if (vectors > 4) s8 = i16x8.add_sat_s(s8, v128.and(v128.load8x8_s(added, 64), own));
    if (vectors > 4) s9 = i16x8.add_sat_s(s9, v128.and(v128.load8x8_s(added, 72), ownBehind));
    store<i32>(sums, load<i32>(sums) + <i32>i16x8.extract_lane_s(s0, 0));
    s0 = moved(s0, s1);
    s1 = moved(s1, s2);
    s2 = moved(s2, s3);
    s3 = moved(s3, s4);
    if (vectors > 2) s4 = moved(s4, s5);
    if (vectors > 2) s5 = moved(s5, s6);
    if (vectors > 3) s6 = moved(s6, s7);
    if (vectors > 3) s7 = moved(s7, s8);
    if (vectors > 4) s8 = moved(s8, s9);
    if (vectors > 4) s9 = moved(s9, none);
  }
  addPlaces(sums, s0);
  addPlaces(sums + 32, s1);
  addPlaces(sums + 64, s2);
  addPlaces(sums + 96, s3);
  if (vectors > 2) addPlaces(sums + 128, s4);
  if (vectors > 2) addPlaces(sums + 160, s5);
  if (vectors > 3) addPlaces(sums + 192, s6);
  if (vectors > 3) addPlaces(sums + 224, s7);
  if (vectors > 4) addPlaces(sums + 256, s8);
  if (vectors > 4) addPlaces(sums + 288, s9);
}

function addPlaces(sums: usize, more: v128): void {
  v128.store(sums, i32x4.add(v128.load(sums), i32x4.extend_low_i16x8_s(more)));
  v128.store(sums, i32x4.add(v128.load(sums, 16), i32x4.extend_high_i16x8_s(more)), 16);
}

/**
 * The highest score of the places `first` … `end` − 1: a sum over the root of how many peaks the query's `steps` cover there, with `drawn` more, where
 * they are `least` or more; `before` as of `unpack`. 0 where no sum is above 0. Up to three places behind `end` are read.
 */
export function highest(
  sums: usize,
  before: usize,
  steps: i32,
  first: i32,
  end: i32,
  least: i32,
  drawn: i32,
): f64 {
  let best = f32x4.splat(0);
  const leasts = i32x4.splat(least);
  const drawns = i32x4.splat(drawn);
  const none = i32x4.splat(0);
  // Before `steps` places the query covers all peaks from the first on.
  let place = first;
  for (; place < end; place += 4) {
    const from = place + 1 - steps;
    const upTo = v128.load(before + ((<usize>(place + 1)) << 2));
    const peaks =
      from < 0
        ? i32x4.sub(upTo, earlier(before, from))
        : i32x4.sub(upTo, v128.load(before + ((<usize>from) << 2)));
    // Sums below 0 count as 0, and so do those of few peaks.
    const sum = v128.and(
      i32x4.max_s(v128.load(sums + ((<usize>place) << 2)), none),
      i32x4.ge_s(peaks, leasts),
    );
    const s = f32x4.convert_i32x4_s(sum);
    // Squares are compared: no root of each place.
    const score = f32x4.div(f32x4.mul(s, s), f32x4.convert_i32x4_s(i32x4.add(peaks, drawns)));
    best = f32x4.pmax(best, place + 4 <= end ? score : cut(score, end - place));
  }
  const a = max<f32>(f32x4.extract_lane(best, 0), f32x4.extract_lane(best, 1));
  const b = max<f32>(f32x4.extract_lane(best, 2), f32x4.extract_lane(best, 3));
  return sqrt<f64>(<f64>max<f32>(a, b));
}

/** Of four places from a negative one on. */
function earlier(before: usize, from: i32): v128 {
  return i32x4(
    0,
    from + 1 < 0 ? 0 : load<i32>(before + ((<usize>(from + 1)) << 2)),
    from + 2 < 0 ? 0 : load<i32>(before + ((<usize>(from + 2)) << 2)),
    from + 3 < 0 ? 0 : load<i32>(before + ((<usize>(from + 3)) << 2)),
  );
}

/** The first `count` of them, and zeros. */
function cut(four: v128, count: i32): v128 {
  return v128.and(four, i32x4.lt_s(i32x4(0, 1, 2, 3), i32x4.splat(count)));
}
