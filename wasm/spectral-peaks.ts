/**
 * Local maxima of a log-frequency spectrogram, frame by frame: src/analyses/fingerprint/peaks/peak-kernel.ts lays out the memory and
 * names the rules. An instance holds the state of one recording at a time.
 */

/** Of the rules, in bytes: addresses and counts, 32 bits each … */
const levelsRule: usize = 0;
const maximaRule: usize = 4;
const sumsRule: usize = 8;
const candidatesRule: usize = 12;
const foundRule: usize = 16;
const bandsRule: usize = 20;
const rowBytesRule: usize = 24;
const ringFramesRule: usize = 28;
const halfWidthFramesRule: usize = 32;
const halfWidthBandsRule: usize = 36;
/** … and 64-bit floats. */
const floorRule: usize = 40;
const maskedBelowRule: usize = 48;
const minSalienceRule: usize = 56;
const bandsPerOctaveRule: usize = 64;

/** A candidate: its band, cents and time. Before a frame's candidates stands how many there are. */
const candidateBytes: usize = 12;
/** A peak: time, cents, salience, level. */
const peakBytes: usize = 16;

let levels: usize = 0;
let maxima: usize = 0;
let sums: usize = 0;
let candidates: usize = 0;
let found: usize = 0;
let bands: i32 = 0;
let rowBytes: usize = 0;
let candidateRowBytes: usize = 0;
let ringFrames: i32 = 0;
let contrastFrames: i32 = 0;
let halfWidthFrames: i32 = 0;
let halfWidthBands: i32 = 0;
let floor: f64 = 0;
let maskedBelow: f64 = 0;
let minSalience: f64 = 0;
let bandsPerOctave: f64 = 0;

let frames: i32 = 0;
/** Frames in the sums. */
let summed: i32 = 0;
let foundCount: i32 = 0;

/** Begins a recording; the sums are 0. */
export function begin(rules: usize): void {
  frames = 0;
  summed = 0;
  levels = load<usize>(rules, levelsRule);
  maxima = load<usize>(rules, maximaRule);
  sums = load<usize>(rules, sumsRule);
  candidates = load<usize>(rules, candidatesRule);
  found = load<usize>(rules, foundRule);
  bands = load<i32>(rules, bandsRule);
  rowBytes = load<usize>(rules, rowBytesRule);
  ringFrames = load<i32>(rules, ringFramesRule);
  halfWidthFrames = load<i32>(rules, halfWidthFramesRule);
  halfWidthBands = load<i32>(rules, halfWidthBandsRule);
  floor = load<f64>(rules, floorRule);
  maskedBelow = load<f64>(rules, maskedBelowRule);
  minSalience = load<f64>(rules, minSalienceRule);
  bandsPerOctave = load<f64>(rules, bandsPerOctaveRule);
  contrastFrames = (ringFrames - 1) / 2;
  // Of two neighbouring bands one at most is a candidate.
  candidateRowBytes = 4 + candidateBytes * (<usize>bands / 2);
}

/** `out`: log2 of `count` energies, a multiple of 4, and `lowest` where that is more, as it is for what is no number. */
export function logarithms(energies: usize, count: usize, lowest: f64, out: usize): void {
  const end = out + count * 4;
  const least = f32x4.splat(<f32>lowest);
  // Within these the logarithms are exact to the last bit of 32; the lower one lies below every floor.
  const lowestEnergy = f32x4.splat(reinterpret<f32>(0x30000000));
  const highestEnergy = f32x4.splat(reinterpret<f32>(0x7e800000));
  do {
    const energy = f32x4.pmin(highestEnergy, f32x4.pmax(lowestEnergy, v128.load(energies)));
    // energy = mantissa · 2^exponent, the mantissa from √½ to √2.
    const exponent = i32x4.shr_s(i32x4.sub(energy, i32x4.splat(0x3f3504f3)), 23);
    const mantissa = i32x4.sub(energy, i32x4.shl(exponent, 23));
    const first = f64x2.add(
      f64x2.convert_low_i32x4_s(exponent),
      logarithmOf(f64x2.promote_low_f32x4(mantissa)),
    );
    const second = f64x2.add(
      f64x2.convert_low_i32x4_s(upperHalf(exponent)),
      logarithmOf(f64x2.promote_low_f32x4(upperHalf(mantissa))),
    );
    const both = v128.shuffle<i32>(
      f32x4.demote_f64x2_zero(first),
      f32x4.demote_f64x2_zero(second),
      0,
      1,
      4,
      5,
    );
    v128.store(out, f32x4.pmax(both, least));
    energies += 16;
    out += 16;
  } while (out < end);
}

function upperHalf(values: v128): v128 {
  return v128.shuffle<i32>(values, values, 2, 3, 2, 3);
}

