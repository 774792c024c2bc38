/** The search engine that an operator names: the fingerprint index over it, the loop that fills it, what it reports. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { FingerprintIndex } from '../analyses/fingerprint/ports.js';
import { readEngineLag } from '../storage/search/changes.js';
import { openClickHouse } from '../storage/search/clickhouse.js';
import { type EngineIndexOptions, withSearchEngine } from '../storage/search/engine-index.js';
import { createFiller } from '../storage/search/filler.js';
import { createLoop } from '../tasks/loop.js';
import type { Instance } from './instance.js';

/** Songs that were added a moment ago are read from the database, so nothing waits for this. */
const pollSeconds = 2;

export interface SearchEngineAccess {
  /** The index as analyses use it. */
  over(own: FingerprintIndex): FingerprintIndex;
  /** Keeps the engine filled; one process at a time does it. */
  startFilling(): void;
  close(): Promise<void>;
}

/** Null where none is named. Nothing is asked of it here: the service starts without it. */
export function openSearchEngine(
  { config, db, log }: Instance,
  metrics: Registry,
): SearchEngineAccess | null {
  if (config.search === null) return null;
  const engine = openClickHouse(config.search.url);
  const filler = createFiller(db, engine, { onNotice: (fields, message) => log.warn(fields, message) });
  const loop = createLoop('search-fill', pollSeconds, () => filler.round(), log);
  const reports = engineMetrics(metrics, () => readEngineLag(db));
  const options: EngineIndexOptions = {
    mode: config.search.mode,
    ...reports,
    onFailure: (error) => log.warn({ err: error }, 'the search engine did not answer a search'),
  };
  return {
    over: (own) => withSearchEngine(own, db, engine, options),
    startFilling: () => loop.start(),
    async close() {
      filler.stop();
      await loop.stop();
      await engine.close();
    },
  };
}

function engineMetrics(
  registry: Registry,
  readLag: () => ReturnType<typeof readEngineLag>,
): Pick<EngineIndexOptions, 'onSearch' | 'onCompared'> {
  const registers = [registry];
  const gauge = (name: string, help: string, value: keyof NonNullable<Awaited<ReturnType<typeof readLag>>>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        // Absent where it is not known: an old value would pass for the present.
        this.remove();
        const now = await readLag().catch(() => null);
        if (now !== null) this.set(now[value]);
      },
    });
  gauge(
    'contrafact_search_changes_pending',
    'Songs that the search engine has not got yet, or still has',
    'changes',
  );
  gauge('contrafact_search_oldest_change_seconds', 'Age of the oldest of them', 'oldestSeconds');
  gauge('contrafact_search_backlog_accounts', 'Accounts that are being copied into it', 'accountsInBacklog');
  const searches = new Counter({
    name: 'contrafact_searches_total',
    help: 'Searches by who answered: engine, backlog and fallback (the database), refused',
    labelNames: ['path'],
    registers,
  });
  const seconds = new Histogram({
    name: 'contrafact_search_seconds',
    help: 'What the search engine took',
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const compared = new Counter({
    name: 'contrafact_search_comparisons_total',
    help: 'Look-ups by whether the engine and the database would have looked at the same place first',
    labelNames: ['result'],
    registers,
  });
  return {
    onSearch(path, duration) {
      searches.inc({ path });
      if (path === 'engine') seconds.observe(duration);
    },
    onCompared: (isSame) => compared.inc({ result: isSame ? 'same' : 'different' }),
  };
}
