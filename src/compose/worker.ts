/** The worker of this process: the queue, the analyses and the compute processes, put together. */
import type { Registry } from 'prom-client';
import { type AnalysisOptions, createAnalyses } from '../analyses/registry.js';
import type { Compute } from '../domain/compute.js';
import { randomBase36 } from '../domain/ids.js';
import { taskConcurrencyByPlan, taskWeightByPlan } from '../domain/plans.js';
import { taskSpans } from '../observability/traced-parts.js';
import { type Tracing, tracedCompute } from '../observability/tracing.js';
import { workMetrics } from '../observability/work-metrics.js';
import { acquireMusic, asNamedBy } from '../storage/acquire-music.js';
import type { BlobStore, MusicStore } from '../storage/ports.js';
import { taskQueue } from '../storage/tasks/queue.js';
import type { TaskQueue } from '../tasks/ports.js';
import { createWorker, type Worker } from '../tasks/worker.js';
import type { Instance } from './instance.js';
import type { SearchIndexes } from './search-indexes.js';

export interface WorkerParts {
  readonly instance: Instance;
  readonly compute: Compute;
  readonly music: MusicStore;
  readonly blobs: BlobStore;
  readonly indexes: SearchIndexes;
  readonly analysisOptions: AnalysisOptions;
  readonly metrics: Registry;
  readonly tracing: Tracing | null;
}

function queueOf(instance: Instance): TaskQueue {
  const { config, db, database } = instance;
  const shares = {
    weightByPlan: taskWeightByPlan,
    concurrencyByPlan: taskConcurrencyByPlan(config.workers),
  };
  return taskQueue(db, shares, () => database.wakeUps.wake('messages'));
}

export function composeWorker(parts: WorkerParts): Worker {
  const { instance, compute, music, blobs, indexes, analysisOptions, metrics, tracing } = parts;
  const { config, log, database } = instance;
  return createWorker({
    queue: queueOf(instance),
    analyses: createAnalyses(indexes, analysisOptions),
    compute: tracedCompute(compute, tracing),
    ...(tracing === null ? {} : { around: taskSpans(tracing) }),
    async openMusic(task) {
      const song = task.musicId === null ? null : await music.get(task.accountId, task.musicId);
      return song && acquireMusic(blobs, asNamedBy(task, song));
    },
    onWake: (listener) => database.wakeUps.on('tasks', listener),
    onFinished: workMetrics(metrics),
    log,
    settings: {
      workerId: `worker_${process.pid}_${randomBase36(12)}`,
      slots: config.workers,
      leaseSeconds: config.leaseSeconds,
      maxFailures: 4,
      maxInterruptions: 50,
      pollSeconds: 2,
    },
  });
}
