/**
 * How often unrelated songs reach evidence that is rarer than one in 1,000, as `npm run bench -- plagiarism --false-alarms` measured it among
 * 10,000 songs, and by how much it is rarer beyond.
 */

import { type ManySongs, sameTune, songKinds } from './many-songs.js';
import type { KindTail } from './pair-tails.js';
import { amongName } from './songs-among-many.js';

/** In 1,000 unrelated songs. */
const rates = [20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01];
/** Fewer pairs than this above a level say nothing of it. */
const minExceeding = 5;
/** The decay is that of this many pairs above the rarest level that is measured, per e-fold (Hill's estimator of an exponential tail). */
const tailPairs = 50;

/** Of each kind of song in the pool: those that were made may be easier than real ones. */
export function deepTails({ kind, queries }: ManySongs): KindTail[] {
  return songKinds.flatMap((from): KindTail[] => {
    const pairs = queries.reduce((sum, { unrelated }) => sum + unrelated[from], 0);
    const bits = queries
      .flatMap(({ strongest }) => strongest.filter((one) => one.kind === from && one.trigrams < sameTune))
      .map((one) => one.bits)
      .sort((a, b) => b - a);
    if (bits.length < 2 * tailPairs) return [];
    // Only the strongest of a query were kept: below the weakest of those that any query had to spare, some are missing.
    const complete = queries.length * 2;
    const levels = rates.map((rate) => {
      const exceeding = Math.floor((rate * pairs) / 1000);
      return exceeding < minExceeding || exceeding > complete ? null : bits[exceeding]!;
    });
    const level = bits[tailPairs]!;
    const decay = bits.slice(0, tailPairs).reduce((sum, one) => sum + one - level, 0) / tailPairs;
    return [{ kind: `${amongName(kind)}: ${from}`, pairs, rates, levels, decay }];
  });
}
