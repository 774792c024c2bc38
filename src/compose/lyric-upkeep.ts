/** Indexes the songs that a dataset gained, so that the first search after a large import need not. */
import type { Compute } from '../analyses/analysis.js';
import { defaultEncoderId } from '../analyses/lyric-plagiarism/engine.js';
import { catchUp } from '../analyses/lyric-plagiarism/upkeep.js';
import type { SongListener } from '../http/ports.js';
import { createLoop, type LoopLog } from '../tasks/loop.js';
import type { SearchIndexes } from './search-indexes.js';

const everySeconds = 3600;

export interface LyricUpkeep {
  readonly listener: SongListener;
  stop(): Promise<void>;
}

export function composeLyricUpkeep(indexes: SearchIndexes, compute: Compute, log: LoopLog): LyricUpkeep {
  const changed = new Set<string>();
  const abort = new AbortController();
  const loop = createLoop(
    'lyric index',
    everySeconds,
    async () => {
      const datasetIds = [...changed];
      changed.clear();
      if (datasetIds.length === 0) return;
      const options = { index: indexes.lyrics, compute, encoderId: defaultEncoderId, signal: abort.signal };
      // A search does what is left undone here, so being cut off loses nothing.
      await catchUp(options, datasetIds).catch((error: unknown) => {
        if (!abort.signal.aborted) throw error;
      });
    },
    log,
  );
  return {
    listener: {
      async added(datasetId) {
        changed.add(datasetId);
        loop.wake();
      },
      // A song that left its dataset is out of every search at once: the index asks the dataset.
      removed: async () => {},
    },
    async stop() {
      abort.abort();
      await loop.stop();
    },
  };
}
