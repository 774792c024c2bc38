/** What the search engine's filling and its searches report to Prometheus. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { keptForAWhile, withinPatience } from './patient-reading.js';
import type { EngineReading, LyricReading } from './ports.js';

export type SearchName = 'fingerprints' | 'lyrics' | 'melodies';

export interface SearchMetrics {
  /** `path`: who answered. */
  onSearch(path: string, seconds: number): void;
  /** Whether engine and database would have looked at the same place first, or at the same songs. */
  onCompared(isSame: boolean): void;
}

export interface ReadLag {
  /** Null where no engine is registered. */
  songs(): Promise<EngineReading | null>;
  /** Rejects where the engine does not answer. */
  lyrics(): Promise<LyricReading>;
  /** Rejects where the engine does not answer. */
  melodies(): Promise<{ readonly songs: number }>;
}

export function searchMetrics(registry: Registry, read: ReadLag): (search: SearchName) => SearchMetrics {
  const registers = [registry];
  const songs = keptForAWhile(read.songs);
  const lyrics = keptForAWhile(read.lyrics);
  const melodies = keptForAWhile(read.melodies);
  const gauge = <Lag>(
    name: string,
    help: string,
    readLag: () => Promise<Lag | null>,
    value: (lag: Lag) => number,
  ): Gauge =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        // Absent where it is not known: an old value would pass for the present.
        this.remove();
        const now = await withinPatience(readLag());
        if (now !== null) this.set(value(now));
      },
    });
  gauge(
    'contrafact_search_changes_pending',
    'Songs that the search engine has not got yet, or still has',
    songs,
    ({ changes }) => changes,
  );
  gauge(
    'contrafact_search_oldest_change_seconds',
    'Age of the oldest of them',
    songs,
    ({ oldestSeconds }) => oldestSeconds,
  );
  gauge(
    'contrafact_search_backlog_accounts',
    'Accounts that are being copied into it',
    songs,
    ({ accountsInBacklog }) => accountsInBacklog,
  );
  gauge(
    'contrafact_search_lyric_songs_pending',
    'Songs whose lyrics the search engine has not got yet',
    lyrics,
    ({ songs }) => songs,
  );
  gauge(
    'contrafact_search_oldest_lyrics_seconds',
    'Age of the oldest of their segments',
    lyrics,
    ({ oldestSeconds }) => oldestSeconds,
  );
  gauge(
    'contrafact_search_melody_songs_pending',
    'Songs whose melodies the search engine has not got as they are now',
    melodies,
    ({ songs }) => songs,
  );
  const searches = new Counter({
    name: 'contrafact_searches_total',
    help: 'Searches by what was searched and who answered: engine, backlog and fallback (the database), refused',
    labelNames: ['search', 'path'],
    registers,
  });
  const seconds = new Histogram({
    name: 'contrafact_search_seconds',
    help: 'What the search engine took',
    labelNames: ['search'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const compared = new Counter({
    name: 'contrafact_search_comparisons_total',
    help: 'Look-ups by whether the engine and the database would have looked at the same place first, or at the same songs',
    labelNames: ['search', 'result'],
    registers,
  });
  return (search) => ({
    onSearch(path, duration) {
      searches.inc({ search, path });
      if (path === 'engine') seconds.observe({ search }, duration);
    },
    onCompared: (isSame) => compared.inc({ search, result: isSame ? 'same' : 'different' }),
  });
}
