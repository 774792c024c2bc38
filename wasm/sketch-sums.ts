/** Adds up a query's levels at the peaks of a song's sketch, at every place of the song: src/analyses/fingerprint/sweep/sketch-sums.ts. */

/**
 * Reads a sketch (song-sketch.ts) in steps as long as `together` of its own: writes the bands of all its peaks to `bands`, a byte each, how many of them each
 * step has to `counts`, 16-bit integers, and how many the steps before it have to `before`, 32-bit integers, with `behind` more of these. Returns how many
 * steps there are. Up to 15 bytes behind the sketch are read, and behind the bands written.
 */
function unpack(
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
function add(bands: usize, counts: usize, steps: i32, rows: usize, vectors: i32, out: usize): void {
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

/** Lanes of 16 bits that masks are cut from: 8 of zeros, 24 of ones, 24 of zeros. */
const onesAt: usize = 16;
const onesEnd: usize = 64;
const maskBytes: usize = 112;

/** Writes them. */
function writeMasks(masks: usize): void {
  for (let at: usize = 0; at < maskBytes; at += 16)
    v128.store(masks + at, i16x8.splat(at >= onesAt && at < onesEnd ? -1 : 0));
}

/**
 * Of a part of one change's rows the sums of all places, 32-bit integers: of each of the `steps` rows of `added` (`width` bytes apart) byte n belongs to the
 * place n behind the row's. They have `count` bytes, 17 to 80, and others behind them. They are added to what is there.
 */
function sumPlaces(added: usize, width: usize, steps: i32, count: i32, sums: usize, masks: usize): void {
  if (count <= 32) sumDiagonals<u8, u8>(added, width, steps, count, sums, masks);
  else if (count <= 48) sumDiagonals<u16, u8>(added, width, steps, count, sums, masks);
  else if (count <= 64) sumDiagonals<u16, u16>(added, width, steps, count, sums, masks);
  else sumDiagonals<u32, u8>(added, width, steps, count, sums, masks);
}

/**
 * Eight steps at a time: the sums of eight places each stay in their registers, and each step's row is read from one byte earlier on, so that no sum moves.
 * What is read before and behind a row is masked. Then eight places are through.
 */
function sumDiagonals<A, B>(
  added: usize,
  width: usize,
  steps: i32,
  count: i32,
  sums: usize,
  masks: usize,
): void {
  const vectors = sizeof<A>() + sizeof<B>();
  const none = i16x8.splat(0);
  /** Of the last 16 bytes those that belong to the change, and as many more as steps went by. */
  const own = masks + onesEnd - ((<usize>count - ((vectors - 1) << 4)) << 1);
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
  let s10 = none;
  for (; ; steps -= 8) {
    const together = min(8, steps);
    let head = masks + onesAt;
    let tail = own;
    for (let step = 0; step < together; step++) {
      s0 = i16x8.add(s0, v128.and(v128.load8x8_s(added), v128.load(head)));
      s1 = i16x8.add(s1, v128.load8x8_s(added, 8));
      if (vectors > 2) s2 = i16x8.add(s2, v128.load8x8_s(added, 16));
      if (vectors > 2) s3 = i16x8.add(s3, v128.load8x8_s(added, 24));
      if (vectors > 3) s4 = i16x8.add(s4, v128.load8x8_s(added, 32));
      if (vectors > 3) s5 = i16x8.add(s5, v128.load8x8_s(added, 40));
      if (vectors > 4) s6 = i16x8.add(s6, v128.load8x8_s(added, 48));
      if (vectors > 4) s7 = i16x8.add(s7, v128.load8x8_s(added, 56));
      const last = added + ((vectors - 1) << 4);
      s8 = i16x8.add(s8, v128.and(v128.load8x8_s(last), v128.load(tail)));
      s9 = i16x8.add(s9, v128.and(v128.load8x8_s(last, 8), v128.load(tail, 16)));
      s10 = i16x8.add(s10, v128.and(v128.load8x8_s(last, 16), v128.load(tail, 32)));
      added += width - 1;
      head -= 2;
      tail -= 2;
    }
    if (steps < 8) break;
    added += 8;
    addPlaces(sums, s0);
    sums += 32;
    s0 = s1;
    if (vectors > 2) s1 = s2;
    if (vectors > 2) s2 = s3;
    if (vectors > 3) s3 = s4;
    if (vectors > 3) s4 = s5;
    if (vectors > 4) s5 = s6;
    if (vectors > 4) s6 = s7;
    if (vectors === 2) s1 = s8;
    else if (vectors === 3) s3 = s8;
    else if (vectors === 4) s5 = s8;
    else s7 = s8;
    s8 = s9;
    s9 = s10;
    s10 = none;
  }
  addPlaces(sums, s0);
  addPlaces(sums + 32, s1);
  if (vectors > 2) addPlaces(sums + 64, s2);
  if (vectors > 2) addPlaces(sums + 96, s3);
  if (vectors > 3) addPlaces(sums + 128, s4);
  if (vectors > 3) addPlaces(sums + 160, s5);
  if (vectors > 4) addPlaces(sums + 192, s6);
  if (vectors > 4) addPlaces(sums + 224, s7);
  const last = sums + ((vectors - 1) << 6);
  addPlaces(last, s8);
  addPlaces(last + 32, s9);
  addPlaces(last + 64, s10);
}

function addPlaces(sums: usize, more: v128): void {
  v128.store(sums, i32x4.add(v128.load(sums), i32x4.extend_low_i16x8_s(more)));
  v128.store(sums, i32x4.add(v128.load(sums, 16), i32x4.extend_high_i16x8_s(more)), 16);
}

/**
 * The highest score of the places `first` … `end` − 1: a sum over the root of how many peaks the query's `steps` cover there, with `drawn` more, where
 * they are `least` or more; `before` as of `unpack`. 0 where no sum is above 0. Up to three places behind `end` are read.
 */
function highest(sums: usize, before: usize, steps: i32, first: i32, end: i32, least: i32, drawn: i32): f64 {
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

/** Of a plan's numbers, 32-bit integers: a block, then each of its parts. */
const blockBytes: usize = 12;
const partBytes: usize = 20;
/** The change of a song in which nothing is above chance. */
const noChange = -1;
/** Places behind the last that are read (`highest`) and that are written (`sumPlaces`). */
const placesRead = 4;
const placesWritten = 96;

function aligned(at: usize): usize {
  return (at + 15) & ~15;
}

/**
 * Of each of `songs` sketches, one behind the other, the highest score of its places under any change (`highest`) to `scores`, 64-bit floats, 0 where none is above
 * chance; and to `found`, 32-bit integers, which change has it, the first of equal ones, −1 where none. `ends`: where each sketch ends.
 *
 * Plan: of each block the number of its vectors, where its rows are and the number of its parts; of each part where it lies in the rows, its bytes, the first of the
 * change's steps that it has, how many the change has, and whether it is the change's last. A change's parts follow one another. At fewer than `overlap` steps of a song or
 * the query there is no place; the `longest` change's rows have so many steps. `work` has room for 112 bytes, and of the longest sketch of n bytes for n + 110 · (n / together + 1)
 * + 8 · longest + 1200.
 */
export function bestOfSongs(
  plan: usize,
  planEnd: usize,
  sketches: usize,
  ends: usize,
  songs: i32,
  together: i32,
  overlap: i32,
  longest: i32,
  least: i32,
  drawn: i32,
  work: usize,
  scores: usize,
  found: usize,
): void {
  writeMasks(work);
  const bands = work + maskBytes;
  let from: usize = 0;
  for (let song = 0; song < songs; song++) {
    const end = <usize>load<u32>(ends);
    const bytes = end - from;
    // A step takes a byte at least.
    const maxSteps = bytes / <usize>together + 2;
    const counts = aligned(bands + bytes + 16);
    const before = aligned(counts + (maxSteps << 1));
    const sums = aligned(before + ((maxSteps + <usize>(longest + placesRead)) << 2));
    // Up to eight bytes before the first row are read.
    const added = aligned(sums + ((maxSteps + <usize>(longest + placesWritten)) << 2) + 8);
    const steps = unpack(sketches + from, <i32>bytes, together, bands, counts, before, longest + placesRead);
    const score = bestChange(
      plan,
      planEnd,
      bands,
      counts,
      before,
      steps,
      overlap,
      longest,
      least,
      drawn,
      added,
      sums,
      work,
      found,
    );
    store<f64>(scores, score);
    from = end;
    ends += 4;
    scores += 8;
    found += 4;
  }
}

/** Of one song. */
function bestChange(
  plan: usize,
  planEnd: usize,
  bands: usize,
  counts: usize,
  before: usize,
  songSteps: i32,
  overlap: i32,
  longest: i32,
  least: i32,
  drawn: i32,
  added: usize,
  sums: usize,
  masks: usize,
  found: usize,
): f64 {
  store<i32>(found, noChange);
  let best: f64 = 0;
  let change = 0;
  while (plan < planEnd) {
    const vectors = load<i32>(plan);
    add(bands, counts, songSteps, <usize>load<u32>(plan, 4), vectors, added);
    const width = (<usize>vectors) << 4;
    let parts = load<i32>(plan, 8);
    for (plan += blockBytes; parts > 0; parts--, plan += partBytes) {
      const first = load<i32>(plan, 8);
      const steps = load<i32>(plan, 12);
      if (first === 0) memory.fill(sums, 0, (<usize>(songSteps + longest)) << 2);
      const to = sums + ((<usize>first) << 2);
      sumPlaces(added + <usize>load<u32>(plan), width, songSteps, load<i32>(plan, 4), to, masks);
      if (load<i32>(plan, 16) === 0) continue;
      const end = max(0, songSteps + steps - 1 - overlap);
      const score = highest(sums, before, steps, min(overlap, end), end, least, drawn);
      if (score > best) {
        best = score;
        store<i32>(found, change);
      }
      change++;
    }
  }
  return best;
}
