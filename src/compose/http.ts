/** The HTTP server with everything it is handed, and the extensions beside the contract. */

import { resolve } from 'node:path';
import type { Registry } from 'prom-client';
import { missingModels } from '../analyses/lyric-transcription/used-models.js';
import { comparisonReport } from '../analyses/plagiarism/report/comparison-report.js';
import type { Config } from '../config.js';
import type { Compute } from '../domain/compute.js';
import { caseDrawings } from '../evidence-view/case-drawings.js';
import type { DashboardDependencies } from '../http/dashboard/dependencies.js';
import { dashboardRoutes } from '../http/dashboard/plugin.js';
import type { Drain } from '../http/drain.js';
import type { HttpDependencies } from '../http/ports.js';
import { currentRequest } from '../http/request-context.js';
import { createHttpServer } from '../http/server.js';
import { fixedHttpSettings, type HttpSettings } from '../http/settings.js';
import { stopListening } from '../http/stop-listening.js';
import { createImportReceiver } from '../http/upload/import-receiver.js';
import { keepRawUpload } from '../http/upload/keep-raw-upload.js';
import { keepUpload } from '../http/upload/keep-upload.js';
import { createUploadGate } from '../http/upload/upload-gate.js';
import { judgeSongFile } from '../imports/judge-song-file.js';
import { listModels } from '../models/installed.js';
import { loadManifest } from '../models/manifest.js';
import {
  createModelInstaller,
  type ModelInstaller,
  reasonAgainstInstalling,
} from '../models/model-installer.js';
import { dashboardUrl } from '../notifications/dashboard-url.js';
import { requestSpans } from '../observability/traced-parts.js';
import type { Tracing } from '../observability/tracing.js';
import { packageVersion } from '../package-version.js';
import { sampleSounds } from '../sample-music/sample-sounds.js';
import { batchStore } from '../storage/batches/store.js';
import { deliveryService } from '../storage/dashboard/deliveries.js';
import { instanceReader } from '../storage/dashboard/instance.js';
import { usageReader } from '../storage/dashboard/usage.js';
import { datasetStore } from '../storage/datasets.js';
import { eventStore } from '../storage/events.js';
import { idempotencyStore } from '../storage/idempotency.js';
import { importStore } from '../storage/imports/store.js';
import { invitationStore } from '../storage/invitations.js';
import { confirmationStore } from '../storage/notifications/confirmation-store.js';
import { notificationStore } from '../storage/notifications/notification-store.js';
import type { BlobStore, MusicStore, SongListener } from '../storage/ports.js';
import { rateLimitStore } from '../storage/rate-limits.js';
import { auditLog } from '../storage/review/audit.js';
import { reviewStore } from '../storage/review/reviews.js';
import { shareLinkStore } from '../storage/review/share-links.js';
import { sampleStore } from '../storage/samples.js';
import { sessionStore } from '../storage/sessions.js';
import { setupStore } from '../storage/setup.js';
import { tagStore } from '../storage/tags.js';
import { taskService } from '../storage/tasks/service.js';
import { usageStore } from '../storage/usage.js';
import { userStore } from '../storage/users.js';
import { validateLyrics } from '../text/segment-lyrics.js';
import { fingerprintRemover } from './deletion.js';
import { descriptionService } from './descriptions.js';
import type { Egress } from './egress.js';
import { healthOf } from './health.js';
import type { Instance } from './instance.js';
import type { SearchIndexes } from './search-indexes.js';

export interface HttpParts {
  readonly instance: Instance;
  readonly drain: Drain;
  /** For files that arrive: not the processes that tasks keep busy. */
  readonly inspection: Compute;
  readonly blobs: BlobStore;
  readonly music: MusicStore;
  readonly indexes: SearchIndexes;
  readonly songListener: SongListener;
  readonly egress: Egress;
  readonly metrics: Registry;
  readonly tracing: Tracing | null;
}

export interface ComposedHttp {
  /** Resolves with the address that is listened on. */
  listen(): Promise<string>;
  close(): Promise<void>;
  setupUrl(baseUrl: string): Promise<string | null>;
}

export async function composeHttp(parts: HttpParts): Promise<ComposedHttp> {
  const { config, db, log } = parts.instance;
  const dependencies = httpDependencies(parts);
  const setup = setupStore(db);
  const installer = createModelInstaller({
    known: loadManifest(),
    modelsDir: config.modelsDir,
    hubUrl: config.modelHub,
    reasonAgainst: reasonAgainstInstalling(config),
    onEnd: (model, error) =>
      error === null
        ? log.info({ model }, 'a model was installed')
        : log.warn({ model, err: error }, 'a model could not be installed'),
  });
  const server = await createHttpServer(dependencies, [
    dashboardRoutes({ ...dashboardDependencies(parts, dependencies, installer), setup }),
  ]);
  return {
    listen: () => server.listen({ host: config.host, port: config.port }),
    async close() {
      await installer.close();
      const { ended } = await stopListening(server.server);
      await server.close();
      await ended;
    },
    async setupUrl(baseUrl) {
      const token = await setup.ensureToken();
      return token === null ? null : `${baseUrl}/setup?token=${token}`;
    },
  };
}

