/** The search indexes that analyses use, on the database. */
import { join } from 'node:path';
import type { AnalysisIndexes } from '../analyses/registry.js';
import { createFingerprintStore } from '../storage/fingerprint/store.js';
import { createLyricStore } from '../storage/lyrics/store.js';
import type { Instance } from './instance.js';

export type SearchIndexes = AnalysisIndexes;

export function openSearchIndexes({ db, config }: Instance): SearchIndexes {
  return {
    fingerprints: createFingerprintStore(db),
    // Copies of what the database holds, for compute processes, which may not see the database.
    lyrics: createLyricStore(db, join(config.dataDir, 'cache', 'lyrics')),
  };
}
