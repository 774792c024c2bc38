/** One data set's rows: the product and the baselines on the same songs. */
import { chromaCosine, intervalTrigrams, percentIdentity } from './baselines.js';
import type { BenchSong } from './load-song.js';
import { type RetrievalFigures, retrieval } from './retrieval.js';
import { searchSongs } from './search-songs.js';

export interface RetrievalTable {
  readonly name: string;
  readonly songs: number;
  readonly rows: readonly (RetrievalFigures & { readonly method: string; readonly cpuSeconds: number })[];
  /** Share of relevant songs that the scan hands to the alignment. */
  readonly candidateRecall: number;
}

export async function retrievalTable(name: string, songs: readonly BenchSong[]): Promise<RetrievalTable> {
  const descriptions = songs.map((song) => song.description);
  const members = new Map<string, number[]>();
  songs.forEach(({ group }, position) => {
    if (group !== null) members.set(group, [...(members.get(group) ?? []), position]);
  });
  const queries = songs
    .map(({ group }, self) => ({
      self,
      relevant: group === null ? [] : members.get(group)!.filter((other) => other !== self),
    }))
    .filter(({ relevant }) => relevant.length > 0);
  const rows: (RetrievalFigures & { method: string; cpuSeconds: number })[] = [];
  const measure = (method: string, scores: (query: number) => ArrayLike<number>, spent = 0): void => {
    const before = process.cpuUsage();
    const figures = retrieval(queries, scores);
    const { user, system } = process.cpuUsage(before);
    rows.push({ method, ...figures, cpuSeconds: spent + (user + system) / 1e6 });
  };
  for (const [method, make] of [
    ['interval trigrams', intervalTrigrams],
    ['percent melodic identity', percentIdentity],
    ['chroma', chromaCosine],
  ] as const) {
    const score = make(descriptions);
    measure(method, (query) => Float64Array.from(songs, (_, other) => score(queries[query]!.self, other)));
  }
  const before = process.cpuUsage();
  const search = searchSongs(descriptions);
  const found: Float64Array[] = [];
  let reached = 0;
  let relevantSongs = 0;
  for (const { self, relevant } of queries) {
    found.push(await search.scores(self));
    reached += relevant.filter((song) => found.at(-1)![song]! > -1e9).length;
    relevantSongs += relevant.length;
  }
  const { user, system } = process.cpuUsage(before);
  measure('contrafact', (query) => found[query]!, (user + system) / 1e6);
  return { name, songs: songs.length, rows, candidateRecall: reached / Math.max(1, relevantSongs) };
}

export function printTable(table: RetrievalTable): void {
  console.log(`\n${table.name}: ${table.songs} songs, ${table.rows[0]?.queries ?? 0} queries`);
  console.log('| method | MAP | recall@1 | MRR | CPU s |\n|---|---|---|---|---|');
  for (const { method, map, recallAt1, mrr, cpuSeconds } of table.rows)
    console.log(
      `| ${method} | ${[map, recallAt1, mrr].map((value) => value.toFixed(3)).join(' | ')} | ${cpuSeconds.toFixed(1)} |`,
    );
  console.log(
    `relevant songs that the scan hands to the alignment: ${(100 * table.candidateRecall).toFixed(1)} %`,
  );
}
