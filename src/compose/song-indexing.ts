/** Indexes the songs that a dataset gained, lyrics and melodies, so that the first search need not. */
import type { AnalysisContext } from '../analyses/analysis.js';
import { catchUp } from '../analyses/lyric-plagiarism/encode-songs.js';
import type { LyricEncoder } from '../analyses/lyric-plagiarism/engine.js';
import { describeSongs } from '../analyses/plagiarism/describe-songs.js';
import { plagiarismParts } from '../analyses/registry.js';
import type { Compute } from '../domain/compute.js';
import type { SongListener } from '../storage/ports.js';
import { createLoop, type LoopLog } from '../tasks/loop.js';
import type { SearchIndexes } from './search-indexes.js';

/** Songs that the command line imported are noticed at the next round. */
const everySeconds = 300;
/** More than a dataset can hold of songs that cannot be described without starving the others. */
const describedAtOnce = 1000;

export interface SongIndexing {
  readonly listener: SongListener;
  stop(): Promise<void>;
}

export interface IndexingLog extends LoopLog {
  info(fields: object, message: string): void;
}

/** Progress is logged at most this often. */
const logEveryMs = 10_000;

/** At the start, songs that the chosen encoder has not seen are encoded, whichever encoder had them before. */
export function composeSongIndexing(
  indexes: SearchIndexes,
  encoder: LyricEncoder,
  compute: Compute,
  log: IndexingLog,
): SongIndexing {
  const changed = new Set<string>();
  const abort = new AbortController();
  const { signal } = abort;
  const context: AnalysisContext = { compute, signal, progress: () => {} };

  async function index(datasetIds: readonly string[]): Promise<void> {
    let loggedAt = Date.now();
    const onProgress = (share: number): void => {
      if (Date.now() - loggedAt < logEveryMs) return;
      loggedAt = Date.now();
      log.info({ encoder: encoder.id, percent: Math.round(100 * share) }, 'encoding songs');
    };
    await catchUp({ index: indexes.lyrics, compute, encoder, signal, onProgress }, datasetIds);
    await describeSongs(plagiarismParts(indexes), datasetIds, describedAtOnce, context);
  }

  /** What the encoder has not seen yet; then the segments of encoders that were chosen before it go. */
  async function encodeBacklog(): Promise<void> {
    const datasetIds = await indexes.lyrics.behind(encoder.key);
    if (datasetIds.length > 0) await index(datasetIds);
    const dropped = await indexes.lyrics.deleteOtherEncoders(encoder.key);
    if (dropped > 0) log.info({ encoder: encoder.id, dropped }, 'dropped the index of other encoders');
  }

  const loop = createLoop(
    'song index',
    everySeconds,
    async () => {
      const datasetIds = [...changed];
      changed.clear();
      // A search does what is left undone here, so being cut off loses nothing.
      const work = async (): Promise<void> => {
        if (datasetIds.length > 0) await index(datasetIds);
        await encodeBacklog();
      };
      await work().catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
    },
    log,
  );
  loop.start();
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
