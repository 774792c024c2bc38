/** The candidates of the scan, compared: all of them cheaply, the best of those in full. */
import { chordEvidence } from '../../../music/harmony/chord-evidence.js';
import { quickTonal } from '../../../music/harmony/tonal-evidence.js';
import {
  type Comparison,
  comparePrepared,
  type PreparedSong,
  prepareSong,
  type QuickLook,
  quickLook,
} from '../comparison/compare-songs.js';
import type { OtherTempo } from '../comparison/other-tempo.js';
import { rollsOf, type SegmentRolls } from '../comparison/segment-rolls.js';
import { tempoReadings } from '../comparison/tonal-readings.js';
import { orderBits } from './order-of-songs.js';
import type { FoundSong } from './search-chunks.js';
import type { SketchedSong } from './song-sketch.js';

/** Full comparisons a query: ten times as expensive as the coarse pass, which rarely misplaces a song by so much. */
const [fewestInFull, mostInFull] = [12, 60];
/** So few candidates are compared in full whatever the coarse pass says: the scan of a small dataset costs nothing. */
const allInFull = 60;
/** A query of this many notes gets the fewest, a shorter one more. */
const notesOfLongQuery = 600;
/** Of the others, this many whose chords alone say most. */
const comparedForHarmony = 3;
/** And of the rest, this many whose chroma sequence the scan found most similar, and this many by the coarse pass. */
const comparedForSimilarity = 5;
const comparedForChroma = 2;
/** Chroma sequences that are aligned in full: this many by the scan, and this many by the coarse pass. */
const similaritiesInFull = 6;
const chromaInFull = 4;
/** Songs below the threshold whose segments are reported all the same. */
const shownBelowThreshold = 3;

/** What the scan found. */
export interface FoundCandidate extends Omit<FoundSong, 'chunk' | 'song'> {
  /** Null is left out. */
  readonly song: SketchedSong | null;
}

export interface RankedCandidate {
  /** Place in the list that was handed in. */
  readonly candidate: number;
  /** Null where the coarse pass already found too little. */
  readonly comparison: Comparison | null;
  /** What the order goes by, in bits; −Infinity without a comparison. */
  readonly evidence: number;
  /** Of reported songs and the first few: by line, then segment (segment-rolls.ts); empty for the others. */
  readonly rolls: readonly (readonly SegmentRolls[])[];
}

interface Looked {
  readonly candidate: number;
  readonly found: FoundCandidate;
  readonly tempos: readonly OtherTempo[];
  readonly prepared: PreparedSong;
  readonly melody: QuickLook;
  /** In bits. */
  readonly harmony: number;
  /** In its own unit. */
  readonly chroma: number;
}

function comparedInFull({ lines }: PreparedSong, candidates: number): number {
  if (candidates <= allInFull) return candidates;
  const notes = [...new Set(Object.values(lines))].reduce((sum, { sequence }) => sum + sequence.length, 0);
  const byWork = Math.round((fewestInFull * notesOfLongQuery) / Math.max(1, notes));
  return Math.min(mostInFull, Math.max(fewestInFull, byWork));
}

function nthLargest(looked: readonly Looked[], n: number, value: (one: Looked) => number): number {
  return looked.map(value).sort((a, b) => b - a)[n - 1] ?? 0;
}

/** Best first: those compared in full, then the others. */
export function rankCandidates(
  query: PreparedSong,
  candidates: readonly FoundCandidate[],
  onProgress: (fraction: number) => void = () => {},
): RankedCandidate[] {
  const looked: Looked[] = [];
  candidates.forEach((found, candidate) => {
    onProgress((0.5 * candidate) / candidates.length);
    const { song, tempo } = found;
    if (!song) return;
    const prepared = prepareSong(song.description, song.tonalRows);
    const harmony = chordEvidence(query.chords, prepared.chords).bits;
    const tempos = tempo === 1 ? [] : [tempo];
    const chroma = Math.max(
      ...tempoReadings(query, prepared, tempos).map(([a, b]) => quickTonal(a.tonal, b.tonal)),
    );
    const melody = quickLook(query, prepared);
    looked.push({ candidate, found, tempos, prepared, melody, harmony, chroma });
  });
  looked.sort((a, b) => b.melody.bits - a.melody.bits);
  const others = looked.splice(comparedInFull(query, looked.length));
  const takeBest = (count: number, evidence: (one: Looked) => number): void => {
    others.sort((a, b) => evidence(b) - evidence(a));
    const found = others.findIndex((one) => evidence(one) <= 0);
    looked.push(...others.splice(0, found < 0 ? count : Math.min(count, found)));
  };
  takeBest(comparedForHarmony, (one) => one.harmony);
  takeBest(comparedForChroma, (one) => one.chroma);
  takeBest(comparedForSimilarity, (one) => one.found.similarity);
  others.sort((a, b) => b.melody.bits - a.melody.bits);
  // The chroma sequence is the most expensive part: only for those in which the scan or the coarse pass found most of it.
  const enoughSimilarity = nthLargest(looked, similaritiesInFull, (one) => one.found.similarity);
  const enough = nthLargest(looked, chromaInFull, (one) => one.chroma);
  const full = looked.map(({ candidate, found, tempos, prepared, melody, chroma }, done) => {
    onProgress(0.5 + (0.5 * done) / looked.length);
    const isSimilar = chroma >= enough || (found.similarity > 0 && found.similarity >= enoughSimilarity);
    const comparison = comparePrepared(query, prepared, { chroma: isSimilar ? tempos : null, look: melody });
    return { candidate, prepared, comparison, evidence: orderBits(query, prepared, comparison, found) };
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
