/**
 * Scores of all songs of a chunk of the melody index, read once from front to back: best passages of melody and of chords, and
 * products of chroma sketches. All numbers are whole until the scores are written as floats: products exactly, and passages up to 2^24
 * steps (128 bits); those above are rounded, by 2^-24 of them at most.
 */

/** A passage loses 2^-4 of itself a code; it is counted in steps 2^6 times finer than weights, which are 2^11 to the bit. */
const decayShift = 4;
const finerShift = 6;
const bitsAStep: f32 = 1.0 / 131072.0;

/**
 * Writes every song's best passage of melody to `melody` and of chords to `harmony`, in bits (f32 each). `codes`: u16, one song after the
 * other, 0 ends a line, those from `firstChord` on are chords and come last; `ends`: u32 a song, how many codes there are to its end;
 * `weights`: u16 a code.
 */
export function passages(
  codes: usize,
  ends: usize,
  songs: u32,
  weights: usize,
  firstChord: u32,
  melody: usize,
  harmony: usize,
): void {
  let at = codes;
  const chordsFrom = firstChord - 1;
  for (let song: u32 = 0; song < songs; song++) {
    const end = codes + 2 * load<u32>(ends + 4 * song);
    let best: i32 = 0;
    let passage: i32 = 0;
    while (at < end) {
      const code: u32 = load<u16>(at);
      // One comparison for both: 0 ends a line, and chords come last.
      if (code - 1 >= chordsFrom) {
        if (code !== 0) break;
        passage = 0;
        at += 2;
        continue;
      }
      // The sum does not wait for the shift.
      passage = passage + ((<i32>load<u16>(weights + 2 * code)) << finerShift) - (passage >> decayShift);
      best = max(best, passage);
      at += 2;
    }
    store<f32>(melody + 4 * song, <f32>best * bitsAStep);
    best = 0;
    passage = 0;
    while (at < end) {
      const code: u32 = load<u16>(at);
      passage = passage + ((<i32>load<u16>(weights + 2 * code)) << finerShift) - (passage >> decayShift);
      best = max(best, passage);
      at += 2;
    }
    store<f32>(harmony + 4 * song, <f32>best * bitsAStep);
  }
}

/**
 * Writes the product of every song's chroma sketch (i8, `size` each, one after the other) with each of the three of a query to `first`,
 * `second` and `third` (f32 a song). `query`: three times `stride` numbers (i16), a multiple of eight, zero beyond `size`; as much as
 * that is read beyond the last sketch.
 */
export function products(
  sketches: usize,
  songs: u32,
  size: u32,
  query: usize,
  stride: u32,
  first: usize,
  second: usize,
  third: usize,
): void {
  const bytes: usize = 2 * stride;
  for (let song: u32 = 0; song < songs; song++) {
    const own = sketches + song * size;
    let a = i32x4.splat(0);
    let b = i32x4.splat(0);
    let c = i32x4.splat(0);
    for (let part: u32 = 0; part < stride; part += 8) {
      const eight = v128.load_ext<i8>(own + part);
      const at = query + 2 * part;
      a = i32x4.add(a, i32x4.dot_i16x8_s(eight, v128.load(at)));
      b = i32x4.add(b, i32x4.dot_i16x8_s(eight, v128.load(at + bytes)));
      c = i32x4.add(c, i32x4.dot_i16x8_s(eight, v128.load(at + 2 * bytes)));
    }
    store<f32>(first + 4 * song, <f32>sumOf(a));
    store<f32>(second + 4 * song, <f32>sumOf(b));
    store<f32>(third + 4 * song, <f32>sumOf(c));
  }
}

function sumOf(four: v128): i32 {
  return (
    i32x4.extract_lane(four, 0) +
    i32x4.extract_lane(four, 1) +
    i32x4.extract_lane(four, 2) +
    i32x4.extract_lane(four, 3)
  );
}
