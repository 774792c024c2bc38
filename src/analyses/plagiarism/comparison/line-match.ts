/** What one line of a song shares with a line of another. */
import type { LineName } from '../../../music/song-description.js';
import type { MatchingRun } from './runs.js';
import { type SegmentMatch, withSegments } from './segment-match.js';

/** The evidence of one line of the first song against one line of the second. */
export interface LineMatch {
  /** `tonal`: found by the chroma sequence and reported on these lines; its run counts beats. */
  readonly basis: 'melody' | 'tonal';
  readonly lineA: LineName;
  readonly lineB: LineName;
  /** Bits beyond chance: of the passage, and of the whole tunes. */
  readonly bits: number;
  /** How far the lines agree as whole tunes, 0 … 2 (whole-tune.ts); null where that is not worked out, as one of the songs was heard. */
  readonly wholeTune: number | null;
  /** Of `bits`, what that adds; 0 where one of the songs was heard. */
  readonly wholeTuneBits: number;
  /** Semitones from the first song to the second, −5 … 6. */
  readonly transposition: number;
  readonly run: MatchingRun;
  /** The pairs of onsets of matching notes, in beats. */
  readonly matchedOnsets: readonly (readonly [number, number])[];
  /** Those with the most evidence first. */
  readonly segments: readonly SegmentMatch[];
}

/** The same match with other bits or segments; cuts none. */
export function changedMatch(
  match: LineMatch,
  bits: number,
  cut: () => readonly SegmentMatch[] = () => match.segments,
): LineMatch {
  const { basis, lineA, lineB, wholeTune, wholeTuneBits, transposition, run, matchedOnsets } = match;
  const kept = { basis, lineA, lineB, wholeTune, wholeTuneBits, transposition, run, matchedOnsets };
  return withSegments({ ...kept, bits }, cut);
}
