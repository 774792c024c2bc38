/** What two songs share in chords, and how that joins with what they share in melody. */
import { nearestTransposition } from '../../../music/alignment/nearest-transposition.js';
import type { ChordEvidence, PreparedChords } from '../../../music/harmony/chord-evidence.js';
import type { SongDescription } from '../../../music/song-description.js';
import { evenBits } from './calibration.js';
import { isToneOf } from './documented-scores.js';
import type { LineName } from './melody-codes.js';
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
const fewestMelodyBits = 8;

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

interface Melodic {
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

interface Song {
  readonly description: SongDescription;
  readonly chords: PreparedChords;
}

/** Tunes move more often than the chords beside them; the top of block chords, or a bass, moves with each. */
const movesAChord = 1.1;
/** It sounds nearly all the time; a tune in fragments, as heard in a mix, does not. */
const soundingOfAccompaniment = 0.7;
/** A figure that goes round with the chords: few of its runs of four intervals are new, most of its notes are the chords'. */
const newRunsOfFigure = 0.15;
const chordTonesOfFigure = 0.7;

/**
 * Whether what two lines share is but an accompaniment: the upper voice of block chords or a bass in both songs, or in one
 * of them a figure of chord tones that goes round (of the other, a piano's one track, the line may be figure and tune in
 * turn). Songs on stock changes share such lines by custom.
 */
export function isAccompaniment({ bits, lineA, lineB, run }: Melodic, a: Song, b: Song): boolean {
  if (bits < fewestMelodyBits) return false;
  if (isFigure(a, lineA) || isFigure(b, lineB)) return true;
  return isOfChords(a, lineA, run.startA, run.endA) && isOfChords(b, lineB, run.startB, run.endB);
}

/** What an accompaniment says: no more than its chords do alone. */
export function bitsAsChords(bits: number, harmony: HarmonyMatch | null): number {
  return Math.min(bits, Math.max(0, harmony?.bits ?? 0)) - harmonyAloneCost;
}

/** Whether a line is between two beats but the upper voice or the bass of its song's chords. */
function isOfChords({ description, chords }: Song, line: LineName, start: number, end: number): boolean {
  if (chords.sequence.length === 0) return false;
  const isInside = (beat: number): boolean => beat >= start && beat < end;
  const notes = description.melody[line];
  const moves = notes
    .slice(1)
    .filter(
      ({ onsetBeats, midiPitch }, index) => midiPitch !== notes[index]!.midiPitch && isInside(onsetBeats),
    ).length;
  const changes = chords.sequence.startBeat.filter((beat) => isInside(beat + 1)).length;
  const sounding = notes.reduce(
    (sum, { onsetBeats: onset, durationBeats: beats }) =>
      sum + Math.max(0, Math.min(end, onset + beats) - Math.max(start, onset)),
    0,
  );
  return moves <= movesAChord * changes && sounding >= soundingOfAccompaniment * (end - start);
}

/** Whether a line is a figure of its song's chord tones from end to end. */
function isFigure({ description, chords }: Song, line: LineName): boolean {
  if (chords.sequence.length === 0) return false;
  const notes = description.melody[line];
  const steps = notes.slice(1).map((note, index) => note.midiPitch - notes[index]!.midiPitch);
  const runs = new Set(steps.slice(3).map((_, index) => steps.slice(index, index + 4).join()));
  if (runs.size > newRunsOfFigure * notes.length) return false;
  const inChord = notes.filter(({ onsetBeats, midiPitch }) =>
    isToneOf(midiPitch, description.chords[Math.floor(onsetBeats + 1e-3)] ?? 'N'),
  );
  return inChord.length >= chordTonesOfFigure * notes.length;
}

/** Share of the first stretch that lies in the second. */
function overlap(start: number, end: number, from: number, to: number): number {
  return Math.max(0, Math.min(end, to) - Math.max(start, from)) / Math.max(1, end - start);
}
