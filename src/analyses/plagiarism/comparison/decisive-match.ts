/** What a comparison's decision stands on. */
import type { Comparison, LineMatch } from './compare-songs.js';
import type { HarmonyMatch } from './harmony-match.js';

/** The best line, the chords or the chroma sequence; null where the songs share nothing. */
export function decisiveMatch({
  basis,
  lines,
  harmony,
  tonal,
}: Pick<Comparison, 'basis' | 'lines' | 'harmony' | 'tonal'>): LineMatch | HarmonyMatch | null {
  return { melody: lines[0] ?? null, harmony, tonal }[basis];
}
