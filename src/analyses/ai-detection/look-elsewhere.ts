/** The price of a search: among thousands of candidate speeds the best score is high by chance alone. */
import type { ScaledFamily } from './lattice-search.js';

/**
 * The best of the candidates on music without a lattice is about 4.2 (its median on real windows; see
 * docs/analyses/ai-detection.md), where a fixed lattice's is about 1.3; the tails are wider too.
 */
const penalty = 4.5;

/** What a searched score is worth beside an exact one. */
export function searchedFrom(scaled: ScaledFamily): number {
  return scaled.score - penalty;
}
