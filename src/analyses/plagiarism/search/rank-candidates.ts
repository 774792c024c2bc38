/** The candidates of the scan, compared: all of them cheaply, the best of those in full. */
import { chordEvidence } from '../../../music/harmony/chord-evidence.js';
import { allInFull } from '../comparison/calibration.js';
import { type Comparison, comparePrepared } from '../comparison/compare-songs.js';
import { decisiveMatch } from '../comparison/decisive-match.js';
import { withoutSegments } from '../comparison/harmony-match.js';
import { changedMatch, type LineMatch } from '../comparison/line-match.js';
import { type QuickLook, quickLook } from '../comparison/line-matches.js';
import type { OtherTempo } from '../comparison/other-tempo.js';
import { type PreparedSong, prepareSong } from '../comparison/prepared-song.js';
import { rollsOf, type SegmentRolls } from '../comparison/segment-rolls.js';
import { chromaStanding } from './chroma-standing.js';
import { coarseChroma, coarsePassage } from './coarse-chroma.js';
import { orderBits } from './order-of-songs.js';
import type { FoundSong } from './search-chunks.js';
import type { SketchedSong } from './song-sketch.js';

/** Fewest full comparisons a query: ten times as expensive as the coarse pass. */
const minInFull = 22;
/** A short query gets more of them, until its notes times comparisons are this many: their work is the same. */
const notesInFull = 7200;
/** Chroma sequences that are aligned in full: this many by the scan, by the coarse pass, and by its passages. */
const similaritiesInFull = 6;
const chromaInFull = 4;
const passagesInFull = 10;
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
  /**
   * Null where the coarse pass already found too little. Of songs that are neither reported nor among the first few, only what the
   * decision stands on has segments.
   */
  readonly comparison: Comparison | null;
  /** What the order goes by, in bits; −Infinity without a comparison. */
  readonly evidence: number;
  /** Of that, the bits by which the chroma sequence stands out among the candidates, where the comparison does not count them. */
  readonly standing: number;
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
  /** In its own unit. */
  readonly chromaPassage: number;
}

function comparedInFull({ lines }: PreparedSong, candidates: number): number {
  if (candidates <= allInFull) return candidates;
  const notes = [...new Set(Object.values(lines))].reduce((sum, { sequence }) => sum + sequence.length, 0);
  return Math.max(minInFull, Math.round(notesInFull / Math.max(1, notes)));
}

/** What nominates a candidate for a full comparison. */
const nominators: readonly ((one: Looked) => number)[] = [
  ({ melody }) => melody.bits,
  ({ found }) => found.passage,
  ({ harmony }) => harmony,
  ({ chroma }) => chroma,
  ({ chromaPassage }) => chromaPassage,
  ({ found }) => found.similarity,
];

/**
 * The candidates in the order in which their measurements name them: each names its next best in turn, so that what one of them
 * finds alone is compared as surely as what all find. Those of which nothing was found come last.
 */
function inTurn(looked: readonly Looked[]): Looked[] {
  const lists = nominators.map((value) =>
    looked.filter((one) => value(one) > 0).sort((a, b) => value(b) - value(a)),
  );
  const named = new Set<Looked>();
  for (let place = 0; place < looked.length; place++)
    for (const list of lists) if (list[place]) named.add(list[place]);
  return [...named, ...looked.filter((one) => !named.has(one))];
}

function nthLargest(looked: readonly Looked[], n: number, value: (one: Looked) => number): number {
  return looked.map(value).sort((a, b) => b - a)[n - 1] ?? 0;
}

/** Best first: those compared in full, then the others. `songs`: how many were searched. */
export function rankCandidates(
  query: PreparedSong,
  candidates: readonly FoundCandidate[],
  songs: number,
  onProgress: (fraction: number) => void = () => {},
): RankedCandidate[] {
  const looked: Looked[] = [];
  candidates.forEach((found, candidate) => {
    onProgress((0.5 * candidate) / candidates.length);
    const { song, tempo } = found;
    if (!song) return;
    const prepared = prepareSong(song.description, song);
    const harmony = chordEvidence(query.chords, prepared.chords).bits;
    const tempos = tempo === 1 ? [] : [tempo];
    const chroma = coarseChroma(query, prepared, tempos);
    const chromaPassage = coarsePassage(query, prepared, tempos);
    const melody = quickLook(query, prepared);
    looked.push({ candidate, found, tempos, prepared, melody, harmony, chroma, chromaPassage });
  });
  const standingOf = chromaStanding(looked.map(({ chroma }) => chroma));
  const ordered = inTurn(looked);
  const chosen = ordered.slice(0, comparedInFull(query, looked.length));
  const others = ordered.slice(chosen.length);
  // The chroma sequence is the most expensive part: only for those in which the scan or the coarse pass found most of it.
  const enoughSimilarity = nthLargest(chosen, similaritiesInFull, (one) => one.found.similarity);
  const enough = nthLargest(chosen, chromaInFull, (one) => one.chroma);
  const enoughPassage = nthLargest(chosen, passagesInFull, (one) => one.chromaPassage);
  const full = chosen.map(({ candidate, found, tempos, prepared, melody, chroma, chromaPassage }, done) => {
    onProgress(0.5 + (0.5 * done) / chosen.length);
    const isSimilar =
      chroma >= enough ||
      chromaPassage >= enoughPassage ||
      (found.similarity > 0 && found.similarity >= enoughSimilarity);
    const standsOut = standingOf(chroma);
    const comparison = comparePrepared(query, prepared, {
      chroma: isSimilar ? tempos : null,
      look: melody,
      songs,
      standing: standsOut,
    });
    const standing = standsOut - (comparison.basis === 'tonal' ? comparison.standing : 0);
    const evidence = orderBits(query, prepared, comparison, { ...found, standing });
    return { candidate, prepared, comparison, evidence, standing };
  });
  full.sort((a, b) => b.evidence - a.evidence);
  const ranked = full.map((one, place): RankedCandidate => {
    const { candidate, prepared, comparison, evidence, standing } = one;
    const isShown = comparison.reported || place < shownBelowThreshold;
    const rolls = isShown ? rollsOf(query.description, prepared.description, comparison) : [];
    const shown = isShown ? comparison : withFewSegments(comparison);
    return { candidate, comparison: shown, evidence, standing, rolls };
  });
  return [
    ...ranked,
    ...others.map(({ candidate, chroma }) => ({
      candidate,
      comparison: null,
      evidence: -Infinity,
      standing: standingOf(chroma),
      rolls: [],
    })),
  ];
}

function withFewSegments(comparison: Comparison): Comparison {
  const decisive = decisiveMatch(comparison);
  const few = (match: LineMatch): LineMatch =>
    match === decisive ? match : changedMatch(match, match.bits, () => []);
  const { lines, tonal, harmony } = comparison;
  const chords = harmony && harmony !== decisive ? withoutSegments(harmony) : harmony;
  return { ...comparison, lines: lines.map(few), tonal: tonal && few(tonal), harmony: chords };
}
