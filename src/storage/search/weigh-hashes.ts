/** Which of a query's hashes a search engine votes on: as many of the rarest as a bounded number of hits allows. */
import type { LookUp } from '../../analyses/fingerprint/ports.js';
import type { WeightedHash } from './ports.js';

/**
 * Hits that one statement votes on at most: some 1.6 CPU seconds and 0.6 GB of the engine
 * (docs/measurements/search-engine.md), however large the catalogue is. Up to a million songs all keys of a query stay
 * below it.
 */
const maxVotedHits = 1_000_000;
/** This many hashes are voted on whatever they cost: a copy that keeps one in twenty still has six hits on one line. */
const fewestHashes = 128;

/**
 * The hashes of all look-ups, each with the width in which its hits are counted, and what one of them says: less where
 * its key is common. A copy has one hit a key, and chance as many as the key has postings: within `maxHits`, the rarest
 * keys show the most;
 * the rarest 128 hashes always count. `countOf` has every key's postings in the catalogue. O(n log n) in the number of hashes.
 */
export function weighHashes(
  lookUps: readonly LookUp[],
  countOf: ReadonlyMap<number, number>,
  maxHits: number = maxVotedHits,
): WeightedHash[] {
  const hashes = lookUps.flatMap((lookUp, l) => {
    // As wide as the greatest change of speed makes position − time drift over the query.
    const width = Math.max(6, Math.ceil(lookUp.spanUnits * 0.1 + 4));
    return Array.from(lookUp.keys, (key, hash) => {
      const hits = countOf.get(key)!;
      const weight = 1 / (1 + Math.log2(Math.max(1, hits)));
      return { lookUp: l, hash, key, hits, time: lookUp.times[hash]!, width, weight };
    }).filter(({ hits }) => hits > 0);
  });
  const limit = rarestWithin(hashes, maxHits);
  return hashes.filter(({ hits }) => hits <= limit);
}

/** The greatest number of postings a key may have for all hits of such keys to be `maxHits` at most. */
function rarestWithin(hashes: readonly WeightedHash[], maxHits: number): number {
  const counts = Float64Array.from(hashes, ({ hits }) => hits).sort();
  let hits = 0;
  let taken = 0;
  for (let i = 0; i < counts.length; ) {
    const count = counts[i]!;
    // Keys of one count are taken together, so that no order decides between them.
    while (i < counts.length && counts[i] === count) {
      hits += count;
      i++;
    }
    if (hits > maxHits && taken >= fewestHashes) return count - 1;
    taken = i;
  }
  return Infinity;
}
