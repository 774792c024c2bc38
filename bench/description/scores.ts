/** The field's measures of beats, chords and melodies. */

/**
 * F-measure of beats: each true beat may be met by one found beat within the tolerance (Dixon 2001, as in
 * mir_eval, but without dropping the first seconds).
 */
export function beatF(truth: readonly number[], found: readonly number[], toleranceSeconds = 0.07): number {
  if (truth.length === 0 || found.length === 0) return 0;
  let hits = 0;
  let at = 0;
  for (const time of truth) {
    while (at < found.length && found[at]! < time - toleranceSeconds) at++;
    if (at < found.length && found[at]! <= time + toleranceSeconds) {
      hits++;
      at++;
    }
  }
  return (2 * hits) / (truth.length + found.length);
}

/** A stretch of time with a label, seconds. */
export interface Labelled {
  readonly start: number;
  readonly end: number;
  readonly label: string;
}

/** Share of the time in which both carry the same label; times labelled `X` in the truth do not count. */
export function weightedOverlap(truth: readonly Labelled[], found: readonly Labelled[]): number {
  let same = 0;
  let all = 0;
  for (const each of truth) {
    if (each.label === 'X') continue;
    all += each.end - each.start;
    for (const other of found) {
      if (other.label !== each.label) continue;
      same += Math.max(0, Math.min(each.end, other.end) - Math.max(each.start, other.start));
    }
  }
  return all > 0 ? same / all : 0;
}

/** A note in seconds and MIDI numbers. */
export interface TimedNote {
  readonly start: number;
  readonly end: number;
  readonly pitch: number;
}

export interface RawPitch {
  readonly pitch: number;
  readonly chroma: number;
}

/**
 * Raw pitch accuracy on a 10 ms grid: the share of the frames with a true note in which the found pitch is within
 * half a semitone (`chroma`: octaves ignored). Overlapping true notes: the later one holds.
 */
export function rawPitch(
  truth: readonly TimedNote[],
  found: readonly TimedNote[],
  durationSeconds: number,
): RawPitch {
  const frames = Math.ceil(durationSeconds * 100);
  const paint = (notes: readonly TimedNote[]): Float32Array => {
    const line = new Float32Array(frames).fill(Number.NaN);
    for (const { start, end, pitch } of notes) {
      const from = Math.max(0, Math.round(start * 100));
      for (let i = from; i < Math.min(frames, Math.round(end * 100)); i++) line[i] = pitch;
    }
    return line;
  };
  const expected = paint(truth);
  const got = paint(found);
  let voiced = 0;
  let pitch = 0;
  let chroma = 0;
  for (let i = 0; i < frames; i++) {
    if (Number.isNaN(expected[i]!)) continue;
    voiced++;
    if (Number.isNaN(got[i]!)) continue;
    const distance = Math.abs(got[i]! - expected[i]!);
    if (distance <= 0.5) pitch++;
    const folded = distance % 12;
    if (Math.min(folded, 12 - folded) <= 0.5) chroma++;
  }
  return { pitch: voiced ? pitch / voiced : 0, chroma: voiced ? chroma / voiced : 0 };
}
