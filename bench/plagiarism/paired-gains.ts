/**
 * `npm run bench -- plagiarism --only gains`: the product beside the best simple method on the same queries, with a paired bootstrap over
 * tune families: disputed pairs (report only), and dance tunes with one change after the other.
 */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readAbc } from './abc.js';
import { changed } from './changes.js';
import { disputedPairs } from './development-data.js';
import { every, filesOf } from './evidence-collections.js';
import { bootstrapped, type Interval } from './judge-evidence.js';
import { type BenchSong, describeMelody } from './load-song.js';
import { retrieval } from './retrieval.js';
import { searchSongs } from './search-songs.js';
import { melodyBaselines, withCounterpart } from './tables.js';

const levels = [1, 2, 3, 4, 5, 6, 7, 8];
const tunesALevel = 40;

interface QueryFigures {
  readonly family: string;
  readonly first: number;
  readonly precision: number;
}

/** By method; the product's own name is `contrafact`. */
async function figuresOf(
  queries: readonly BenchSong[],
  pool: readonly BenchSong[],
): Promise<ReadonlyMap<string, QueryFigures[]>> {
  const all = [...pool, ...queries.filter((query) => !pool.includes(query))];
  const descriptions = all.map(({ description }) => description);
  const asked = queries.map((query) => {
    // What a query was made from is its answer here; only the query itself is left out.
    const self = pool.indexOf(query);
    const relevant = [...pool.keys()].filter((at) => at !== self && pool[at]!.group === query.group);
    return { query, place: all.indexOf(query), self, relevant };
  });
  const of = (rows: readonly ArrayLike<number>[]): QueryFigures[] =>
    asked.map(({ query, self, relevant }, at) => {
      const { recallAt1, map } = retrieval([{ self, relevant }], () => rows[at]!);
      return { family: query.group ?? query.id, first: recallAt1, precision: map };
    });
  const figures = new Map<string, QueryFigures[]>();
  for (const [method, make] of Object.entries(melodyBaselines)) {
    const score = make(descriptions);
    const rows = asked.map(({ place }) => Float64Array.from(pool, (_, other) => score(place, other)));
    figures.set(method, of(rows));
  }
  const search = searchSongs(pool.map(({ description }) => description));
  const found: Float64Array[] = [];
  for (const { place, self } of asked) found.push(await search.scores(descriptions[place]!, self));
  return figures.set('contrafact', of(found));
}

const text = ({ value, low, high }: Interval): string =>
  `${value.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;

/** One line of the table: each method's recall@1 and MAP, and how far the product is ahead of the best of the others. */
function printGain(name: string, figures: ReadonlyMap<string, QueryFigures[]>): void {
  const own = figures.get('contrafact')!;
  const mean = (list: readonly QueryFigures[], of: (one: QueryFigures) => number): number =>
    list.reduce((sum, one) => sum + of(one), 0) / list.length;
  const cells = [...figures.values()].map((list) =>
    [mean(list, ({ first }) => first), mean(list, ({ precision }) => precision)]
      .map((value) => value.toFixed(2))
      .join(' / '),
  );
  const gain = (of: (one: QueryFigures) => number): string => {
    const others = [...figures].filter(([method]) => method !== 'contrafact');
    const best = others.reduce((a, b) => (mean(b[1], of) > mean(a[1], of) ? b : a))[1];
    return text(bootstrapped(own.map((one, at) => ({ family: one.family, value: of(one) - of(best[at]!) }))));
  };
  console.log(
    `| ${[name, own.length, ...cells, gain(({ first }) => first), gain(({ precision }) => precision)].join(' | ')} |`,
  );
}

export async function pairedGains(data: string): Promise<void> {
  const methods = [...Object.keys(melodyBaselines), 'contrafact'];
  console.log('\nrecall@1 / MAP, and the gain over the best other method (95 %, by tune families)');
  console.log(`| queries | number | ${methods.join(' | ')} | gain of recall@1 | gain of MAP |`);
  console.log(`|---|---|${'---|'.repeat(methods.length + 2)}`);
  const disputed = await disputedPairs(data);
  printGain('disputed pairs (report only)', await figuresOf(withCounterpart(disputed), disputed));
  const tunes = filesOf(join(data, 'nottingham'), /\.abc$/)
    .flatMap((path) =>
      readAbc(readFileSync(path, 'utf8')).map((tune): BenchSong => {
        const id = `${basename(path)}:${tune.number}`;
        return { id, group: id, description: describeMelody(tune.notes, tune.meter) };
      }),
    )
    .filter(({ description }) => description.melody.topline.length > 16);
  for (const count of levels) {
    const queries = every(tunes, tunesALevel).map((tune) => changed(tune, count, `level ${count}`));
    printGain(`dance tunes with ${count} changes`, await figuresOf(queries, tunes));
  }
}
