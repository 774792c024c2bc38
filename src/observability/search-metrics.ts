/** What the search engine's filling and its searches report to Prometheus. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { EngineReading } from './ports.js';

export interface SearchMetrics {
  /** `path`: who answered. */
  onSearch(path: string, seconds: number): void;
  /** Whether engine and database would have looked at the same place first. */
  onCompared(isSame: boolean): void;
}

/** `readLag`: null where no engine is registered. */
export function searchMetrics(
  registry: Registry,
  readLag: () => Promise<EngineReading | null>,
): SearchMetrics {
  const registers = [registry];
  const gauge = (name: string, help: string, value: keyof EngineReading): Gauge =>
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