/** log2 of x from √½ to √2: 2 / ln 2 times the series of artanh s, s = (x − 1) / (x + 1), up to s^19 / 19: the next is below 2^−55 of the sum. */
function logarithmOf(x: v128): v128 {
  const one = f64x2.splat(1);
  const s = f64x2.div(f64x2.sub(x, one), f64x2.add(x, one));
  const z = f64x2.mul(s, s);
  let sum = f64x2.splat(1.0 / 19.0);
  sum = f64x2.add(f64x2.mul(sum, z), f64x2.splat(1.0 / 17.0));
  sum = f64x2.add(f64x2.mul(sum, z), f64x2.splat(1.0 / 15.0));
  sum = f64x2.add(f64x2.mul(sum, z), f64x2.splat(1.0 / 13.0));
  sum = f64x2.add(f64x2.mul(sum, z), f64x2.splat(1.0 / 11.0));
  sum = f64x2.add(f64x2.mul(sum, z), f64x2.splat(1.0 / 9.0));
  sum = f64x2.add(f64x2.mul(sum, z), f64x2.splat(1.0 / 7.0));
  sum = f64x2.add(f64x2.mul(sum, z), f64x2.splat(1.0 / 5.0));
  sum = f64x2.add(f64x2.mul(sum, z), f64x2.splat(1.0 / 3.0));
  sum = f64x2.mul(f64x2.mul(sum, z), s);
  return f64x2.mul(f64x2.add(s, sum), f64x2.splat(2.8853900817779268));
}

/** Takes the levels of a frame. Returns how many peaks were found and lie in their list. */
export function push(values: usize): i32 {
  const frame = frames++;
  foundCount = 0;
  addToSums(values, ringRow(levels, frame), frame >= ringFrames);
  findInFrame(frame);
  if (frame >= halfWidthFrames) confirm(frame - halfWidthFrames, frame);
  if (frame >= contrastFrames) rank(frame - contrastFrames);
  return foundCount;
}

/** Judges the last frames, which have fewer after them. Returns as `push` does. */
export function end(): i32 {
  foundCount = 0;
  for (let judged = max(0, frames - halfWidthFrames); judged < frames; judged++) confirm(judged, frames - 1);
  for (let judged = max(0, frames - contrastFrames); judged < frames; judged++) {
    const dropped = judged - contrastFrames - 1;
    if (dropped >= 0) dropFromSums(ringRow(levels, dropped));
    rank(judged);
  }
  return foundCount;
}

function ringRow(ring: usize, frame: i32): usize {
  return ring + <usize>(frame % ringFrames) * rowBytes;
}

function candidateRow(frame: i32): usize {
  return candidates + <usize>(frame % ringFrames) * candidateRowBytes;
}

/** The frame's levels into its row and to the sums; what the row held leaves the sums first. */
function addToSums(values: usize, row: usize, isFull: bool): void {
  const last = values + <usize>bands * 4;
  let sum = sums;
  if (!isFull) summed++;
  do {
    const level = v128.load(values);
    let low = v128.load(sum);
    let high = v128.load(sum, 16);
    if (isFull) {
      const old = v128.load(row);
      low = f64x2.sub(low, f64x2.promote_low_f32x4(old));
      high = f64x2.sub(high, f64x2.promote_low_f32x4(upperHalf(old)));
    }
    v128.store(sum, f64x2.add(low, f64x2.promote_low_f32x4(level)));
    v128.store(sum, f64x2.add(high, f64x2.promote_low_f32x4(upperHalf(level))), 16);
    v128.store(row, level);
    values += 16;
    row += 16;
    sum += 32;
  } while (values < last);
}

function dropFromSums(row: usize): void {
  const last = row + <usize>bands * 4;
  let sum = sums;
  summed--;
  do {
    const old = v128.load(row);
    v128.store(sum, f64x2.sub(v128.load(sum), f64x2.promote_low_f32x4(old)));
    v128.store(sum, f64x2.sub(v128.load(sum, 16), f64x2.promote_low_f32x4(upperHalf(old))), 16);
    row += 16;
    sum += 32;
  } while (row < last);
}

