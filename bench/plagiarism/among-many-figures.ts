/** What `--false-alarms KIND` prints. */

import { sameTune } from './baselines.js';
import { share } from './intervals.js';
import type { PoolSong } from './large-pool.js';
import { type ManySongs, songKinds } from './many-songs.js';
import type { ManyKind } from './songs-among-many.js';

const quantile = (list: readonly number[], at: number): string =>
  (list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(at * list.length))] ?? 0).toFixed(1);

/** What one query adds to the figures. */
export interface Answer {
  readonly measured: ManySongs['queries'][number];
  readonly strongest: number;
  readonly largest: Readonly<Record<PoolSong['kind'], number>>;
  readonly isReported: boolean;
  /** Reported is a song whose trigrams agree by less than `sameTune`. */
  readonly isNamed: boolean;
  readonly isPossible: boolean;
  /** CPU seconds of the search alone, without what is measured for the calibration. */
  readonly seconds: number;
}

/** `pool`: how many songs of each kind; `even`: bits from which a song is reported among them. */
export function printAmongMany(
  kind: ManyKind,
  answers: readonly Answer[],
  pool: Readonly<Record<PoolSong['kind'], number>>,
  even: number,
): void {
  const count = (is: (answer: Answer) => boolean): string => share(answers.filter(is).length, answers.length);
  const songs = Object.values(pool).reduce((sum, each) => sum + each, 0);
  const size = Object.entries(pool).map(([from, each]) => `${each} ${from}`);
  console.log(`\n${kind}: ${answers.length} queries among ${songs} songs (${size.join(', ')})`);
  console.log(
    `queries with a report: ${count(({ isReported }) => isReported)}; without songs whose trigrams agree by ${sameTune} and more: ${count(({ isNamed }) => isNamed)}; possible: ${count(({ isPossible }) => isPossible)}`,
  );
  const own = answers.flatMap(({ measured }) => measured.answers);
  if (own.length > 0)
    console.log(
      `songs of the query’s own group that are reported: ${share(own.filter((bits) => bits >= even).length, own.length)}`,
    );
  console.log('| strongest unrelated song | median, bits | 90 % | 99 % | largest |\n|---|---|---|---|---|');
  const lists = songKinds.map((from) => [from, answers.map(({ largest }) => largest[from])] as const);
  for (const [name, bits] of [['all', answers.map(({ strongest }) => strongest)] as const, ...lists])
    console.log(`| ${[name, ...[0.5, 0.9, 0.99, 1].map((at) => quantile(bits, at))].join(' | ')} |`);
  const seconds = answers.reduce((sum, answer) => sum + answer.seconds, 0);
  console.log(
    `threshold ${even.toFixed(1)} bits; ${(seconds / answers.length).toFixed(2)} CPU seconds a query (the search alone)`,
  );
}
