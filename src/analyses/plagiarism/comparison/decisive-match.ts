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

/** Of the comparison's bits, what whole tunes add (whole-tune.ts); 0 where the decision stands on something else than a melody. */
export function wholeTuneBitsOf({ basis, lines }: Pick<FoundMatches, 'basis' | 'lines'>): number {
  return basis === 'melody' ? (lines[0]?.wholeTuneBits ?? 0) : 0;
}