/** What operators set, and what is fixed. */
function httpSettings(config: Config): HttpSettings {
  return {
    ...fixedHttpSettings,
    requestsPerMinuteByPlan: config.requestsPerMinuteByPlan,
    keySharePercent: config.keySharePercent,
    storedBytesByPlan: config.storedBytesByPlan,
    maxUploadBytes: config.maxUploadBytes,
    maxAudioSeconds: config.maxAudioSeconds,
    maxImportBytes: config.maxImportBytes,
    maxImportRows: config.maxImportRows,
    trustProxy: config.trustProxy,
    analyses: config.analyses,
  };
}

function httpDependencies(parts: HttpParts): HttpDependencies {
  const { instance, inspection, blobs, music, indexes, metrics } = parts;
  const { config, db, database, log } = instance;
  const settings = httpSettings(config);
  const uploads = createUploadGate(settings);
  const imports = importStore(db, () => database.wakeUps.wake('imports'));
  return {
    logger: log,
    metrics,
    startSpan: parts.tracing === null ? null : requestSpans(parts.tracing),
    accounts: instance.accounts,
    keys: instance.keys,
    callbackSettings: instance.callbackSettings,
    tasks: taskService(db, {
      queuedTasksByPlan: config.queuedTasksByPlan,
      origin: currentRequest,
      onEnqueued: ({ id, requestId, operation }) => {
        log.info({ request_id: requestId, task_id: id, operation }, 'task accepted');
        database.wakeUps.wake('tasks');
      },
    }),
    music,
    blobs,
    compute: inspection,
    descriptions: descriptionService(instance, indexes),
    comparisons: {
      report: (task) =>
        comparisonReport(
          {
            ...indexes,
            ownMusic: (accountId, musicId) => music.get(accountId, musicId),
            datasetSong: (...song) => datasetStore(db).getSong(...song),
            compute: inspection,
            version: packageVersion(),
          },
          task,
        ),
    },
    fingerprints: fingerprintRemover(instance, indexes, inspection),
    datasets: datasetStore(db),
    songListener: parts.songListener,
    imports,
    importReceiver: createImportReceiver({ imports, uploads, blobs, music, settings, judgeSongFile }),
    judgeLyrics: validateLyrics,
    idempotency: idempotencyStore(db),
    rateLimits: rateLimitStore(db),
    usage: usageStore(db, config),
    events: eventStore(db),
    health: healthOf(instance, blobs, parts.drain),
    drain: parts.drain,
    uploads,
    settings,
  };
}

function dashboardDependencies(
  parts: HttpParts,
  http: HttpDependencies,
  installer: ModelInstaller,
): Omit<DashboardDependencies, 'setup'> {
  const { instance, egress } = parts;
  const { config, db, database } = instance;
  return {
    users: userStore(db),
    sessions: sessionStore(db),
    invitations: invitationStore(db),
    accounts: http.accounts,
    keys: http.keys,
    callbacks: http.callbackSettings,
    tasks: http.tasks,
    music: http.music,
    descriptions: http.descriptions,
    comparisons: http.comparisons,
    blobs: http.blobs,
    fingerprints: http.fingerprints,
    upload: (request, reply, file) => keepRawUpload(http, request, reply, file),
    datasets: http.datasets,
    imports: http.imports,
    importReceiver: http.importReceiver,
    songListener: http.songListener,
    judgeLyrics: http.judgeLyrics,
    samples: sampleStore(db),
    makeSampleSounds: sampleSounds,
    keepSample: (accountId, file) => keepUpload(http, accountId, file, {}, AbortSignal.timeout(60_000)),
    batches: batchStore(db),
    notifications: notificationStore(db),
    confirmations: confirmationStore(db),
    hasMailServer: config.mail !== null,
    mailHasLinks: dashboardUrl(config) !== null,
    tryWebhook: egress.postText,
    tags: tagStore(db),
    reviews: reviewStore(db),
    audit: auditLog(db),
    shareLinks: shareLinkStore(db),
    caseDrawings,
    casePdf: (accountId, files, printedAt) =>
      http.compute.run('case-file.pdf', { files, printedAt }, { owner: accountId, timeoutSeconds: 60 }),
    rateLimits: http.rateLimits,
    deliveries: deliveryService(db, () => database.wakeUps.wake('messages')),
    usage: usageReader(db, config),
    instance: instanceReader(db),
    models: {
      list: () => listModels(loadManifest(), config.modelsDir),
      missing: () => missingModels(config),
      installations: installer,
    },
    verifyCallbackUrl: egress.verifyCallbackUrl,
    headerPrefix: config.signaturePrefix,
    settings: http.settings,
    version: packageVersion(),
    dashboardDir: resolve(import.meta.dirname, '../../dist/dashboard'),
  };
}
