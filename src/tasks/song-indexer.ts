/** Indexes the songs that datasets gained, so that the first search need not. */
import type { SongListener } from '../storage/ports.js';
import { createAbortableLoop, type LoopLog } from './loop.js';

/** Songs that the command line imported are noticed at the next round. */
const everySeconds = 300;
/** Progress is logged at most this often. */
const logEveryMs = 10_000;

export interface IndexingLog extends LoopLog {
  info(fields: object, message: string): void;
}

export interface IndexingParts {
  /** The sentence encoder that the operator chose. */
  readonly encoderId: string;
  /** Datasets with songs that this encoder has not seen, whichever encoder had them before. */
  behind(): Promise<readonly string[]>;
  /** Encodes the lyrics of these datasets; `onProgress` gets the share that is done. */
  encode(
    datasetIds: readonly string[],
    signal: AbortSignal,
    onProgress: (share: number) => void,
  ): Promise<unknown>;
  /** Describes the music of these datasets. */
  describe(datasetIds: readonly string[], signal: AbortSignal): Promise<unknown>;
  /** Deletes the index of encoders that were chosen before; returns how many parts of it. */
  deleteOtherEncoders(): Promise<number>;
  readonly log: IndexingLog;
}

export interface SongIndexer {
  readonly listener: SongListener;
  start(): void;
  stop(): Promise<void>;
}

export function createSongIndexer(parts: IndexingParts): SongIndexer {
  const { encoderId, log } = parts;
  const changed = new Set<string>();

  async function index(datasetIds: readonly string[], signal: AbortSignal): Promise<void> {
    let loggedAt = Date.now();
    const onProgress = (share: number): void => {
      if (Date.now() - loggedAt < logEveryMs) return;
      loggedAt = Date.now();
      log.info({ encoder: encoderId, percent: Math.round(100 * share) }, 'encoding songs');
    };
    await parts.encode(datasetIds, signal, onProgress);
    await parts.describe(datasetIds, signal);
  }

  /** A search does what is left undone here, so being cut off loses nothing. */
  async function round(signal: AbortSignal): Promise<void> {
    const datasetIds = [...changed];
    changed.clear();
    if (datasetIds.length > 0) await index(datasetIds, signal);
    const backlog = await parts.behind();
    if (backlog.length > 0) await index(backlog, signal);
    const dropped = await parts.deleteOtherEncoders();
    if (dropped > 0) log.info({ encoder: encoderId, dropped }, 'dropped the index of other encoders');
  }

  const loop = createAbortableLoop('song index', everySeconds, round, log);
  return {
    listener: {
      async added(datasetId) {
        changed.add(datasetId);
        loop.wake();
      },
      // A song that left its dataset is out of every search at once: the indexes ask the dataset.
      removed: async () => {},
    },
    start: loop.start,
    stop: loop.stop,
  };
}
