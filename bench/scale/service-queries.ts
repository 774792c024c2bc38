/** Real queries put to a running service: how many of its answers are right, and what one costs. */
import type { Fleet } from '../../tests/postgres/fleet.js';
import { interval, printTable, showProgress } from '../fingerprint/report.js';
import type { Customer } from './customer.js';
import { type Excerpt, type ExcerptSets, queryFilesOf } from './real-excerpts.js';
import { readMetric } from './service-meter.js';

interface Asked {
  readonly name: string;
  queries: number;
  found: number;
  /** A song that it is not, or any where it was never registered. */
  wrong: number;
  songsSearched: number;
  readonly ms: number[];
}

/** Every registered and every other excerpt, clean and as MP3. `ids`: of the registered ones, in their order. */
export async function askService(
  customer: Customer,
  { registered, unregistered }: ExcerptSets,
  ids: readonly string[],
): Promise<Asked[]> {
  const kinds = ['clean', 'mp3'] as const;
  const rows: Asked[] = [];
  for (const kind of kinds) {
    const ask = async (excerpts: readonly Excerpt[], name: string, isKnown: boolean): Promise<void> => {
      const row: Asked = { name, queries: 0, found: 0, wrong: 0, songsSearched: Infinity, ms: [] };
      for (const [i, excerpt] of excerpts.entries()) {
        const file = (await queryFilesOf(excerpt))[kind];
        const { matchedId, songsSearched, ms } = await customer.check(
          file,
          `${name} ${i}.${kind === 'mp3' ? 'mp3' : 'wav'}`,
        );
        row.queries++;
        if (isKnown && matchedId === ids[i]) row.found++;
        else if (matchedId !== null) row.wrong++;
        row.songsSearched = Math.min(row.songsSearched, songsSearched);
        row.ms.push(ms);
        showProgress(i + 1, excerpts.length, name);
      }
      rows.push(row);
    };
    await ask(registered, `registered, ${kind}`, true);
    await ask(unregistered, `never registered, ${kind}`, false);
  }
  return rows;
}

export function printAsked(rows: readonly Asked[]): void {
  printTable(
    [
      'queries of 20 s',
      'n',
      'found',
      '95 % interval',
      'wrong song',
      'searched songs',
      'wall ms, median',
      '95 %',
    ],
    rows.map(({ name, queries, found, wrong, songsSearched, ms }) => {
      const sorted = [...ms].sort((a, b) => a - b);
      const at = (share: number): string => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(0);
      return [name, queries, found, interval(found, queries), wrong, songsSearched, at(0.5), at(0.95)];
    }),
  );
}

/** By whom the searches of a worker were answered since it started. */
export async function printPaths({ workers }: Fleet): Promise<void> {
  const counts = await Promise.all(
    ['engine', 'backlog', 'fallback', 'refused'].map(async (path) => {
      const line = `contrafact_searches_total{search="fingerprints",path="${path}"}`;
      return `${path} ${(await readMetric(workers[0]!.url, line)) || 0}`;
    }),
  );
  console.log(`Look-ups answered by: ${counts.join(', ')}`);
}
