/** What one line of a song shares with a line of another. */
import type { LineName, SongDescription } from '../../../music/song-description.js';
import { originOf } from '../evidence/origin.js';
import { evenBitsAmong } from './calibration.js';
import { type MatchedPoint, type MatchingRun, runOf } from './runs.js';
import { type SegmentMatch, segmentMatches, withSegments } from './segment-match.js';

/** Notes that make a segment that is reported, and matching notes from which whole tunes may add to their bits. */
const [fewestNotesASegment, notesOfAMatch] = [4, 5];

/** The evidence of one line of the first song against one line of the second. */
export interface LineMatch {
  /** `tonal`: found by the chroma sequence and reported on these lines; its run counts beats. */
  readonly basis: 'melody' | 'tonal';
  readonly lineA: LineName;
  readonly lineB: LineName;
  /** Bits beyond chance: of the passage, and of the whole tunes. */
  readonly bits: number;
  /** Of the same lines aligned note by note; fewer where one of them, laid upon the other, says more (laid-match.ts). Whole tunes add to these. */
  readonly alignedBits: number;
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

type Found = Pick<LineMatch, 'lineA' | 'lineB' | 'bits' | 'alignedBits' | 'transposition' | 'matchedOnsets'>;

/** A match of melodies, by its `points` in both songs, rising; null where there are none. */
export function matchOf(
  a: SongDescription,
  b: SongDescription,
  found: Found,
  points: readonly MatchedPoint[],
): LineMatch | null {
  const run = runOf(points);
  if (!run) return null;
  const cut = (fewestNotes: number): SegmentMatch[] =>
    segmentMatches(a, b, points, fewestNotes, found.transposition);
  return withSegments({ basis: 'melody', ...found, run, ...noWholeTune } as const, () => {
    const segments = cut(fewestNotesASegment);
    // Of notes longer than a bar 16 beats hold fewer: what may be reported, by its passage or as a whole tune, is shown all the same.
    const isMuch = found.bits >= evenBitsAmong(1, originOf(a, b)) || points.length >= notesOfAMatch;
    return segments.length > 0 || !isMuch ? segments : cut(1);
  });
}

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
  const bits = Math.max(match.bits, match.alignedBits + added);
  const wholeTuneBits = Math.max(0, bits - Math.max(0, match.bits));
  return withSegments({ ...keptOf(match), bits, wholeTune, wholeTuneBits }, () => match.segments);
}

/** Without the segments, which are cut when they are read. */
function keptOf(match: LineMatch): Omit<LineMatch, 'segments'> {
  const { basis, lineA, lineB, bits, alignedBits, wholeTune, wholeTuneBits } = match;
  const { transposition, run, matchedOnsets } = match;
  const evidence = { bits, alignedBits, wholeTune, wholeTuneBits };
  return { basis, lineA, lineB, ...evidence, transposition, run, matchedOnsets };
}
