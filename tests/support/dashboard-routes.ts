/** The dashboard's routes on a real database in memory, for the tests beside them. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify';
import { newId } from '../../src/domain/ids.js';
import type { DashboardDependencies } from '../../src/http/dashboard/dependencies.js';
import { dashboardRoutes } from '../../src/http/dashboard/plugin.js';
import type { SetupStore, UrlExchange, UrlVerdict } from '../../src/http/dashboard/ports.js';
import { listModels } from '../../src/models/installed.js';
import { loadManifest } from '../../src/models/manifest.js';
import { accountStore } from '../../src/storage/accounts.js';
import { openDiskBlobs } from '../../src/storage/blobs-disk.js';
import { callbackSettingsStore } from '../../src/storage/callback-settings.js';
import { deliveryDesk } from '../../src/storage/dashboard/deliveries.js';
import { instanceReader } from '../../src/storage/dashboard/instance.js';
import { usageReader } from '../../src/storage/dashboard/usage.js';
import type { OpenDatabase } from '../../src/storage/database.js';
import { datasetStore } from '../../src/storage/datasets.js';
import { invitationStore } from '../../src/storage/invitations.js';
import { keyStore } from '../../src/storage/keys.js';
import { musicStore } from '../../src/storage/music.js';
import { rateLimitStore } from '../../src/storage/rate-limits.js';
import { sessionStore } from '../../src/storage/sessions.js';
import { setupStore } from '../../src/storage/setup.js';
import { taskDesk } from '../../src/storage/tasks/desk.js';
import { openTestDatabase } from '../../src/storage/test-support/database.js';
import { userStore } from '../../src/storage/users.js';
import { parseLrc, parseSongRows } from '../../src/text/song-rows.js';

/** A challenge to which nothing came back. */
export const unanswered: UrlExchange = {
  request: { method: 'POST', url: 'https://a.example/', headers: {}, body: '{}' },
  answer: null,
};

export interface TestDashboard {
  readonly app: FastifyInstance;
  readonly database: OpenDatabase;
  readonly setup: SetupStore;
  /** What the next challenge of a callback URL comes to. */
  verdict: UrlVerdict;
  /** Whose fingerprints were removed. */
  readonly forgotten: string[];
  /** As a new instance: no account, no person, no counted attempt. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

export async function openTestDashboard(): Promise<TestDashboard> {
  const database = await openTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'contrafact-dashboard-'));
  await writeFile(join(folder, 'index.html'), '<html><head><meta nonce="__NONCE__"></head></html>');
  const { db } = database;
  const nobody = (): void => {};
  const quota = { free: 1_000_000, pro: 1_000_000, enterprise: 1_000_000 };
  const blobs = await openDiskBlobs(join(folder, 'blobs'));
  const music = musicStore(db);
  const app = fastify({ trustProxy: true });
  const test: TestDashboard = {
    app,
    database,
    setup: setupStore(db),
    verdict: { verified: true, exchange: unanswered },
    forgotten: [],
    async reset() {
      for (const table of ['accounts', 'instance_settings', 'rate_limits'] as const) {
        await db.deleteFrom(table).execute();
      }
    },
    async close() {
      await app.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  const dependencies: DashboardDependencies = {
    users: userStore(db),
    sessions: sessionStore(db),
    setup: test.setup,
    invitations: invitationStore(db),
    accounts: accountStore(db),
    keys: keyStore(db),
    callbacks: callbackSettingsStore(db, nobody),
    tasks: taskDesk(db, { queuedTasksByPlan: { free: 5, pro: 5, enterprise: 5 }, onEnqueued: nobody }),
    music,
    comparisons: { report: async ({ id }) => `<p>${id}</p>` },
    descriptions: {
      uploaded: async () => {},
      read: async () => ({ state: 'failed', reason: 'There is no sound in it.' }),
    },
    blobs,
    fingerprints: {
      async remove(_accountId, musicId) {
        test.forgotten.push(musicId);
        return true;
      },
    },
    async upload(accountId, filename, content) {
      const chunks: Buffer[] = [];
      for await (const chunk of content) chunks.push(chunk as Buffer);
      const bytes = Buffer.concat(chunks);
      const id = newId('mus');
      const file = join(folder, id);
      await writeFile(file, bytes);
      await blobs.put(`music/${id}`, file);
      const facts = { title: filename, artist: '', filename, format: 'wav', durationSeconds: 1 };
      const form = { sampleRateHz: 8000, channels: 1, bytes: bytes.length, sha256: id };
      return (await music.add({ id, accountId, ...facts, ...form, blobKey: `music/${id}` })).music;
    },
    datasets: datasetStore(db),
    parseSongRows,
    parseLrc,
    songListener: { added: async () => {}, removed: async () => {} },
    maxImportBytes: 10_000_000,
    rateLimits: rateLimitStore(db),
    deliveries: deliveryDesk(db, nobody),
    usage: usageReader(db, { storedBytesByPlan: quota, queuedTasksByPlan: quota }),
    instance: instanceReader(db),
    models: { list: () => listModels(loadManifest(), join(folder, 'models')) },
    verifyCallbackUrl: async () => test.verdict,
    headerPrefix: 'x-svc',
    callsPerMinute: { free: 10, pro: 100, enterprise: 600 },
    dashboardDir: folder,
  };
  await app.register(dashboardRoutes(dependencies));
  await app.ready();
  return test;
}

/** A browser with one session: keeps its cookie and sends what the page sends. */
export class Browser {
  cookie = '';
  constructor(private readonly app: FastifyInstance) {}

  async send(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    const answer = await this.app.inject({
      method,
      url: `/dashboard/api${path}`,
      headers: { 'x-contrafact-dashboard': '1', ...(this.cookie && { cookie: this.cookie }), ...headers },
      ...(body && { payload: body }),
    });
    const set = answer.headers['set-cookie'];
    if (typeof set === 'string') this.cookie = set.split(';')[0] ?? '';
    return answer;
  }
}

export const firstUser = {
  account_name: 'Acme',
  email: 'Owner@Example.com',
  password: 'correct horse battery',
};

/** A browser whose user just set the instance up. */
export async function setUp(test: TestDashboard): Promise<Browser> {
  const browser = new Browser(test.app);
  const token = await test.setup.ensureToken();
  const answer = await browser.send('POST', '/setup', { token, ...firstUser });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return browser;
}