/** Maxima over neighbouring bands, for later frames to compare with, and this frame's own candidates. */
function findInFrame(frame: i32): void {
  const row = ringRow(levels, frame);
  let highestRow = ringRow(maxima, frame);
  const list = candidateRow(frame);
  const least = max(floor, loudestOf(row) - maskedBelow);
  const width = <usize>halfWidthBands * 8;
  let at = row;
  let entry = list + 4;
  for (let first = 0; first < bands; first += 4) {
    const own = v128.load(at);
    const around = at - <usize>halfWidthBands * 4;
    let highest = v128.load(around);
    for (let beside: usize = 4; beside <= width; beside += 4)
      highest = f32x4.pmax(highest, v128.load(around + beside));
    v128.store(highestRow, highest);
    const isHighest = v128.and(f32x4.eq(own, highest), f32x4.gt(own, v128.load(at - 4)));
    let lanes = i32x4.bitmask(isHighest);
    while (lanes) {
      const lane = ctz(lanes);
      lanes &= lanes - 1;
      const band = first + lane;
      // The outermost bands have a neighbour on one side only: a maximum there is not known to be one.
      if (band === 0 || band + 1 === bands) continue;
      const place = at + <usize>lane * 4;
      const level = <f64>load<f32>(place);
      if (level <= least) continue;
      const offset = vertex(<f64>load<f32>(place - 4), level, <f64>load<f32>(place, 4));
      store<i32>(entry, band);
      store<f32>(entry, <f32>(((<f64>band + offset) * centsPerOctave) / bandsPerOctave), 4);
      entry += candidateBytes;
    }
    at += 16;
    highestRow += 16;
  }
  store<i32>(list, <i32>((entry - list - 4) / candidateBytes));
}

const centsPerOctave: f64 = 1200;

function loudestOf(row: usize): f64 {
  const last = row + <usize>bands * 4;
  let loudest = v128.load(row);
  for (row += 16; row < last; row += 16) loudest = f32x4.pmax(loudest, v128.load(row));
  return <f64>(
    max(
      max(f32x4.extract_lane(loudest, 0), f32x4.extract_lane(loudest, 1)),
      max(f32x4.extract_lane(loudest, 2), f32x4.extract_lane(loudest, 3)),
    )
  );
}

/** Keeps the candidates of a frame that no frame within halfWidthFrames exceeds; frames up to `newest` exist. */
function confirm(frame: i32, newest: i32): void {
  const list = candidateRow(frame);
  const row = ringRow(levels, frame);
  const first = max(0, frame - halfWidthFrames);
  const last = min(newest, frame + halfWidthFrames);
  const end = list + 4 + <usize>load<i32>(list) * candidateBytes;
  let kept = list + 4;
  for (let entry = list + 4; entry < end; entry += candidateBytes) {
    const band = load<i32>(entry);
    const column = <usize>band * 4;
    const level = load<f32>(row + column);
    if (!isHighest(frame, first, last, column, level)) continue;
    const before = frame > 0 ? load<f32>(ringRow(levels, frame - 1) + column) : level;
    const after = frame < newest ? load<f32>(ringRow(levels, frame + 1) + column) : level;
    const time = max<f64>(0, <f64>frame + vertex(<f64>before, <f64>level, <f64>after));
    store<i32>(kept, band);
    store<f32>(kept, load<f32>(entry, 4), 4);
    store<f32>(kept, <f32>time, 8);
    kept += candidateBytes;
  }
  store<i32>(list, <i32>((kept - list - 4) / candidateBytes));
}

/** Of equal neighbours the first is the highest, so a plateau gives one peak. */
function isHighest(frame: i32, first: i32, last: i32, column: usize, level: f32): bool {
  const ringEnd = maxima + <usize>ringFrames * rowBytes;
  let row = ringRow(maxima, first);
  for (let other = first; other <= last; other++) {
    const highest = load<f32>(row + column);
    if (other < frame ? highest >= level : highest > level) return false;
    row += rowBytes;
    if (row === ringEnd) row = maxima;
  }
  return true;
}

/** The confirmed candidates of a frame that stand out of their band's mean are peaks. */
function rank(frame: i32): void {
  const list = candidateRow(frame);
  const row = ringRow(levels, frame);
  const end = list + 4 + <usize>load<i32>(list) * candidateBytes;
  for (let entry = list + 4; entry < end; entry += candidateBytes) {
    const band = <usize>load<i32>(entry);
    const level = load<f32>(row + band * 4);
    const salience = <f64>level - load<f64>(sums + band * 8) / <f64>summed;
    if (salience < minSalience) continue;
    const peak = found + <usize>foundCount * peakBytes;
    foundCount++;
    store<f32>(peak, load<f32>(entry, 8));
    store<f32>(peak, load<f32>(entry, 4), 4);
    store<f32>(peak, <f32>salience, 8);
    store<f32>(peak, level, 12);
  }
}

/** Where the parabola through three equally spaced values peaks, in −0.5 … 0.5 around the middle one. */
function vertex(before: f64, middle: f64, after: f64): f64 {
  const curvature = before - 2 * middle + after;
  if (curvature >= 0) return 0;
  return max(-0.5, min(0.5, (0.5 * (before - after)) / curvature));
}
