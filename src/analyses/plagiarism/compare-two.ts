/** `plagiarism.compare-two`: what two songs share, with the notes of its segments. */
import type { Kernel } from '../../domain/compute.js';
import type { SongDescription } from '../../music/song-description.js';
import { type Comparison, compareSongs } from './comparison/compare-songs.js';
import { rollsOf, type SegmentRolls } from './comparison/segment-rolls.js';

export interface TwoDescriptions {
  readonly original: SongDescription;
  readonly comparison: SongDescription;
  /** How many songs were searched for the second one; 1 without. */
  readonly searched?: number;
  /** Bits by which its chroma sequence stands out among them (search/chroma-standing.ts); 0 without. */
  readonly standing?: number;
}

/** A comparison with the rolls of its segments, by line, then segment. */
export interface ComparedWithRolls {
  readonly comparison: Comparison;
  readonly rolls: readonly (readonly SegmentRolls[])[];
}

export function comparePair({
  original,
  comparison: other,
  searched: songs = 1,
  standing = 0,
}: TwoDescriptions): ComparedWithRolls {
  const comparison = compareSongs(original, other, { songs, standing });
  return { comparison, rolls: rollsOf(original, other, comparison) };
}

export const compareTwoKernel: Kernel<TwoDescriptions, ComparedWithRolls> = {
  name: 'plagiarism.compare-two',
  run: comparePair,
};
