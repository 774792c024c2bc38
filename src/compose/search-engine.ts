/** The search engine that an operator names: the fingerprint index over it, the loop that fills it, what it reports. */
import type { Registry } from 'prom-client';
import type { FingerprintIndex } from '../analyses/fingerprint/ports.js';
import { readSegmentCodes } from '../analyses/lyric-plagiarism/index/segment-codes.js';
import type { LyricIndex } from '../analyses/lyric-plagiarism/ports.js';
import { melodyEngineVersion } from '../analyses/plagiarism/describe-songs.js';
import type { MelodyIndex } from '../analyses/plagiarism/ports.js';
import { engineChunk } from '../analyses/plagiarism/search/engine-rows.js';
import { type SearchName, searchMetrics } from '../observability/search-metrics.js';
import { readEngineLag } from '../storage/search/changes.js';
import { openClickHouse } from '../storage/search/clickhouse.js';
import { type EngineIndexOptions, withSearchEngine } from '../storage/search/engine-index.js';
import { createFiller } from '../storage/search/filler.js';
import { readLyricLag } from '../storage/search/lyric-blocks.js';
import { lyricEngine } from '../storage/search/lyric-engine.js';
import { readMelodyLag } from '../storage/search/melody-blocks.js';
import { melodyEngine } from '../storage/search/melody-engine.js';
import { createLoop } from '../tasks/loop.js';
import type { Instance } from './instance.js';

/** Songs that were added a moment ago are read from the database, so nothing waits for this. */
const pollSeconds = 2;

export interface SearchEngineAccess {
  /** The index as analyses use it. */
  over(own: FingerprintIndex): FingerprintIndex;
  overLyrics(own: LyricIndex): LyricIndex;
  overMelodies(own: MelodyIndex): MelodyIndex;
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
  const engine = openClickHouse(config.search.urls, { cluster: config.search.cluster });
  const filler = createFiller(db, engine, {
    readCodes: readSegmentCodes,
    melodies: { version: melodyEngineVersion, makeChunk: engineChunk },
    onNotice: (fields, message) => log.warn(fields, message),
  });
  const loop = createLoop('search-fill', pollSeconds, () => filler.round(), log);
  const { mode } = config.search;
  const reportsOf = searchMetrics(metrics, {
    songs: () => readEngineLag(db),
    lyrics: () => readLyricLag(db, engine.lyrics),
    melodies: () => readMelodyLag(db, engine.melodies, melodyEngineVersion),
  });
  const options = (search: SearchName): EngineIndexOptions => ({
    mode,
    ...reportsOf(search),
    onFailure: (error) => log.warn({ err: error }, 'the search engine did not answer a search'),
  });
  return {
    over: (own) => withSearchEngine(own, db, engine, options('fingerprints')),
    overLyrics: (own) => ({ ...own, engine: lyricEngine(db, engine.lyrics, options('lyrics')) }),
    overMelodies: (own) => ({ ...own, engine: melodyEngine(db, engine.melodies, options('melodies')) }),
    startFilling: () => loop.start(),
    async close() {
      filler.stop();
      await loop.stop();
      await engine.close();
    },
  };
}
