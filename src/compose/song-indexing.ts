/** Who encodes and describes the songs that a dataset gained, in this process. */
import { catchUp } from '../analyses/lyric-plagiarism/encode-songs.js';
import type { LyricEncoder } from '../analyses/lyric-plagiarism/engine.js';
import { describeSongs } from '../analyses/plagiarism/describe-songs.js';
import { plagiarismParts } from '../analyses/registry.js';
import type { Compute } from '../domain/compute.js';
import { createSongIndexer, type IndexingLog, type SongIndexer } from '../tasks/song-indexer.js';
import type { SearchIndexes } from './search-indexes.js';

/** More than a dataset can hold of songs that cannot be described without starving the others. */
const describedAtOnce = 1000;

export function composeSongIndexing(
  indexes: SearchIndexes,
  encoder: LyricEncoder,
  compute: Compute,
  log: IndexingLog,
): SongIndexer {
  return createSongIndexer({
    encoderId: encoder.id,
    behind: () => indexes.lyrics.behind(encoder.key),
    encode: (datasetIds, signal, onProgress) =>
      catchUp({ index: indexes.lyrics, compute, encoder, signal, onProgress }, datasetIds),
    describe: (datasetIds, signal) =>
      describeSongs(plagiarismParts(indexes), datasetIds, describedAtOnce, {
        compute,
        signal,
        progress: () => {},
      }),
    deleteOtherEncoders: () => indexes.lyrics.deleteOtherEncoders(encoder.key),
    log,
  });
}
