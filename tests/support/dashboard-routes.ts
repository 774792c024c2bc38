/** The dashboard's routes beside the contract's, on a real database in memory, for tests of both. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { Kysely } from 'kysely';
import type { Exchange } from '../../src/callbacks/ports.js';
import { casePdf } from '../../src/compute/case-file-pdf/kernel.js';
import { caseDocument } from '../../src/domain/case-file/document.js';
import type { Compute } from '../../src/domain/compute.js';
import { newId, newTaskId } from '../../src/domain/ids.js';
import { caseDrawings } from '../../src/evidence-view/case-drawings.js';
import type { DashboardDependencies } from '../../src/http/dashboard/dependencies.js';
import { dashboardRoutes } from '../../src/http/dashboard/plugin.js';
import type { SetupStore, UrlVerdict } from '../../src/http/dashboard/ports.js';
import type { HttpDependencies } from '../../src/http/ports.js';
import type { HttpSettings } from '../../src/http/settings.js';
import { keepRawUpload } from '../../src/http/upload/keep-raw-upload.js';
import { keepUpload } from '../../src/http/upload/keep-upload.js';
import { listModels } from '../../src/models/installed.js';
import { loadManifest } from '../../src/models/manifest.js';
import { createModelInstaller } from '../../src/models/model-installer.js';
import { sampleSounds } from '../../src/sample-music/sample-sounds.js';
import { batchStore } from '../../src/storage/batches/store.js';
import { deliveryService } from '../../src/storage/dashboard/deliveries.js';
import { instanceReader } from '../../src/storage/dashboard/instance.js';
import { usageReader } from '../../src/storage/dashboard/usage.js';
import { invitationStore } from '../../src/storage/invitations.js';
import { confirmationStore } from '../../src/storage/notifications/confirmation-store.js';
import { notificationStore } from '../../src/storage/notifications/notification-store.js';
import { auditLog } from '../../src/storage/review/audit.js';
import { reviewStore } from '../../src/storage/review/reviews.js';
import { shareLinkStore } from '../../src/storage/review/share-links.js';
import { sampleStore } from '../../src/storage/samples.js';
import type { Database } from '../../src/storage/schema.js';
import { sessionStore } from '../../src/storage/sessions.js';
import { setupStore } from '../../src/storage/setup.js';
import { tagStore } from '../../src/storage/tags.js';
import { userStore } from '../../src/storage/users.js';
import { startTestService, type TestService } from '../contract/support/service.js';

/** A challenge to which nothing came back. */
export const unanswered: Exchange = {
  request: { method: 'POST', url: 'https://a.example/', headers: {}, body: '{}' },
  answer: null,
  is_internal: false,
};

