/** Figures of retrieval and of pair lists. */
export interface RetrievalFigures {
  readonly queries: number;
  readonly map: number;
  readonly recallAt1: number;
  readonly mrr: number;
  /** A query: score of its best relevant song less that of the best other one; rising. */
  readonly margins: readonly number[];
}

/**
 * `relevant[q]`: positions of the songs that should come first for query q; `scores(q)`: one score a song of the
 * pool. The query itself (`self[q]`, −1 where it is not in the pool) is left out. Ties count against the system.
 */
export function retrieval(
  queries: readonly { self: number; relevant: readonly number[] }[],
  scores: (query: number) => ArrayLike<number>,
): RetrievalFigures {
  let map = 0;
  let first = 0;
  let mrr = 0;
  const margins: number[] = [];
  queries.forEach(({ self, relevant }, query) => {
    const row = scores(query);
    const wanted = new Set(relevant);
    const ranks = relevant
      .map((target) => {
        let rank = 1;
        for (let song = 0; song < row.length; song++) {
          if (song === self || wanted.has(song)) continue;
          if (row[song]! >= row[target]!) rank++;
        }
        return rank;
      })
      .sort((a, b) => a - b)
      // Ranks so far count the irrelevant only; the relevant ones before a song come on top.
      .map((rank, before) => rank + before);
    const others = Array.from(row).filter((_, song) => song !== self && !wanted.has(song));
    const best = Math.max(...relevant.map((song) => row[song]!));
    if (others.length > 0) margins.push(best - others.reduce((most, score) => Math.max(most, score)));
    map += ranks.reduce((sum, rank, index) => sum + (index + 1) / rank, 0) / Math.max(1, ranks.length);
    if (ranks[0] === 1) first++;
    mrr += ranks.length > 0 ? 1 / ranks[0]! : 0;
  });
  const count = Math.max(1, queries.length);
  margins.sort((a, b) => a - b);
  return { queries: queries.length, map: map / count, recallAt1: first / count, mrr: mrr / count, margins };
}
