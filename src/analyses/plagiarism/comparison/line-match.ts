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
  /** How far the lines agree as whole tunes, 0 … 2 (whole-tune.ts); null where no decision could stand on it. */
  readonly wholeTune: number | null;
  /** Of `bits`, what that adds: no more than there are, where the passage by itself is worse than chance. */
  readonly wholeTuneBits: number;
  /** Semitones from the first song to the second, −5 … 6. */
  readonly transposition: number;
  readonly run: MatchingRun;
  /** The pairs of onsets of matching notes, in beats. */
  readonly matchedOnsets: readonly (readonly [number, number])[];
  /** Those with the most evidence first. */
  readonly segments: readonly SegmentMatch[];
}

/** What its segments share among them: whole tunes are no passage's. */
export const passageBits = ({ bits, wholeTuneBits }: Pick<LineMatch, 'bits' | 'wholeTuneBits'>): number =>
  bits - wholeTuneBits;

/** Of lines of a mix that was heard, accompaniments, chroma sequences, and tunes that another one of the pair says more than. */
export const noWholeTune = { wholeTune: null, wholeTuneBits: 0 } as const;

/** The same match with other bits or segments; cuts none. */
export function changedMatch(
  match: LineMatch,
  bits: number,
  cut: () => readonly SegmentMatch[] = () => match.segments,
): LineMatch {
  return withSegments({ ...keptOf(match), bits }, cut);
}

/** The same match, with what whole tunes add to its bits; cuts none. */
export function raisedMatch(match: LineMatch, wholeTune: number, added: number): LineMatch {
  const bits = match.bits + added;
  const wholeTuneBits = Math.max(0, Math.min(added, bits));
  return withSegments({ ...keptOf(match), bits, wholeTune, wholeTuneBits }, () => match.segments);
}

/** Without the segments, which are cut when they are read. */
function keptOf(match: LineMatch): Omit<LineMatch, 'segments'> {
  const { basis, lineA, lineB, bits, wholeTune, wholeTuneBits, transposition, run, matchedOnsets } = match;
  return { basis, lineA, lineB, bits, wholeTune, wholeTuneBits, transposition, run, matchedOnsets };
}
