/** What a comparison's decision stands on. */
import type { Basis } from './claims.js';
import type { HarmonyMatch } from './harmony-match.js';
import type { LineMatch } from './line-match.js';

export interface FoundMatches {
  readonly basis: Basis;
  /** That on which the melody's claim stands first. */
  readonly lines: readonly LineMatch[];
  readonly harmony: HarmonyMatch | null;
  readonly tonal: LineMatch | null;
}

/** The line of the melody's claim, the chords or the chroma sequence; null where the songs share nothing. */
export function decisiveMatch({
  basis,
  lines,
  harmony,
  tonal,
}: FoundMatches): LineMatch | HarmonyMatch | null {
  return { melody: lines[0] ?? null, harmony, tonal }[basis];
}
