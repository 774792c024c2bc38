/** The candidates of the scan, compared: all of them cheaply, the best of those in full. */
import type { SongDescription } from '../../music/song-description.js';
import {
  type Comparison,
  comparePrepared,
  type PreparedSong,
  prepareSong,
  quickBits,
} from './compare-songs.js';
import { rollsOf, type SegmentRolls } from './segment-rolls.js';

/** Full comparisons a query: ten times as dear as the cheap look, which rarely misplaces a song by so much. */
const comparedInFull = 12;
/** Songs below the threshold whose segments are told all the same. */
const shownBelowThreshold = 3;

export interface RankedCandidate {
  /** Place in the list that was handed in. */
  readonly candidate: number;
  /** Null where the cheap look already found too little. */
  readonly comparison: Comparison | null;
  /** Of reported songs and the first few: by line, then segment (segment-rolls.ts); empty for the others. */
  readonly rolls: readonly (readonly SegmentRolls[])[];
}

/** Best first: those compared in full by their bits, then the others. Null candidates are left out. */
export function rankCandidates(
  query: PreparedSong,
  candidates: readonly (SongDescription | null)[],
  onProgress: (fraction: number) => void = () => {},
): RankedCandidate[] {
  const looked: { candidate: number; prepared: PreparedSong; bits: number }[] = [];
  candidates.forEach((description, candidate) => {
    onProgress((0.5 * candidate) / candidates.length);
    if (!description) return;
    const prepared = prepareSong(description);
    looked.push({ candidate, prepared, bits: quickBits(query, prepared) });
  });
  looked.sort((a, b) => b.bits - a.bits);
  const full = looked.slice(0, comparedInFull).map(({ candidate, prepared }, done) => {
    onProgress(0.5 + (0.5 * done) / comparedInFull);
    return { candidate, prepared, comparison: comparePrepared(query, prepared) };
  });
  full.sort((a, b) => b.comparison.bits - a.comparison.bits);
  const ranked = full.map(({ candidate, prepared, comparison }, place): RankedCandidate => {
    const isShown = comparison.reported || place < shownBelowThreshold;
    const rolls = isShown ? rollsOf(query.description, prepared.description, comparison) : [];
    return { candidate, comparison, rolls };
  });
  const others = looked.slice(comparedInFull);
  return [...ranked, ...others.map(({ candidate }) => ({ candidate, comparison: null, rolls: [] }))];
}
