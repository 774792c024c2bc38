/** What two songs share in chords, and how that joins with what they share in melody. */
import { nearestTransposition } from '../../../music/alignment/nearest-transposition.js';
import type { ChordEvidence, PreparedChords } from '../../../music/harmony/chord-evidence.js';
import type { LineName, SongDescription } from '../../../music/song-description.js';
import { evenBits } from './calibration.js';
import { type MatchedPoint, type MatchingRun, runOf } from './runs.js';
import { type SegmentMatch, segmentMatches, withSegments } from './segment-match.js';

export interface HarmonyMatch {
  /** Bits beyond chance of the chords alone. */
  readonly bits: number;
  /** Semitones from the first song to the second, −5 … 6. */
  readonly transposition: number;
  /** `notes` counts the chords that match. */
  readonly run: MatchingRun;
  /** Those, in beats of both songs. */
  readonly matchedChords: readonly MatchedPoint[];
  /** Those with the most evidence first. */
  readonly segments: readonly SegmentMatch[];
}

/**
 * Chords alone must say this much more than a melody: thousands of songs stand on the same changes by custom, which no
 * background of a few songs knows all of.
 */
export const harmonyAloneCost = 6;
/** What agreeing chords add to a melody: little, because a melody brings much of its harmony along. */
const joinedShare = 0.25;
const maxJoinedBits = 4;
/** Weaker melodies than this gain nothing from chords. */
export const fewestMelodyBits = 8;

/** Chords that make a segment that is reported. */
const fewestChordsASegment = 3;

export function harmonyMatch(
  a: SongDescription,
  b: SongDescription,
  chordsA: PreparedChords,
  chordsB: PreparedChords,
  { bits, alignment }: ChordEvidence,
): HarmonyMatch | null {
  if (bits <= 0) return null;
  const [surpriseA, surpriseB] = [chordsA.sides().bits, chordsB.sides().bits];
  const points = alignment.pairs.map((pair): MatchedPoint => {
    const [startA, startB] = [chordsA.sequence.startBeat[pair.a]!, chordsB.sequence.startBeat[pair.b]!];
    return {
      a: startA,
      b: startB,
      endA: startA + chordsA.sequence.beats[pair.a]!,
      endB: startB + chordsB.sequence.beats[pair.b]!,
      bits: surpriseA[pair.a]! + surpriseB[pair.b]!,
    };
  });
  const run = runOf(points);
  if (!run) return null;
  const transposition = nearestTransposition(alignment.transposition);
  const cut = (fewestChords: number): SegmentMatch[] =>
    segmentMatches(a, b, points, fewestChords, transposition);
  const canBeReported = bits - harmonyAloneCost >= evenBits;
  return withSegments({ bits, transposition, run, matchedChords: points }, () => {
    const segments = cut(fewestChordsASegment);
    // Of chords longer than a bar 16 beats hold fewer: what may be reported is shown all the same.
    return segments.length > 0 || !canBeReported ? segments : cut(1);
  });
}

/** The same match without its segments; cuts none. */
export function withoutSegments({ bits, transposition, run, matchedChords }: HarmonyMatch): HarmonyMatch {
  return { bits, transposition, run, matchedChords, segments: [] };
}

export interface Melodic {
  readonly lineA: LineName;
  readonly lineB: LineName;
  readonly bits: number;
  readonly transposition: number;
  readonly run: MatchingRun;
}

/** Bits that the chords add to a melody: only where they agree in key and lie beside at least half of its run. */
export function joinedBits(melody: Melodic, harmony: HarmonyMatch | null): number {
  if (!harmony || melody.bits < fewestMelodyBits || melody.transposition !== harmony.transposition) return 0;
  const beside = Math.min(
    overlap(melody.run.startA, melody.run.endA, harmony.run.startA, harmony.run.endA),
    overlap(melody.run.startB, melody.run.endB, harmony.run.startB, harmony.run.endB),
  );
  return beside < 0.5 ? 0 : Math.min(maxJoinedBits, joinedShare * harmony.bits);
}

/** What an accompaniment says: no more than its chords do alone. */
export function bitsAsChords(bits: number, harmony: HarmonyMatch | null): number {
  return Math.min(bits, Math.max(0, harmony?.bits ?? 0)) - harmonyAloneCost;
}

/** Share of the first stretch that lies in the second. */
function overlap(start: number, end: number, from: number, to: number): number {
  return Math.max(0, Math.min(end, to) - Math.max(start, from)) / Math.max(1, end - start);
}
