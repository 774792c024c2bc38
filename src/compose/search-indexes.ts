/** The search indexes that analyses use, on the database. */
import { join } from 'node:path';
import type { DescriptionStore } from '../analyses/describe/ports.js';
import { createDescriptionSource } from '../analyses/describe/source.js';
import { vocalSeparator } from '../analyses/lyric-transcription/vocal-separator.js';
import { voiceHearing } from '../analyses/lyric-transcription/voice-hearing.js';
import type { OpenMusic } from '../analyses/plagiarism/ports.js';
import { encodeChunk } from '../analyses/plagiarism/search/code-chunk.js';
import type { AnalysisIndexes } from '../analyses/registry.js';
import { acquireMusic } from '../storage/acquire-music.js';
import { createDescriptionStore } from '../storage/descriptions/store.js';
import { createFingerprintStore } from '../storage/fingerprint/store.js';
import { createLyricStore } from '../storage/lyrics/store.js';
import { findAnyMusic } from '../storage/music.js';
import { createMelodyStore } from '../storage/plagiarism/store.js';
import type { BlobStore } from '../storage/ports.js';
import { defaultKeptSeconds } from '../storage/replaced-files.js';
import type { Instance } from './instance.js';
import type { SearchEngineAccess } from './search-engine.js';
import { hearingOptions, separatorOptions } from './transcription.js';

export interface SearchIndexes extends AnalysisIndexes {
  readonly descriptionStore: DescriptionStore;
}

/**
 * `blobs` null: there is no uploaded music here (analyses of local files). `engine` null: everything is searched in
 * the database and its copies.
 */
export function openSearchIndexes(
  instance: Instance,
  blobs: BlobStore | null,
  engine: SearchEngineAccess | null = null,
): SearchIndexes {
  const { db, config } = instance;
  // Copies of what the database holds, for compute processes, which may not see the database.
  const cache = (name: string): string => join(config.dataDir, 'cache', name);
  const keptSeconds = Math.max(defaultKeptSeconds, 2 * config.taskTimeoutSeconds);
  const descriptionStore = createDescriptionStore(db);
  const fingerprints = createFingerprintStore(db);
  const lyrics = createLyricStore(db, cache('lyrics'), keptSeconds);
  const melodies = createMelodyStore(db, cache('melodies'), encodeChunk, keptSeconds);
  const separator = vocalSeparator(separatorOptions(config), (error) =>
    instance.log.warn({ err: error }, 'vocals were not separated; the mix is described'),
  );
  const hearVoice = voiceHearing(hearingOptions(config), (error) =>
    instance.log.warn(
      { err: error },
      'whether someone sings was not measured; the description leaves it open',
    ),
  );
  return {
    descriptionStore,
    fingerprints: engine?.over(fingerprints) ?? fingerprints,
    lyrics: engine?.overLyrics(lyrics) ?? lyrics,
    melodies: engine?.overMelodies(melodies) ?? melodies,
    // One for all, so that nothing is described twice at once.
    descriptions: createDescriptionSource(descriptionStore, separator, hearVoice),
    openMusic: blobs ? openMusicOf(instance, blobs) : async () => null,
  };
}

/** The music of a dataset's song, whoever uploaded it: that the dataset may be read is the caller's to know. */
function openMusicOf({ db }: Instance, blobs: BlobStore): OpenMusic {
  return async (musicId) => {
    const song = await findAnyMusic(db, musicId);
    return song && acquireMusic(blobs, song);
  };
}
