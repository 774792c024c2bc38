/** The HTTP server on a real database in memory, without workers: what it queues stays queued. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { Kysely } from 'kysely';
import pino from 'pino';
import { Registry } from 'prom-client';
import { composeImporter } from '../../../src/compose/imports.js';
import { analysisNames } from '../../../src/domain/analysis-names.js';
import type { Plan } from '../../../src/domain/plans.js';
import type { HttpDependencies } from '../../../src/http/ports.js';
import { createHttpServer } from '../../../src/http/server.js';
import type { HttpSettings } from '../../../src/http/settings.js';
import type { Extension } from '../../../src/http/types.js';
import { createImportReceiver } from '../../../src/http/upload/import-receiver.js';
import { createUploadGate } from '../../../src/http/upload/upload-gate.js';
import { judgeSongFile } from '../../../src/imports/judge-song-file.js';
import { accountStore } from '../../../src/storage/accounts.js';
import { openDiskBlobs } from '../../../src/storage/blobs-disk.js';
import { callbackSettingsStore } from '../../../src/storage/callback-settings.js';
import { datasetStore } from '../../../src/storage/datasets.js';
import { eventStore } from '../../../src/storage/events.js';
import { idempotencyStore } from '../../../src/storage/idempotency.js';
import { importStore } from '../../../src/storage/imports/store.js';
import { keyStore } from '../../../src/storage/keys.js';
import { musicStore } from '../../../src/storage/music.js';
import { rateLimitStore } from '../../../src/storage/rate-limits.js';
import type { Database } from '../../../src/storage/schema.js';
import { taskService } from '../../../src/storage/tasks/service.js';
import { openTestDatabase } from '../../../src/storage/test-support/database.js';
import { usageStore } from '../../../src/storage/usage.js';
import { validateLyrics } from '../../../src/text/segment-lyrics.js';
import { wavCompute } from './compute.js';
import { form, wav } from './form.js';

export interface TestAccount {
  readonly id: string;
  readonly key: string;
  readonly keyId: string;
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'DELETE' | 'PUT' | 'PATCH' | 'HEAD' | 'OPTIONS';
  readonly url: string;
  readonly json?: unknown;
  readonly payload?: Buffer | string;
  readonly headers?: Record<string, string>;
}

export interface TestService {
  readonly server: FastifyInstance;
  readonly db: Kysely<Database>;
  readonly dependencies: HttpDependencies;
  /** Lines of the log, as JSON text. */
  readonly log: readonly string[];
  account(plan?: Plan): Promise<TestAccount>;
  call(account: TestAccount | null, call: Call): Promise<LightMyRequestResponse>;
  /** Uploads a distinct song and returns its musicId. */
  upload(account: TestAccount, seed?: number): Promise<string>;
  /** What lies in the folder of unfinished uploads. */
  leftovers(): Promise<string[]>;
  close(): Promise<void>;
}

const defaults: HttpSettings = {
  requestsPerMinuteByPlan: { free: 1_000_000, pro: 1_000_000, enterprise: 1_000_000 },
  keySharePercent: 100,
  storedBytesByPlan: { free: 10_000_000_000, pro: 10_000_000_000, enterprise: 10_000_000_000 },
  maxUploadBytes: 1_000_000,
  maxAudioSeconds: 20,
  maxParallelUploads: 64,
  slowestUpload: { windowSeconds: 20, bytes: 16_000 },
  maxJsonBytes: 300_000,
  maxImportBytes: 2_000_000,
  maxImportRows: 5000,
  importWaitMs: 60_000,
  requestTimeoutSeconds: 60,
  trustProxy: 0,
  analyses: analysisNames,
};

export async function startTestService(
  settings: Partial<HttpSettings> = {},
  {
    extensions = () => [],
    importing = true,
    ...overrides
  }: Partial<HttpDependencies> & {
    queueLimit?: number;
    /** Whether imports are worked off; they only wait where false. */
    importing?: boolean;
    /** What is registered beside the contract. */
    extensions?: (dependencies: HttpDependencies, db: Kysely<Database>) => Extension[];
  } = {},
): Promise<TestService> {
  const folder = await mkdtemp(join(tmpdir(), 'contrafact-http-'));
  const database = await openTestDatabase();
  const { db } = database;
  const log: string[] = [];
  const blobs = await openDiskBlobs(folder);
  const limit = overrides.queueLimit ?? 1_000_000;
  const allSettings = { ...defaults, ...settings };
  const uploads = createUploadGate(allSettings);
  const music = musicStore(db);
  const imports = importStore(db, () => database.wakeUps.wake('imports'));
  const dependencies: HttpDependencies = {
    logger: pino({ level: 'info' }, { write: (line: string) => void log.push(line) }),
    metrics: new Registry(),
    accounts: accountStore(db),
    keys: keyStore(db),
    callbackSettings: callbackSettingsStore(db, () => {}),
    tasks: taskService(db, {
      queuedTasksByPlan: { free: limit, pro: limit, enterprise: limit },
      onEnqueued: () => {},
    }),
    music,
    blobs,
    compute: wavCompute(),
    comparisons: { report: async () => '<!doctype html><title>Report</title>' },
    descriptions: { uploaded: async () => {}, read: async () => ({ state: 'pending' }) },
    fingerprints: { remove: async () => false },
    datasets: datasetStore(db),
    songListener: { added: async () => {}, removed: async () => {} },
    imports,
    importReceiver: createImportReceiver({
      imports,
      uploads,
      blobs,
      music,
      settings: allSettings,
      judgeSongFile,
    }),
    judgeLyrics: validateLyrics,
    idempotency: idempotencyStore(db),
    rateLimits: rateLimitStore(db),
    usage: usageStore(db, {
      storedBytesByPlan: { ...defaults, ...settings }.storedBytesByPlan,
      queuedTasksByPlan: { free: limit, pro: limit, enterprise: limit },
    }),
    events: eventStore(db),
    health: async () => ({ ready: true, checks: { database: { ok: true } } }),
    ...overrides,
    uploads,
    settings: allSettings,
  };
  const importer = composeImporter(
    { db, database, config: { ...allSettings, leaseSeconds: 60 }, log: dependencies.logger },
    blobs,
    dependencies.songListener,
  );
  if (importing) importer.start();
  const server = await createHttpServer(dependencies, extensions(dependencies, db));

  const call: TestService['call'] = (account, { method, url, json, payload, headers }) =>
    server.inject({
      method,
      url,
      headers: {
        ...(account ? { authorization: `Bearer ${account.key}` } : {}),
        ...(json !== undefined ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(json !== undefined ? { payload: JSON.stringify(json) } : payload !== undefined ? { payload } : {}),
    });

  return {
    server,
    db,
    dependencies,
    log,
    call,
    async account(plan = 'enterprise') {
      const made = await dependencies.accounts.create(`Account ${plan}`, plan);
      return { id: made.account.id, key: made.apiKey, keyId: made.keyId };
    },
    async upload(account, seed = 1) {
      const answer = await call(account, {
        method: 'POST',
        url: '/api/v1/music',
        ...form([], [{ filename: `song ${seed}.wav`, content: wav(0.1, seed) }]),
      });
      return (answer.json() as { musicId: string }).musicId;
    },
    leftovers: () => readdir(blobs.temporaryFolder),
    async close() {
      await server.close();
      await importer.stop();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
