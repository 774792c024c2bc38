/** The candidates of the scan, compared: all of them cheaply, the best of those in full. */
import { chordEvidence } from '../../music/harmony/chord-evidence.js';
import { quickTonal } from '../../music/harmony/tonal-evidence.js';
import {
  type Comparison,
  comparePrepared,
  type PreparedSong,
  prepareSong,
  type QuickLook,
  quickLook,
} from './compare-songs.js';
import { orderBits } from './order-of-songs.js';
import { rollsOf, type SegmentRolls } from './segment-rolls.js';
import type { SketchedSong } from './song-sketch.js';
import { tonalReadings } from './tonal-match.js';

/** Full comparisons a query: ten times as dear as the cheap look, which rarely misplaces a song by so much. */
const [fewestInFull, mostInFull] = [12, 60];
/** A query of so many notes gets the fewest, a shorter one more. */
const notesOfLongQuery = 600;
/** Of the others, so many whose chords alone say most. */
const comparedForHarmony = 3;
/** And of the rest, so many whose tonal course looks most alike. */
const comparedForCourse = 5;
/** Courses that are aligned in full. */
const coursesInFull = 8;
/** Songs below the threshold whose segments are told all the same. */
const shownBelowThreshold = 3;

/** What the scan found. */
export interface FoundCandidate {
  /** Null is left out. */
  readonly song: SketchedSong | null;
  /** Bits of its best passage. */
  readonly passage: number;
}

export interface RankedCandidate {
  /** Place in the list that was handed in. */
  readonly candidate: number;
  /** Null where the cheap look already found too little. */
  readonly comparison: Comparison | null;
  /** What the order goes by, in bits; −Infinity without a comparison. */
  readonly evidence: number;
  /** Of reported songs and the first few: by line, then segment (segment-rolls.ts); empty for the others. */
  readonly rolls: readonly (readonly SegmentRolls[])[];
}

interface Looked {
  readonly candidate: number;
  readonly passage: number;
  readonly prepared: PreparedSong;
  readonly melody: QuickLook;
  /** In bits. */
  readonly harmony: number;
  /** In its own unit. */
  readonly course: number;
}

function comparedInFull({ lines }: PreparedSong): number {
  const notes = [...new Set(Object.values(lines))].reduce((sum, { sequence }) => sum + sequence.length, 0);
  const byWork = Math.round((fewestInFull * notesOfLongQuery) / Math.max(1, notes));
  return Math.min(mostInFull, Math.max(fewestInFull, byWork));
}

/** Best first: those compared in full, then the others. */
export function rankCandidates(
  query: PreparedSong,
  candidates: readonly FoundCandidate[],
  onProgress: (fraction: number) => void = () => {},
): RankedCandidate[] {
  const looked: Looked[] = [];
  candidates.forEach(({ song, passage }, candidate) => {
    onProgress((0.5 * candidate) / candidates.length);
    if (!song) return;
    const prepared = prepareSong(song.description, song.tonalRows);
    const harmony = chordEvidence(query.chords, prepared.chords).bits;
    const course = Math.max(...tonalReadings(query, prepared).map(({ a, b }) => quickTonal(a, b)));
    looked.push({ candidate, passage, prepared, melody: quickLook(query, prepared), harmony, course });
  });
  looked.sort((a, b) => b.melody.bits - a.melody.bits);
  const others = looked.splice(comparedInFull(query));
  const takeBest = (count: number, evidence: (one: Looked) => number): void => {
    others.sort((a, b) => evidence(b) - evidence(a));
    const found = others.findIndex((one) => evidence(one) <= 0);
    looked.push(...others.splice(0, found < 0 ? count : Math.min(count, found)));
  };
  takeBest(comparedForHarmony, (one) => one.harmony);
  takeBest(comparedForCourse, (one) => one.course);
  others.sort((a, b) => b.melody.bits - a.melody.bits);
  // The course is the dearest part: only for those in which the cheap look found most of it.
  const courses = looked.map((one) => one.course).sort((a, b) => b - a);
  const enough = courses[coursesInFull - 1] ?? 0;
  const full = looked.map(({ candidate, passage, prepared, melody, course }, done) => {
    onProgress(0.5 + (0.5 * done) / looked.length);
    const comparison = comparePrepared(query, prepared, course >= enough, melody);
    return { candidate, prepared, comparison, evidence: orderBits(query, prepared, comparison, passage) };
  });
  full.sort((a, b) => b.evidence - a.evidence);
  const ranked = full.map(({ candidate, prepared, comparison, evidence }, place): RankedCandidate => {
    const isShown = comparison.reported || place < shownBelowThreshold;
    const rolls = isShown ? rollsOf(query.description, prepared.description, comparison) : [];
    return { candidate, comparison, evidence, rolls };
  });
  return [
    ...ranked,
    ...others.map(({ candidate }) => ({ candidate, comparison: null, evidence: -Infinity, rolls: [] })),
  ];
}
