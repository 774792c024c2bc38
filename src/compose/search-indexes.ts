/** The search indexes that analyses use, on the database. */
import type { FingerprintIndex } from '../analyses/fingerprint/ports.js';
import { createFingerprintStore } from '../storage/fingerprint/store.js';
import type { Instance } from './instance.js';

export interface SearchIndexes {
  readonly fingerprints: FingerprintIndex;
}

export function openSearchIndexes({ db }: Instance): SearchIndexes {
  return { fingerprints: createFingerprintStore(db) };
}
