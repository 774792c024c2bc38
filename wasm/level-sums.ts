/** Adds up a query's levels where a song has peaks, at every place of the song: src/analyses/fingerprint/sweep/level-sums.ts. */

const pitchSteps: u32 = 2048;
const longStep: u32 = 31;

/** The time of the last of a song's packed peaks (peak-codec.ts), in half frames. */
export function lastHalfFrame(peaks: usize, bytes: i32): u32 {
  const end = peaks + bytes;
  const whole = peaks + <usize>(bytes & ~15);
  let sums = i32x4.splat(0);
  for (; peaks < whole; peaks += 16)
    sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_u(i16x8.shr_u(v128.load(peaks), 11)));
  let clock =
    i32x4.extract_lane(sums, 0) +
    i32x4.extract_lane(sums, 1) +
    i32x4.extract_lane(sums, 2) +
    i32x4.extract_lane(sums, 3);
  for (; peaks < end; peaks += 2) clock += <i32>load<u16>(peaks) >>> 11;
  return clock;
}

/**
 * Unpacks a song's peaks to 32-bit words: the step of `halfFrames` half frames in the upper 21 bits, the pitch in the lower 11. `isUsed` is 0
 * for each step of pitch that is left out, a byte. Adds how many there are by step to `counts`, 16-bit integers. Returns how many there are.
 */
export function unpack(
  peaks: usize,
  bytes: i32,
  halfFrames: u32,
  isUsed: usize,
  words: usize,
  counts: usize,
): i32 {
  const end = peaks + bytes;
  let clock: u32 = 0;
  let to = words;
  for (; peaks < end; peaks += 2) {
    const word = <u32>load<u16>(peaks);
    const passed = word >>> 11;
    clock += passed;
    const pitch = word & (pitchSteps - 1);
    if (passed === longStep || load<u8>(isUsed + <usize>pitch) === 0) continue;
    const step = clock / halfFrames;
    const countAt = counts + ((<usize>step) << 1);
    store<u16>(countAt, load<u16>(countAt) + 1);
    store<u32>(to, (step << 11) | pitch);
    to += 4;
  }
  return <i32>((to - words) >> 2);
}

/**
 * Of each unpacked peak the row of its band is added to the sums from the peak's step on. `rowOf` gives the row's place for each step of
 * pitch, a row of zeros where the band is left out; rows are `stride` (a multiple of 32) signed bytes, sums 16-bit integers.
 */
export function add(words: usize, peaks: i32, rowOf: usize, rows: usize, stride: i32, sums: usize): void {
  const end = words + ((<usize>peaks) << 2);
  for (; words < end; words += 4) {
    const word = load<u32>(words);
    let from = rows + <usize>load<u32>(rowOf + ((<usize>(word & (pitchSteps - 1))) << 2));
    let to = sums + ((<usize>(word >>> 11)) << 1);
    const last = to + ((<usize>stride) << 1);
    for (; to < last; to += 16) {
      addTo(to, v128.load_ext<i8>(from));
      from += 8;
    }
  }
}

/**
 * The same for long steps: the peaks of a step are added up before they are added to the sums. There is at least one peak.
 */
export function addBySteps(
  words: usize,
  peaks: i32,
  rowOf: usize,
  rows: usize,
  stride: i32,
  sums: usize,
): void {
  const end = words + ((<usize>peaks) << 2);
  for (; stride >= 64; stride -= 64, rows += 64, sums += 128) addLanes<u64>(words, end, rowOf, rows, sums);
  if (stride > 0) addLanes<u32>(words, end, rowOf, rows, sums);
}

/** Adds `sizeof<Vectors>()` vectors of eight lanes: 8, or 4. The size is known where it is compiled, so that neither loop asks. */
function addLanes<Vectors>(words: usize, end: usize, rowOf: usize, rows: usize, sums: usize): void {
  while (words < end) {
    let word = load<u32>(words);
    const step = word >>> 11;
    let a = i16x8.splat(0);
    let b = a;
    let c = a;
    let d = a;
    let e = a;
    let f = a;
    let g = a;
    let h = a;
    do {
      const row = rows + <usize>load<u32>(rowOf + ((<usize>(word & (pitchSteps - 1))) << 2));
      a = i16x8.add(a, v128.load_ext<i8>(row));
      b = i16x8.add(b, v128.load_ext<i8>(row, 8));
      c = i16x8.add(c, v128.load_ext<i8>(row, 16));
      d = i16x8.add(d, v128.load_ext<i8>(row, 24));
      if (sizeof<Vectors>() === 8) {
        e = i16x8.add(e, v128.load_ext<i8>(row, 32));
        f = i16x8.add(f, v128.load_ext<i8>(row, 40));
        g = i16x8.add(g, v128.load_ext<i8>(row, 48));
        h = i16x8.add(h, v128.load_ext<i8>(row, 56));
      }
      words += 4;
      if (words >= end) break;
      word = load<u32>(words);
    } while (word >>> 11 === step);
    const sum = sums + ((<usize>step) << 1);
    addTo(sum, a);
    addTo(sum + 16, b);
    addTo(sum + 32, c);
    addTo(sum + 48, d);
    if (sizeof<Vectors>() === 8) {
      addTo(sum + 64, e);
      addTo(sum + 80, f);
      addTo(sum + 96, g);
      addTo(sum + 112, h);
    }
  }
}

function addTo(sum: usize, more: v128): void {
  v128.store(sum, i16x8.add_sat_s(v128.load(sum), more));
}

/**
 * Scores of the places `first` … `end` − 1: the sum over the root of how many peaks the query's `steps` cover there, with `drawn` more; 0
 * where they are fewer than `least`. Returns the place of the highest, −1 where none is above 0.
 */
export function scores(
  sums: usize,
  counts: usize,
  steps: i32,
  first: i32,
  end: i32,
  least: i32,
  drawn: i32,
  out: usize,
): i32 {
  let peaks: i32 = 0;
  let highest: f32 = 0;
  let highestAt = -1;
  for (let place = 0; place < end; place++) {
    peaks += load<u16>(counts + ((<usize>place) << 1));
    if (place >= steps) peaks -= load<u16>(counts + ((<usize>(place - steps)) << 1));
    let score: f32 = 0;
    if (place >= first && peaks >= least) {
      score = <f32>load<i16>(sums + ((<usize>place) << 1)) / sqrt<f32>(<f32>(peaks + drawn));
      if (score > highest) {
        highest = score;
        highestAt = place;
      }
    }
    store<f32>(out + ((<usize>place) << 2), score);
  }
  return highestAt;
}
