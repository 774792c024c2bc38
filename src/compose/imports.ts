/** Works imports off in this process: those that arrived here, and those whose process has gone. */
import type { Config } from '../config.js';
import { randomBase36 } from '../domain/ids.js';
import { takeTurn } from '../imports/importer.js';
import { importQueue } from '../storage/imports/queue.js';
import type { BlobStore, SongListener } from '../storage/ports.js';
import { createAbortableLoop, type Loop } from '../tasks/loop.js';
import type { Instance } from './instance.js';

/** Wake-ups may be lost, and a lease may lapse with its process. */
const pollSeconds = 5;

export function composeImporter(
  {
    db,
    database,
    config,
    log,
  }: Pick<Instance, 'db' | 'database' | 'log'> & {
    readonly config: Pick<Config, 'maxImportRows' | 'leaseSeconds'>;
  },
  blobs: BlobStore,
  songListener: SongListener,
): Loop {
  const parts = {
    queue: importQueue(db),
    blobs,
    onEnded: (datasetId: string) => songListener.added(datasetId, []),
    // Renewed with every commit.
    lease: { owner: `importer_${process.pid}_${randomBase36(12)}`, seconds: config.leaseSeconds },
    maxRows: config.maxImportRows,
    log,
  };
  const round = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted && (await takeTurn({ ...parts, signal })));
  };
  const loop = createAbortableLoop('imports', pollSeconds, round, log);
  let stopListening = (): void => {};
  return {
    start() {
      stopListening = database.wakeUps.on('imports', () => loop.wake());
      loop.start();
    },
    wake: loop.wake,
    stop() {
      stopListening();
      return loop.stop();
    },
    get stopping() {
      return loop.stopping;
    },
  };
}