export interface TestDashboard {
  readonly app: FastifyInstance;
  readonly db: Kysely<Database>;
  readonly service: TestService;
  readonly setup: SetupStore;
  /** What the next challenge of a callback URL comes to. */
  verdict: UrlVerdict;
  /** Why the next webhook does not take a message. */
  webhookFailure: string | null;
  /** Every route of the dashboard, as it was registered. */
  readonly routes: ReadonlyArray<{ method: string; url: string }>;
  /** Whose fingerprints were removed. */
  readonly deleted: string[];
  /** As a new instance: no account, no person, no counted attempt. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** Takes every file for a second of sound: these tests are about who may do what. */
const anySound: Compute = {
  async run<Output>(kernel: string): Promise<Output> {
    if (kernel === 'audio.tags') return { title: null, artist: null } as Output;
    return { format: 'wav', durationSeconds: 1, sampleRateHz: 8000, channels: 1 } as Output;
  },
};

export async function openTestDashboard(settings: Partial<HttpSettings> = {}): Promise<TestDashboard> {
  const folder = await mkdtemp(join(tmpdir(), 'contrafact-dashboard-'));
  await writeFile(join(folder, 'index.html'), '<html><head><meta nonce="__NONCE__"></head></html>');
  const deleted: string[] = [];
  const routes: Array<{ method: string; url: string }> = [];
  const test = {
    verdict: { verified: true, exchange: unanswered } as UrlVerdict,
    webhookFailure: null as string | null,
  };
  const service = await startTestService(
    {
      trustProxy: 1,
      requestsPerMinuteByPlan: { free: 10, pro: 100, enterprise: 600 },
      ...settings,
    },
    {
      queueLimit: 5,
      compute: anySound,
      comparisons: { report: async ({ id }) => `<p>${id}</p>` },
      descriptions: {
        uploaded: async () => {},
        read: async () => ({ state: 'failed', reason: 'There is no sound in it.' }),
      },
      fingerprints: {
        async remove(_accountId, musicId) {
          deleted.push(musicId);
          return true;
        },
      },
      extensions: (http, db) => [
        async (app) => {
          app.addHook('onRoute', ({ method, url }) => {
            for (const one of [method].flat()) routes.push({ method: one, url });
          });
          await dashboardRoutes(
            dashboardOf(
              http,
              db,
              folder,
              async () => test.verdict,
              async () => test.webhookFailure,
            ),
          )(app, {});
        },
      ],
    },
  );
  const { db } = service;
  return Object.assign(test, {
    app: service.server,
    db,
    service,
    setup: setupStore(db),
    deleted,
    routes,
    async reset() {
      for (const table of ['accounts', 'setup_links', 'instance_settings', 'rate_limits'] as const) {
        await db.deleteFrom(table).execute();
      }
    },
    async close() {
      await service.close();
      await rm(folder, { recursive: true, force: true });
    },
  });
}

function dashboardOf(
  http: HttpDependencies,
  db: Kysely<Database>,
  folder: string,
  verifyCallbackUrl: DashboardDependencies['verifyCallbackUrl'],
  tryWebhook: DashboardDependencies['tryWebhook'],
): DashboardDependencies {
  const quota = { free: 1_000_000, pro: 1_000_000, enterprise: 1_000_000 };
  return {
    users: userStore(db),
    sessions: sessionStore(db),
    setup: setupStore(db),
    invitations: invitationStore(db),
    accounts: http.accounts,
    keys: http.keys,
    callbacks: http.callbackSettings,
    tasks: http.tasks,
    music: http.music,
    comparisons: http.comparisons,
    descriptions: http.descriptions,
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
    mailHasLinks: true,
    hasMailServer: true,
    tryWebhook,
    tags: tagStore(db),
    reviews: reviewStore(db),
    audit: auditLog(db),
    shareLinks: shareLinkStore(db),
    caseDrawings,
    casePdf: (_accountId, files, printedAt) => casePdf(caseDocument(files, printedAt), printedAt),
    rateLimits: http.rateLimits,
    deliveries: deliveryService(db, () => {}),
    usage: usageReader(db, { storedBytesByPlan: quota, queuedTasksByPlan: quota }),
    instance: instanceReader(db),
    models: {
      list: () => listModels(loadManifest(), join(folder, 'models')),
      missing: async () => [],
      installations: createModelInstaller({
        known: loadManifest(),
        modelsDir: join(folder, 'models'),
        // Nothing answers there.
        hubUrl: 'http://127.0.0.1:1',
        reasonAgainst: null,
        onEnd() {},
      }),
    },
    verifyCallbackUrl,
    headerPrefix: 'x-svc',
    settings: http.settings,
    dashboardDir: folder,
    version: '0.0.0',
  };
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

/** The result of a task that no worker ran. */
export async function endedTask(
  { db }: TestDashboard,
  accountId: string,
  finding: 'found' | 'possible' | 'not_found' | null,
  status: 'success' | 'pending' = 'success',
): Promise<string> {
  const id = newTaskId(new Date());
  await db
    .insertInto('tasks')
    .values({
      id,
      account_id: accountId,
      operation: 'fingerprint-check',
      model: '',
      variant: 'music',
      filename: 'A song.wav',
      parameters: '{}',
      status,
      priority: 1,
      result: JSON.stringify({ is_duplicate: finding === 'found' }),
      completed_at: status === 'success' ? new Date() : null,
      finding,
    })
    .execute();
  return id;
}

/** Another person of the same account, signed in. */
export async function joinAccount(
  test: TestDashboard,
  owner: Browser,
  role: 'owner' | 'member' | 'viewer',
): Promise<Browser> {
  const email = `${role}@example.com`;
  const { token } = (await owner.send('POST', '/members/invitations', { email, role })).json();
  const browser = new Browser(test.app);
  const answer = await browser.send('POST', '/invitation', { token, password: firstUser.password });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return browser;
}

/** The owner of another account of the instance, signed in. */
export async function stranger({ app, db, service }: TestDashboard): Promise<Browser> {
  const { id } = await service.account('enterprise');
  const userId = newId('usr');
  await db
    .insertInto('users')
    .values({
      id: userId,
      account_id: id,
      email: `${userId}@example.com`,
      password_hash: '',
      role: 'owner',
      is_operator: false,
    })
    .execute();
  const browser = new Browser(app);
  browser.cookie = `contrafact_session=${await sessionStore(db).open(userId, 3600)}`;
  return browser;
}

/** A browser whose user just set the instance up. */
export async function setUp(test: TestDashboard): Promise<Browser> {
  const browser = new Browser(test.app);
  const token = await test.setup.ensureToken();
  const answer = await browser.send('POST', '/setup', { token, ...firstUser });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return browser;
}

/** Uploads a file of this name, whose content is its name; its musicId. */
export async function recording({ app }: TestDashboard, { cookie }: Browser, name: string): Promise<string> {
  const answer = await app.inject({
    method: 'POST',
    url: `/dashboard/api/music?filename=${name}`,
    headers: { 'x-contrafact-dashboard': '1', 'content-type': 'application/octet-stream', cookie },
    payload: name,
  });
  return answer.json().musicId;
}
