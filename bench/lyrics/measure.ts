/** Runs queries and sums up where the right song stood. */
import type { LyricEngine } from '../../src/analyses/lyric-plagiarism/engine.js';
import type { SearchFindings, SegmentReference } from '../../src/analyses/lyric-plagiarism/search.js';
import type { Query } from './cases.js';
import { search } from './index-files.js';
import { showProgress } from './progress.js';
import { shareOf } from './share.js';

export interface Ranking {
  readonly queries: number;
  readonly recallAt1: number;
  readonly recallAt20: number;
  readonly meanReciprocalRank: number;
  /** Share of queries whose right song scored at least 0.5. */
  readonly reported: number;
}

/** Song ids best first, with their combined scores. */
export type Engine = (lyrics: string) => Promise<{ songId: string; score: number }[]>;

export function ourEngine(index: readonly SegmentReference[], engine?: LyricEngine): Engine {
  return async (lyrics) => {
    const findings: SearchFindings = await search(lyrics, index, { engine });
    return findings.songs.map((song) => ({ songId: song.songId, score: song.score }));
  };
}

export async function rank(
  queries: readonly Query[],
  works: ReadonlyMap<string, string>,
  engine: Engine,
  stage: string,
  onMiss?: (query: Query, found: string) => void,
): Promise<Ranking> {
  let first = 0;
  let twenty = 0;
  let reciprocal = 0;
  let reported = 0;
  for (const [asked, query] of queries.entries()) {
    showProgress(stage, asked + 1, queries.length);
    const found = (await engine(query.lyrics)).filter((song) => song.songId !== query.except).slice(0, 20);
    const at = found.findIndex((song) => works.get(song.songId) === query.work);
    if (at !== 0) onMiss?.(query, `${found[0]?.songId} ${found[0]?.score.toFixed(2)}`);
    if (at < 0) continue;
    if (at === 0) first++;
    twenty++;
    reciprocal += 1 / (at + 1);
    if (found[at]!.score >= 0.5) reported++;
  }
  const part = (count: number): number => count / Math.max(1, queries.length);
  return {
    queries: queries.length,
    recallAt1: part(first),
    recallAt20: part(twenty),
    meanReciprocalRank: part(reciprocal),
    reported: part(reported),
  };
}

export const rankingHeader =
  '| case | queries | recall@1 | recall@20 | MRR | scored ≥ 0.5 | wording only recall@1 | bag of words recall@1 | recall@20 |\n|---|---|---|---|---|---|---|---|---|';

/** With its 95 % interval. */
const share = (value: number, { queries }: Ranking): string => shareOf(Math.round(value * queries), queries);

export function rankingRow(
  title: string,
  ours: Ranking,
  wording: Ranking | null,
  words: Ranking | null,
): string {
  const first = (ranking: Ranking | null): string => (ranking ? share(ranking.recallAt1, ranking) : '–');
  const baseline = `${first(words)} | ${words ? share(words.recallAt20, words) : '–'}`;
  const own = `${first(ours)} | ${share(ours.recallAt20, ours)} | ${ours.meanReciprocalRank.toFixed(3)} | ${share(ours.reported, ours)}`;
  return `| ${title} | ${ours.queries} | ${own} | ${first(wording)} | ${baseline} |`;
}
