/** Adds up a query's levels where a song has peaks, at every place of the song: src/analyses/fingerprint/sweep.ts. */

const pitchSteps: u32 = 2048;
const longStep: u32 = 31;

/**
 * Of each of a song's packed peaks (peak-codec.ts) the row of its band is added to the sums from the peak's step on. `rowOf` gives the
 * row's place for each step of pitch, −1 where the band is left out; rows are `stride` (a multiple of 8) signed bytes, sums and counts
 * 16-bit integers, a step `halfFrames` half frames. `counts` counts the added peaks by step.
 */
export function add(
  peaks: usize,
  bytes: i32,
  rowOf: usize,
  rows: usize,
  stride: i32,
  halfFrames: u32,
  sums: usize,
  counts: usize,
): void {
  const end = peaks + bytes;
  let clock: u32 = 0;
  for (; peaks < end; peaks += 2) {
    const word = <u32>load<u16>(peaks);
    const passed = word >>> 11;
    clock += passed;
    if (passed === longStep) continue;
    const row = load<i32>(rowOf + ((<usize>(word & (pitchSteps - 1))) << 2));
    if (row < 0) continue;
    const step = <usize>(clock / halfFrames);
    const countAt = counts + (step << 1);
    store<u16>(countAt, load<u16>(countAt) + 1);
    let from = rows + <usize>row;
    let to = sums + (step << 1);
    const last = to + ((<usize>stride) << 1);
    for (; to < last; to += 16) {
      v128.store(to, i16x8.add_sat_s(v128.load(to), v128.load_ext<i8>(from)));
      from += 8;
    }
  }
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
