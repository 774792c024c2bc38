/**
 * How often unrelated songs reach which evidence, as `npm run bench -- plagiarism --false-alarms` measured it: down to one in 1,000 of real
 * songs drawn by chance, what is rarer of the strongest that searches among 10,000 songs found, and by how much it is rarer beyond.
 */

import { sameTune } from './baselines.js';
import { type ManySongs, songKinds } from './many-songs.js';
import type { KindTail } from './pair-tails.js';
import { amongName } from './songs-among-many.js';

/** In 1,000 unrelated songs. */
const rates = [20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01];
/** Fewer pairs than this above a level say nothing of it. */
const minExceeding = 5;
/** Down to this rate levels are of the songs that were drawn: a search compares its candidates only, the likeliest songs. */
const drawnRate = 1;
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
    const drawn = from === 'real' ? queries.flatMap((query) => query.drawn).sort((a, b) => b - a) : [];
    const levels = rates.map((rate) => {
      const isDrawn = rate >= drawnRate && drawn.length > 0;
      const exceeding = Math.floor((rate * (isDrawn ? drawn.length : pairs)) / 1000);
      if (exceeding < minExceeding || (!isDrawn && exceeding > complete)) return null;
      return (isDrawn ? drawn : bits)[exceeding]!;
    });
    const level = bits[tailPairs]!;
    const decay = bits.slice(0, tailPairs).reduce((sum, one) => sum + one - level, 0) / tailPairs;
    return [{ kind: `${amongName(kind)}: ${from}`, pairs, rates, levels, decay }];
  });
}
