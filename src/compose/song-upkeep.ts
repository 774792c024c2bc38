/** Indexes the songs that a dataset gained, lyrics and melodies, so that the first search need not. */
import type { AnalysisContext, Compute } from '../analyses/analysis.js';
import { defaultEncoderId } from '../analyses/lyric-plagiarism/engine.js';
import { catchUp } from '../analyses/lyric-plagiarism/upkeep.js';
import { describeSongs } from '../analyses/plagiarism/upkeep.js';
import { plagiarismParts } from '../analyses/registry.js';
import type { SongListener } from '../http/ports.js';
import { createLoop, type LoopLog } from '../tasks/loop.js';
import type { SearchIndexes } from './search-indexes.js';

const everySeconds = 3600;
/** More than a dataset can hold of songs that cannot be described without starving the others. */
const describedAtOnce = 1000;

export interface SongUpkeep {
  readonly listener: SongListener;
  stop(): Promise<void>;
}

export function composeSongUpkeep(indexes: SearchIndexes, compute: Compute, log: LoopLog): SongUpkeep {
  const changed = new Set<string>();
  const abort = new AbortController();
  const { signal } = abort;
  const context: AnalysisContext = { compute, signal, progress: () => {} };

  async function index(datasetIds: readonly string[]): Promise<void> {
    await catchUp({ index: indexes.lyrics, compute, encoderId: defaultEncoderId, signal }, datasetIds);
    await describeSongs(plagiarismParts(indexes), datasetIds, describedAtOnce, context);
  }

  const loop = createLoop(
    'song index',
    everySeconds,
    async () => {
      const datasetIds = [...changed];
      changed.clear();
      if (datasetIds.length === 0) return;
      // A search does what is left undone here, so being cut off loses nothing.
      await index(datasetIds).catch((error: unknown) => {
        if (!signal.aborted) throw error;
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
      // A song that left its dataset is out of every search at once: the indexes ask the dataset.
      removed: async () => {},
    },
    async stop() {
      abort.abort();
      await loop.stop();
    },
  };
}
