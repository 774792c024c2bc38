/** How right notes are, as mir_eval's `transcription` scores them without their ends: onset within a tolerance, pitch within half a semitone. */
import type { TimedNote } from './scores.js';

export interface NoteCounts {
  readonly matched: number;
  readonly found: number;
  readonly expected: number;
}

/** Of a singer an octave off, as song files have it, the shift that suits a clip best counts. */
const octaves = [-24, -12, 0, 12, 24];
const nearSemitones = 0.5;

/**
 * Notes that can be matched one to one (the largest matching, by augmenting paths). What is sung lies between semitones, and found notes
 * are semitones of the voice's own tuning: so is what is expected, by the circular mean of where it lies. `withPitch`: false for onsets alone.
 */
export function matchedNotes(
  expected: readonly TimedNote[],
  found: readonly TimedNote[],
  toleranceSeconds = 0.05,
  withPitch = true,
): NoteCounts {
  const tuning = tuningOf(expected);
  const matched = (withPitch ? octaves : [0]).map((octave) => {
    const near = expected.map((note) =>
      [...found.keys()].filter((at) => {
        const other = found[at]!;
        if (Math.abs(other.start - note.start) > toleranceSeconds) return false;
        return !withPitch || Math.abs(other.pitch + octave - (note.pitch - tuning)) <= nearSemitones;
      }),
    );
    return largestMatching(near, found.length);
  });
  return { matched: Math.max(...matched), found: found.length, expected: expected.length };
}

/** 2 · matched / (found + expected), over all clips; 0 where there is nothing. */
export function noteF(counts: readonly NoteCounts[]): number {
  const sum = (of: (count: NoteCounts) => number): number =>
    counts.reduce((total, each) => total + of(each), 0);
  return (
    (2 * sum(({ matched }) => matched)) /
    Math.max(
      1,
      sum(({ found, expected }) => found + expected),
    )
  );
}

/** Semitones, −0.5 to 0.5. */
function tuningOf(notes: readonly TimedNote[]): number {
  let x = 0;
  let y = 0;
  for (const { pitch } of notes) {
    x += Math.cos(2 * Math.PI * pitch);
    y += Math.sin(2 * Math.PI * pitch);
  }
  return Math.atan2(y, x) / (2 * Math.PI);
}

/** `near`: of each on the left, those on the right that it may be matched with. */
function largestMatching(near: readonly (readonly number[])[], count: number): number {
  const owner = new Int32Array(count).fill(-1);
  const place = (left: number, seen: Set<number>): boolean => {
    for (const right of near[left]!) {
      if (seen.has(right)) continue;
      seen.add(right);
      if (owner[right]! < 0 || place(owner[right]!, seen)) {
        owner[right] = left;
        return true;
      }
    }
    return false;
  };
  return near.reduce((matched, _, left) => matched + Number(place(left, new Set())), 0);
}
