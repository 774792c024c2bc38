/** One `api` and two `worker` processes on one PostgreSQL database: work, kill -9, restarts of each part. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyCallback } from '../../client/src/verify-callback.js';
import { type Api, apiOf } from '../support/api.js';
import type { TestAccount } from '../support/instance.js';
import { type Received, receiverEnv, startReceiver, type TestReceiver } from '../support/receiver.js';
import { itInLongRounds } from '../support/rounds.js';
import { excerptFile, songFile } from '../support/songs.js';
import { type Cluster, postgresPrograms, startCluster, withClient, withoutPostgres } from './cluster.js';
import { type Fleet, startFleet, type WorkerProcess } from './fleet.js';

const songSeconds = 40;
/** As long as a worker on a busy machine may be held up without losing its task. */
const leaseSeconds = 8;

describe.skipIf(postgresPrograms === null)(`one api and two workers (${withoutPostgres})`, () => {
  let cluster: Cluster;
  let databaseUrl: string;
  let fleet: Fleet;
  let receiver: TestReceiver;
  let account: TestAccount;
  let api: Api;
  let songs: string[];
  const accepted: string[] = [];

  beforeAll(async () => {
    cluster = await startCluster();
    databaseUrl = await cluster.createDatabase();
    receiver = await startReceiver();
    fleet = await startFleet(databaseUrl, 2, {
      ...receiverEnv,
      CONTRAFACT_LEASE_SECONDS: String(leaseSeconds),
    });
    account = await fleet.api.account('enterprise');
    const { accountId } = account;
    const verdict = await fleet.api.command('setCallback', { accountId, url: receiver.url });
    expect(verdict).toEqual({ verified: true });
    api = apiOf(fleet.api, account);
    songs = [];
    for (let n = 0; n < 4; n++) songs.push(await api.upload(songFile(n, songSeconds), `song-${n}.wav`));
  });
  afterAll(async () => {
    await fleet?.stop();
    await receiver?.close();
    cluster?.stop();
  });

  async function start(path: string, musicId: string): Promise<string> {
    const answer = await api.post(path, { musicId });
    expect(answer.status).toBe(202);
    const taskId = String(answer.body.taskId ?? answer.body.task_id);
    accepted.push(taskId);
    return taskId;
  }

  /** Waits for the final callbacks, and holds them against the tasks' records. */
  async function allEnded(taskIds: readonly string[]): Promise<Array<Record<string, unknown>>> {
    const tasks: Array<Record<string, unknown>> = [];
    for (const taskId of taskIds) {
      await receiver.final(taskId, 120_000);
      const { body } = await api.get(`/tasks/${taskId}`);
      expect(body).toMatchObject({ status: 'success' });
      tasks.push(body);
    }
    return tasks;
  }

  /** A worker counts an attempt when it is written, and by then its callback may have come. */
  const allCounted = (): Promise<void> =>
    expect
      .poll(async () => (await Promise.all(fleet.workers.map(attempts))).reduce((sum, count) => sum + count))
      .toBe(accepted.length);

  function processing(): Promise<Array<{ id: string; pid: number }>> {
    return withClient(databaseUrl, async (client) => {
      const { rows } = await client.query<{ id: string; lease_owner: string }>(
        `select id, lease_owner from tasks where status = 'processing'`,
      );
      return rows.map(({ id, lease_owner }) => ({ id, pid: Number(lease_owner.split('_')[1]) }));
    });
  }

  it('a song goes in at the api and its signed answer comes from a worker', async () => {
    const added = await receiver.final(await start('/fingerprint/add', songs[0]!));
    await expectSigned(added, account);
    const excerpt = await api.upload(excerptFile(0, songSeconds, 12, 20), 'excerpt.wav');
    const checked = await receiver.final(await start('/fingerprint/check', excerpt));
    expect(checked.body).toMatchObject({ result: { is_duplicate: true, matched_music_id: songs[0] } });
    await expectSigned(checked, account);
    // Taken out by the api, and gone for both workers.
    const removal = await fetch(`${fleet.api.url}/api/v1/fingerprint/${songs[0]}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${account.apiKey}` },
    });
    expect(removal.status).toBe(204);
    for (let n = 0; n < 4; n++) {
      const again = await receiver.final(await start('/fingerprint/check', excerpt));
      expect(again.body).toMatchObject({ result: { is_duplicate: false } });
    }
  });

  it('the workers share the tasks, each runs once, and the api runs none', async () => {
    await allCounted();
    const before = await Promise.all(fleet.workers.map(attempts));
    const taskIds: string[] = [];
    for (let n = 0; n < 16; n++) {
      taskIds.push(await start(n < 4 ? '/fingerprint/add' : '/fingerprint/check', songs[n % 4]!));
    }
    const tasks = await allEnded(taskIds);
    expect(tasks.map((task) => task.attempts)).toEqual(taskIds.map(() => 1));
    await allCounted();
    const after = await Promise.all(fleet.workers.map(attempts));
    const ran = after.map((count, n) => count - before[n]!);
    expect(ran[0]! + ran[1]!).toBe(taskIds.length);
    expect(Math.min(...ran)).toBeGreaterThan(0);
    const metrics = await (await fetch(`${fleet.api.url}/metrics`)).text();
    expect(metrics).not.toMatch(/contrafact_(task|callback)_attempts_total\{/);
  });

  it('a worker answers health checks and nothing else', async () => {
    const [worker] = fleet.workers as [WorkerProcess];
    for (const path of ['/livez', '/readyz', '/metrics']) {
      expect((await fetch(worker.url + path)).status, path).toBe(200);
    }
    for (const path of ['/', '/docs', '/setup', '/api/v1/music', '/dashboard/api/session', '/openapi.json']) {
      const answer = await fetch(worker.url + path, {
        headers: { authorization: `Bearer ${account.apiKey}` },
      });
      expect(answer.status, path).toBe(404);
    }
    const command = await fetch(`${worker.url}/internal/v1/commands/createAccount`, { method: 'POST' });
    expect(command.status).toBe(404);
    expect(worker.output).not.toContain('setup');
  });

  it('a task whose worker is killed is finished by the other once its lease lapses', async () => {
    const [victim] = fleet.workers as [WorkerProcess];
    const taskIds: string[] = [];
    const ofVictim = async (): Promise<string | undefined> =>
      (await processing()).find(({ pid }) => pid === victim.pid)?.id;
    let interrupted: string | undefined;
    for (let n = 0; n < 40 && !interrupted; n++) {
      taskIds.push(await start('/ai-detection/standard', songs[n % 4]!));
      const deadline = Date.now() + 3000;
      while (!interrupted && Date.now() < deadline) {
        if (!(await ofVictim())) continue;
        // Held still, it cannot end the task between this look and its death.
        victim.pause();
        await sleep(200);
        interrupted = await ofVictim();
        if (!interrupted) victim.resume();
      }
    }
    await victim.kill9();
    const killedAt = Date.now();
    // Else nothing was proved: the dead worker must have left a task behind.
    expect(interrupted).toBeDefined();
    expect(await ofVictim()).toBe(interrupted);
    await fleet.addWorker();
    const tasks = await allEnded(taskIds);
    expect(tasks.find((task) => task.task_id === interrupted)).toMatchObject({ attempts: 2 });
    expect((await receiver.final(interrupted!)).at).toBeGreaterThan(killedAt);
  });

  itInLongRounds(
    'an api that is killed loses nothing: what it accepted is worked off, and it starts again',
    async () => {
      const taskIds: string[] = [];
      for (let n = 0; n < 6; n++) taskIds.push(await start('/ai-detection/standard', songs[n % 4]!));
      await fleet.api.kill9();
      for (const taskId of taskIds) await receiver.final(taskId, 120_000);
      await fleet.api.start();
      await allEnded(taskIds);
    },
  );

  itInLongRounds('a database that crashes and comes back costs no task and no callback', async () => {
    const taskIds: string[] = [];
    for (let n = 0; n < 8; n++) taskIds.push(await start('/ai-detection/standard', songs[n % 4]!));
    await sleep(500);
    cluster.crashAndRestart();
    const ready = (url: string): Promise<void> =>
      expect.poll(async () => (await fetch(`${url}/readyz`)).status, { timeout: 60_000 }).toBe(200);
    await ready(fleet.api.url);
    await allEnded(taskIds);
    for (const worker of fleet.workers.slice(1)) await ready(worker.url);
  });

  it('over all of this no callback came under two ids, and the events tell of every task', async () => {
    const ids = new Map<unknown, Set<unknown>>();
    for (const { body, headers } of receiver.received) {
      if (body.status === 'processing') continue;
      ids.set(body.task_id, (ids.get(body.task_id) ?? new Set()).add(headers['webhook-id']));
    }
    expect([...ids.keys()].sort()).toEqual([...accepted].sort());
    expect([...ids.values()].every((set) => set.size === 1)).toBe(true);
    const shown = new Set<unknown>();
    for (let after = 0; ; ) {
      const { body } = await api.get(`/events?after=${after}&limit=50`);
      const events = body.events as Array<{ sequence: number; task_id: string; kind: string }>;
      if (events.length === 0) break;
      for (const event of events) if (event.kind === 'final') shown.add(event.task_id);
      after = events.at(-1)!.sequence;
    }
    expect([...shown].sort()).toEqual([...accepted].sort());
  });
});

async function attempts(worker: WorkerProcess): Promise<number> {
  const metrics = await (await fetch(`${worker.url}/metrics`)).text();
  const counts = metrics.matchAll(/^contrafact_task_attempts_total\{[^}]*outcome="success"\} (\d+)/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

async function expectSigned({ headers, text }: Received, account: TestAccount): Promise<void> {
  const flat = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  const verdict = await verifyCallback({ headers: flat, body: text, secret: account.signingSecret });
  expect(verdict).toMatchObject({ valid: true });
}
