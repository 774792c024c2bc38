/** One data set's rows: the product and the baselines on the same songs. */
import type { SongDescription } from '../../src/music/song-description.js';
import { chromaCosine, intervalTrigrams, percentIdentity } from './baselines.js';
import { chromaDtw } from './chroma-dtw.js';
import type { BenchSong } from './load-song.js';
import { type RetrievalFigures, retrieval } from './retrieval.js';
import { searchSongs } from './search-songs.js';

export interface Row extends RetrievalFigures {
  readonly method: string;
  readonly cpuSeconds: number;
}

export interface RetrievalTable {
  readonly name: string;
  readonly songs: number;
  readonly rows: readonly Row[];
  /** Share of relevant songs that the scan hands to the alignment. */
  readonly candidateRecall: number;
}

type Baseline = (songs: readonly SongDescription[]) => (a: number, b: number) => number;

/** For written melodies. */
export const melodyBaselines: Readonly<Record<string, Baseline>> = {
  'interval trigrams': intervalTrigrams,
  'percent melodic identity': percentIdentity,
  chroma: chromaCosine,
};

/** For whole songs with their accompaniment; its cost grows with the product of the lengths. */
export const recordingBaselines: Readonly<Record<string, Baseline>> = {
  'interval trigrams': intervalTrigrams,
  'chroma DTW': chromaDtw,
};

/** Every song with others of its group is a query against all the others. */
export async function retrievalTable(
  name: string,
  songs: readonly BenchSong[],
  baselines = melodyBaselines,
): Promise<RetrievalTable> {
  return searchTable(name, withCounterpart(songs), songs, baselines);
}

/** The songs of each side as queries against those of the other; none where there are not two sides. */
export async function sideTables(
  name: string,
  songs: readonly BenchSong[],
  baselines = melodyBaselines,
): Promise<RetrievalTable[]> {
  const sides = [...new Set(songs.flatMap(({ side }) => side ?? []))];
  if (sides.length !== 2) return [];
  const of = (wanted: string | undefined): BenchSong[] => songs.filter(({ side }) => side === wanted);
  const tables: RetrievalTable[] = [];
  for (const [from, to] of [sides, sides.toReversed()]) {
    const pool = [...of(to), ...of(undefined)];
    const queries = of(from).filter(
      ({ group }) => group !== null && pool.some((song) => song.group === group),
    );
    tables.push(await searchTable(`${name}, ${from} to ${to}`, queries, pool, baselines));
  }
  return tables;
}

/** Songs with others of their group. */
export function withCounterpart(songs: readonly BenchSong[]): BenchSong[] {
  const count = new Map<string, number>();
  for (const { group } of songs) if (group !== null) count.set(group, (count.get(group) ?? 0) + 1);
  return songs.filter(({ group }) => group !== null && count.get(group)! > 1);
}

/** Queries against a pool; a query that stands in the pool (the same object), or what it was made from, is left out there. */
export async function searchTable(
  name: string,
  queries: readonly BenchSong[],
  pool: readonly BenchSong[],
  baselines = recordingBaselines,
): Promise<RetrievalTable> {
  const all = [...pool, ...queries.filter((query) => !pool.includes(query))];
  const descriptions = all.map((song) => song.description);
  const asked = queries.map((query) => {
    const self = pool.indexOf(query.from ?? query);
    const relevant = [...pool.keys()].filter((at) => at !== self && pool[at]!.group === query.group);
    return { place: all.indexOf(query), self, relevant };
  });
  const rows: Row[] = [];
  const measure = (method: string, scores: (query: number) => ArrayLike<number>, spent = 0): void => {
    const before = process.cpuUsage();
    const figures = retrieval(asked, scores);
    const { user, system } = process.cpuUsage(before);
    rows.push({ method, ...figures, cpuSeconds: spent + (user + system) / 1e6 });
  };
  for (const [method, make] of Object.entries(baselines)) {
    const score = make(descriptions);
    measure(method, (query) => Float64Array.from(pool, (_, other) => score(asked[query]!.place, other)));
  }
  const before = process.cpuUsage();
  const search = searchSongs(pool.map((song) => song.description));
  const found: Float64Array[] = [];
  let reached = 0;
  let relevantSongs = 0;
  for (const { place, self, relevant } of asked) {
    found.push(await search.scores(descriptions[place]!, self));
    reached += relevant.filter((song) => found.at(-1)![song]! > -1e9).length;
    relevantSongs += relevant.length;
  }
  const { user, system } = process.cpuUsage(before);
  measure('contrafact', (query) => found[query]!, (user + system) / 1e6);
  return { name, songs: pool.length, rows, candidateRecall: reached / Math.max(1, relevantSongs) };
}

export function printTable(table: RetrievalTable): void {
  console.log(`\n${table.name}: ${table.songs} songs, ${table.rows[0]?.queries ?? 0} queries`);
  console.log(
    '| method | MAP | recall@1 | MRR | margin, median | margin, least | CPU s |\n|---|---|---|---|---|---|---|',
  );
  for (const { method, map, recallAt1, mrr, margins, cpuSeconds } of table.rows) {
    const figures = [map, recallAt1, mrr].map((value) => value.toFixed(3)).join(' | ');
    const marginTexts = [margins[margins.length >> 1], margins[0]].map((margin) =>
      marginText(method, margin),
    );
    console.log(`| ${method} | ${figures} | ${marginTexts.join(' | ')} | ${cpuSeconds.toFixed(1)} |`);
  }
  console.log(
    `relevant songs that the scan hands to the alignment: ${(100 * table.candidateRecall).toFixed(1)} %`,
  );
}

/** How far the best relevant song is ahead of the best other one: bits, or in a baseline's own unit. */
function marginText(method: string, margin: number | undefined): string {
  if (margin === undefined) return '–';
  if (method !== 'contrafact') return margin.toFixed(3);
  return margin < -500 ? 'not aligned' : `${margin.toFixed(1)} bits`;
}
