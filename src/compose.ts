/**
 * The one place where the parts are wired: settings in, a running service out. Nothing here decides anything but
 * who gets what, and in which order things start and stop.
 */
import { pino } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { administrationOf } from './compose/administration.js';
import { operatorAiDetection } from './compose/ai-detection.js';
import { createEgress } from './compose/egress.js';
import { composeHousekeeping } from './compose/housekeeping.js';
import { composeHttp } from './compose/http.js';
import { type Instance, openInstance } from './compose/instance.js';
import { newLocalToken, writeInstanceFile } from './compose/instance-file.js';
import { composeLyricUpkeep } from './compose/lyric-upkeep.js';
import { deliveryMetrics } from './compose/metrics.js';
import { releaseOwnLeases } from './compose/own-leases.js';
import { openSearchIndexes } from './compose/search-indexes.js';
import { composeWorker } from './compose/worker.js';
import { createComputePool } from './compute/pool.js';
import type { Config } from './config.js';
import { openDiskBlobs } from './storage/blobs-disk.js';
import { musicStore } from './storage/music.js';

export { openAdministration } from './compose/administration.js';
export { InstanceLockedError } from './storage/instance-lock.js';

export interface RunningService {
  /** Where the API answers, without a slash at the end. */
  readonly url: string;
  /** The one-time link for the first account; null once there is one. */
  readonly setupUrl: string | null;
  /** Stops taking requests and claiming tasks, finishes or hands back what runs, and closes the database. */
  stop(): Promise<void>;
}

/** Starts the roles that `config` names. Rejects when the database or the address cannot be had. */
export async function serve(config: Config): Promise<RunningService> {
  const log = pino({ level: config.logLevel, base: undefined });
  const stops: Array<() => Promise<void>> = [];
  /** Last started, first stopped. */
  const stop = async (): Promise<void> => {
    for (const step of stops.splice(0).reverse()) await step();
  };
  try {
    const instance = await openInstance(config, log);
    stops.push(() => instance.close());
    return { ...(await start(instance, stops)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(
  instance: Instance,
  stops: Array<() => Promise<void>>,
): Promise<Omit<RunningService, 'stop'>> {
  const { config, log, db, database } = instance;
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  if (database.engine === 'embedded') await releaseOwnLeases(db);

  const poolOptions = {
    modelsDir: config.modelsDir,
    timeoutSeconds: config.taskTimeoutSeconds,
    memoryMb: config.computeMemoryMb,
    decodeLimits: { maxAudioSeconds: config.maxAudioSeconds },
    logger: log,
  };
  const compute = createComputePool({ ...poolOptions, size: config.workers });
  stops.push(() => compute.close());

  const blobs = await openDiskBlobs(config.blobsDir);
  const music = musicStore(db);
  const indexes = openSearchIndexes(instance);
  const egress = createEgress(instance);

  if (config.role !== 'api') {
    const analysisOptions = { aiDetection: await operatorAiDetection(compute, config.modelsDir) };
    const deliverer = egress.createDeliverer(deliveryMetrics(metrics));
    const stopListening = database.wakeUps.on('messages', () => deliverer.wake());
    deliverer.start();
    stops.push(async () => {
      stopListening();
      await deliverer.stop();
    });
    const housekeeping = composeHousekeeping(instance);
    housekeeping.start();
    stops.push(() => housekeeping.stop());
    const worker = composeWorker({ instance, compute, music, blobs, indexes, analysisOptions, metrics });
    worker.start();
    stops.push(() => worker.stop(config.shutdownGraceSeconds));
  }

  const localToken = newLocalToken();
  const inspection = createComputePool({ ...poolOptions, size: Math.max(2, config.workers) });
  stops.push(() => inspection.close());
  const lyricUpkeep = composeLyricUpkeep(indexes, inspection, log);
  stops.push(() => lyricUpkeep.stop());
  const http = await composeHttp({
    instance,
    inspection,
    blobs,
    music,
    indexes,
    songListener: lyricUpkeep.listener,
    egress,
    metrics,
    localToken,
    administration: administrationOf(instance, egress),
  });
  stops.push(() => http.close());
  const url = await http.listen();
  const removeInstanceFile = writeInstanceFile(config.dataDir, url, localToken);
  stops.push(async () => removeInstanceFile());
  log.info({ url, role: config.role, engine: database.engine }, 'the service is ready');
  return { url: config.publicUrl ?? url, setupUrl: await http.setupUrl(config.publicUrl ?? url) };
}
