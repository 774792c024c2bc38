/**
 * How much of each bin is accompaniment that comes again: frames are compared with each other, and the median of
 * those most similar models what repeats, since a voice differs from one time to the next (Rafii & Pardo, "Music/voice
 * separation using the similarity matrix", ISMIR 2012).
 */

/** Of the most similar frames, this many. */
const neighbourCount = 15;
/** Frames this near to a chosen one are the same event. */
const minDistanceSeconds = 0.5;
const comparedBands = 48;

/** `magnitudes` is frames × bins; writes shares in 0 … 1: the repeating model over what is there. */
export function repeatingShare(
  magnitudes: Float32Array,
  frames: number,
  bins: number,
  framesPerSecond: number,
  shares: Float32Array,
): void {
  const bands = unitBands(magnitudes, frames, bins);
  const similarity = new Float32Array(frames);
  const near = Math.max(1, Math.round(minDistanceSeconds * framesPerSecond));
  const similar = new Int32Array(neighbourCount);
  const values = new Float32Array(neighbourCount);
  for (let frame = 0; frame < frames; frame++) {
    for (let other = 0; other < frames; other++) {
      let sum = 0;
      for (let band = 0; band < comparedBands; band++) {
        sum += bands[frame * comparedBands + band]! * bands[other * comparedBands + band]!;
      }
      similarity[other] = sum;
    }
    const count = pickSimilar(similarity, frame, near, similar);
    const row = frame * bins;
    for (let bin = 0; bin < bins; bin++) {
      for (let i = 0; i < count; i++) values[i] = magnitudes[similar[i]! * bins + bin]!;
      const model = medianOf(values, count);
      const there = magnitudes[row + bin]!;
      shares[row + bin] = there > 0 ? Math.min(1, model / there) : 0;
    }
  }
}

/** Log-spaced bands of each frame, scaled to unit length: their product is the cosine. */
function unitBands(magnitudes: Float32Array, frames: number, bins: number): Float32Array {
  const edges = Array.from({ length: comparedBands + 1 }, (_, band) =>
    Math.round(2 * (bins / 2) ** (band / comparedBands)),
  );
  const bands = new Float32Array(frames * comparedBands);
  for (let frame = 0; frame < frames; frame++) {
    let length = 0;
    for (let band = 0; band < comparedBands; band++) {
      const from = edges[band]!;
      const to = Math.min(bins, Math.max(from + 1, edges[band + 1]!));
      let sum = 0;
      for (let bin = from; bin < to; bin++) sum += magnitudes[frame * bins + bin]!;
      const value = Math.sqrt(sum / Math.max(1, to - from));
      bands[frame * comparedBands + band] = value;
      length += value * value;
    }
    const scale = length > 0 ? 1 / Math.sqrt(length) : 0;
    for (let band = 0; band < comparedBands; band++) bands[frame * comparedBands + band]! *= scale;
  }
  return bands;
}

/** The frame itself and the frames most like it, at least `near` apart; returns how many. Spends `similarity`. */
function pickSimilar(similarity: Float32Array, frame: number, near: number, similar: Int32Array): number {
  let count = 0;
  let next = frame;
  while (next >= 0) {
    similar[count++] = next;
    if (count === similar.length) break;
    const until = Math.min(similarity.length, next + near + 1);
    for (let i = Math.max(0, next - near); i < until; i++) similarity[i] = -1;
    next = -1;
    let highest = -1;
    for (let i = 0; i < similarity.length; i++) {
      if (similarity[i]! > highest) {
        highest = similarity[i]!;
        next = i;
      }
    }
  }
  return count;
}

/** Lower median of the first `count` values; reorders them. */
function medianOf(values: Float32Array, count: number): number {
  for (let i = 1; i < count; i++) {
    const value = values[i]!;
    let at = i - 1;
    while (at >= 0 && values[at]! > value) {
      values[at + 1] = values[at]!;
      at -= 1;
    }
    values[at + 1] = value;
  }
  return values[(count - 1) >> 1]!;
}
