/**
 * The one place where the parts are wired: settings in, a running service out. Nothing here decides anything but
 * who gets what, and in which order things start and stop.
 */
import type { Registry } from 'prom-client';
import { runAdministrationCommand } from './accounts/run-command.js';
import { operatorAiDetection } from './analyses/ai-detection/operator-folder.js';
import { operatorEncoder } from './analyses/lyric-plagiarism/operator-encoder.js';
import { administrationOf } from './compose/administration.js';
import { openBlobs } from './compose/blobs.js';
import { openComputePool, openInspectionPool } from './compose/compute-pool.js';
import { composeDescriber } from './compose/descriptions.js';
import { createEgress, type Egress } from './compose/egress.js';
import { healthOf } from './compose/health.js';
import { composeHousekeeping } from './compose/housekeeping.js';
import { composeHttp } from './compose/http.js';
import { composeImporter } from './compose/imports.js';
import { composeIndexMaintenance } from './compose/index-maintenance.js';
import { type Instance, openInstance } from './compose/instance.js';
import { composeNotifier } from './compose/notifications.js';
import { openSandbox } from './compose/sandbox.js';
import type { SearchEngineAccess } from './compose/search-engine.js';
import { openSearchIndexes, type SearchIndexes } from './compose/search-indexes.js';
import { composeSongIndexing } from './compose/song-indexing.js';
import { transcriptionOptions } from './compose/transcription.js';
import { composeWorker } from './compose/worker.js';
import type { Config } from './config.js';
import type { Compute } from './domain/compute.js';
import { createDrain, type Drain } from './http/drain.js';
import { createHealthServer } from './http/health-server.js';
import { openLocalSocket, writeInstanceFile } from './http/local-commands/local-socket.js';
import { createLocalCommandsServer } from './http/local-commands/plugin.js';
import { openLog } from './observability/log.js';
import {
  buildMetrics,
  computeMetrics,
  connectionMetrics,
  openMetrics,
  type PoolName,
  workerMetrics,
} from './observability/process-metrics.js';
import { deliverySpans } from './observability/traced-parts.js';
import { openTracing, type Tracing } from './observability/tracing.js';
import { deliveryMetrics } from './observability/work-metrics.js';
import { workStateMetrics } from './observability/work-state-metrics.js';
import { packageVersion } from './package-version.js';
import { musicStore } from './storage/music.js';
import type { BlobStore, MusicStore } from './storage/ports.js';
import { releaseLeases } from './storage/release-leases.js';
import { readWorkState } from './storage/work-state.js';
import type { Loop } from './tasks/loop.js';

export interface RunningService {
  /** Where the API answers, or a worker its health checks; without a slash at the end. */
  readonly url: string;
  /** The one-time link for the first account; null once there is one. */
  readonly setupUrl: string | null;
  /** Drains where the settings say so; then stops taking requests and claiming tasks, finishes or hands back what runs, and closes the database. */
  stop(): Promise<void>;
}

