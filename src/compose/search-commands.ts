/** What an operator asks of the search engine's filling, on the database itself. */
import { pino } from 'pino';
import { melodyEngineVersion } from '../analyses/plagiarism/describe-songs.js';
import type { Config } from '../config.js';
import { type EngineLag, readEngineLag } from '../storage/search/changes.js';
import { openClickHouse } from '../storage/search/clickhouse.js';
import { type LyricLag, readLyricLag } from '../storage/search/lyric-blocks.js';
import { type MelodyLag, readMelodyLag } from '../storage/search/melody-blocks.js';
import { registerEngine, unregisterEngine } from '../storage/search/registration.js';
import { type Instance, openInstance } from './instance.js';

export interface SearchStatus {
  /** Null where no engine is registered. */
  readonly lag: EngineLag | null;
  /** What it holds of fingerprints, and what it lacks of lyrics and melodies: null before it has their tables. Null where it does not answer. */
  readonly engine: {
    readonly postings: number;
    readonly bytes: number;
    readonly lyrics: LyricLag | null;
    readonly melodies: MelodyLag | null;
  } | null;
}

export function searchStatus(config: Config): Promise<SearchStatus> {
  return onInstance(config, async ({ db }) => ({
    lag: await readEngineLag(db),
    engine: await whereItStands(config, db),
  }));
}

/** Whoever fills next finds an engine that does not know this filling, and drops what is in it. */
export function rebuildSearchEngine(config: Config): Promise<void> {
  return onInstance(config, async ({ db }) => {
    await unregisterEngine(db);
    await registerEngine(db);
  });
}

/** Throws where the engine does not answer: then nothing is changed. */
export function leaveSearchEngine(config: Config, urls: string): Promise<void> {
  return onInstance(config, async ({ db }) => {
    const engine = openClickHouse(urls);
    try {
      await engine.drop();
    } finally {
      await engine.close();
    }
    await unregisterEngine(db);
  });
}

async function whereItStands({ search }: Config, db: Instance['db']): Promise<SearchStatus['engine']> {
  if (search === null) return null;
  const engine = openClickHouse(search.urls, { cluster: search.cluster });
  try {
    return {
      ...(await engine.size()),
      lyrics: await readLyricLag(db, engine.lyrics).catch(() => null),
      melodies: await readMelodyLag(db, engine.melodies, melodyEngineVersion).catch(() => null),
    };
  } catch {
    return null;
  } finally {
    await engine.close();
  }
}

async function onInstance<Result>(
  config: Config,
  work: (instance: Instance) => Promise<Result>,
): Promise<Result> {
  const instance = await openInstance(config, pino({ level: 'silent' }));
  try {
    return await work(instance);
  } finally {
    await instance.close();
  }
}