/** Starts the roles that `config` names. Rejects when the database or the address cannot be had. */
export async function serve(config: Config): Promise<RunningService> {
  const log = openLog(config);
  const stops: Stops = [];
  /** Last started, first stopped. */
  const stop = async (): Promise<void> => {
    for (const step of stops.splice(0).reverse()) await step();
  };
  try {
    const instance = await openInstance(config, log, config.databaseLimits);
    stops.push(() => instance.close());
    const drain = createDrain();
    const running = await start(instance, drain, stops);
    return {
      ...running,
      async stop() {
        await drain.run(config.drainSeconds);
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(
  instance: Instance,
  drain: Drain,
  stops: Stops,
): Promise<Pick<RunningService, 'url' | 'setupUrl'>> {
  const { config, log, db, database } = instance;
  const metrics = openMetrics();
  if (database.engine === 'embedded') await releaseLeases(db);
  const blobs = await openBlobs(config);
  stops.push(() => blobs.close());
  const sandbox = await openSandbox(config, log);
  stops.push(() => sandbox.close());
  const { role } = config;
  buildMetrics(metrics, {
    version: packageVersion(),
    role,
    engine: database.engine,
    sandbox: sandbox.plan.level,
  });
  connectionMetrics(metrics, database.connections);
  workStateMetrics(metrics, () => readWorkState(db));
  const poolMetrics = computeMetrics(metrics);
  const { otlpUrl } = config;
  const tracing = await openTracing(
    otlpUrl === null ? null : { url: otlpUrl, version: packageVersion(), role },
  );
  if (tracing !== null) stops.push(() => tracing.close().catch(() => undefined));
  // Loaded where one is named, with its client.
  const searchEngine =
    config.search === null
      ? null
      : (await import('./compose/search-engine.js')).openSearchEngine(instance, metrics);
  if (searchEngine !== null) stops.push(() => searchEngine.close());
  const parts: Parts = {
    instance,
    searchEngine,
    tracing,
    drain,
    metrics,
    blobs,
    music: musicStore(db),
    indexes: openSearchIndexes(instance, blobs, searchEngine),
    egress: createEgress(instance),
    computePool(name, size) {
      const compute = openComputePool(config, size, log, sandbox);
      poolMetrics.add(name, () => compute.stats());
      stops.push(() => compute.close());
      return compute;
    },
    inspectionPool() {
      const inspection = openInspectionPool(config, log, sandbox);
      poolMetrics.add('inspection', () => inspection.stats());
      stops.push(() => inspection.close());
      return inspection;
    },
  };
  if (config.role !== 'api') await startWork(parts, stops);
  const { url, setupUrl } =
    config.role === 'worker' ? await serveHealth(parts, stops) : await serveApi(parts, stops);
  log.info({ url, role: config.role, engine: database.engine }, 'the service is ready');
  return { url: config.publicUrl ?? url, setupUrl };
}

type Stops = Array<() => Promise<void>>;

interface Parts {
  readonly instance: Instance;
  /** Null where fingerprints are searched in the database. */
  readonly searchEngine: SearchEngineAccess | null;
  /** Null where nothing is traced. */
  readonly tracing: Tracing | null;
  readonly drain: Drain;
  readonly metrics: Registry;
  readonly blobs: BlobStore;
  readonly music: MusicStore;
  readonly indexes: SearchIndexes;
  readonly egress: Egress;
  computePool(name: PoolName, size: number): Compute;
  inspectionPool(): Compute;
}

/** Tasks, callbacks and housekeeping. */
async function startWork(parts: Parts, stops: Stops): Promise<void> {
  const { instance, metrics, egress, indexes, tracing } = parts;
  const { config, database } = instance;
  const compute = parts.computePool('tasks', config.workers);
  const analysisOptions = {
    fingerprintStrictness: config.fingerprintStrictness,
    modelsDir: config.modelsDir,
    lyricEncoder: operatorEncoder(config),
    aiDetection: await operatorAiDetection(compute, config.modelsDir),
    transcription: transcriptionOptions(config, (host, error) =>
      instance.log.warn({ host, err: error }, 'the transcription endpoint did not answer'),
    ),
  };
  const countDelivery = deliveryMetrics(metrics);
  const traceDelivery = tracing === null ? null : deliverySpans(tracing);
  const deliverer = egress.createDeliverer((...attempt) => {
    countDelivery(...attempt);
    traceDelivery?.(...attempt);
  });
  const stopListening = database.wakeUps.on('messages', () => deliverer.wake());
  deliverer.start();
  stops.push(async () => {
    stopListening();
    await deliverer.stop();
  });
  const notifier = await composeNotifier(instance, egress.postText);
  notifier.start();
  stops.push(() => notifier.stop());
  const housekeeping = composeHousekeeping({ ...parts, compute });
  housekeeping.start();
  stops.push(() => housekeeping.stop());
  if (config.role === 'worker') startIndexMaintenance(parts, compute, stops);
  const describer = composeDescriber(instance, indexes, parts.computePool('descriptions', 1));
  describer.start();
  stops.push(() => describer.stop());
  parts.searchEngine?.startFilling();
  const worker = composeWorker({ ...parts, compute, analysisOptions });
  workerMetrics(metrics, config.workers, () => worker.running);
  worker.start();
  stops.push(() => worker.stop(config.shutdownGraceSeconds));
}

/** In every process: each has copies of its own. */
function startIndexMaintenance({ instance, indexes, blobs }: Parts, compute: Compute, stops: Stops): Loop {
  const indexMaintenance = composeIndexMaintenance(instance, indexes, blobs, compute);
  indexMaintenance.start();
  stops.push(() => indexMaintenance.stop());
  return indexMaintenance;
}

async function serveApi(parts: Parts, stops: Stops): Promise<Pick<RunningService, 'url' | 'setupUrl'>> {
  const { instance, indexes } = parts;
  const { config, log } = instance;
  const inspection = parts.inspectionPool();
  const songIndexing = composeSongIndexing(indexes, operatorEncoder(config), inspection, log);
  songIndexing.start();
  stops.push(() => songIndexing.stop());
  const indexMaintenance = startIndexMaintenance(parts, inspection, stops);
  const importer = composeImporter(instance, parts.blobs, songIndexing.listener);
  importer.start();
  stops.push(() => importer.stop());
  const http = await composeHttp({
    ...parts,
    inspection,
    songListener: { ...songIndexing.listener, removed: async () => indexMaintenance.wake() },
  });
  stops.push(() => http.close());
  const url = await http.listen();
  await openLocalCommands(parts, url, stops);
  return { url, setupUrl: await http.setupUrl(config.publicUrl ?? url) };
}

/** Commands of this machine reach the service on a socket of its own, which `instance.json` names. */
async function openLocalCommands(parts: Parts, url: string, stops: Stops): Promise<void> {
  const { instance, egress, indexes, blobs } = parts;
  const { dataDir } = instance.config;
  const administration = administrationOf(instance, egress, indexes, blobs);
  const server = await createLocalCommandsServer({
    logger: instance.log,
    run: (command, given) => runAdministrationCommand(administration, command, given),
  });
  const socket = await openLocalSocket(dataDir, server);
  stops.push(() => socket.close());
  const removeInstanceFile = writeInstanceFile(dataDir, url, socket.path);
  stops.push(async () => removeInstanceFile());
}

/** A worker answers nobody but whoever watches it: it leaves no instance file and knows no setup link. */
async function serveHealth(
  { instance, drain, metrics, blobs }: Parts,
  stops: Stops,
): Promise<Pick<RunningService, 'url' | 'setupUrl'>> {
  const { config, log } = instance;
  const server = await createHealthServer({
    health: healthOf(instance, blobs, drain),
    metrics,
    logger: log,
  });
  stops.push(() => server.close());
  return { url: await server.listen({ host: config.host, port: config.port }), setupUrl: null };
}
