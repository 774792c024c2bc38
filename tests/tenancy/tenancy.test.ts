/** Two accounts and every route: nothing of one can be read, inferred, cancelled, deleted or changed by the other. */
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { form } from '../contract/support/form.js';
import { startTestService, type TestAccount, type TestService } from '../contract/support/service.js';
import { type Ids, type Own, probes, victimsSong } from './probes.js';

const secret = 'Secret title';

let service: TestService;
let victim: TestAccount;
let intruder: TestAccount;
let ids: Ids;
let own: Own;
const fingerprints = new Set<string>();

const nowhere: Ids = {
  musicId: 'mus_00000000000000000000',
  datasetId: 'ds_00000000000000000000',
  songId: 'song_00000000000000000000',
  taskId: 'task_20260101000000_00000000',
  endedTaskId: 'task_20260101000000_00000001',
  importId: 'imp_00000000000000000000',
};

beforeAll(async () => {
  service = await startTestService(
    {},
    {
      fingerprints: { remove: async (accountId, musicId) => fingerprints.delete(`${accountId} ${musicId}`) },
    },
  );
  victim = await service.account();
  intruder = await service.account();
  ids = await furnish(victim, secret, victimsSong);
  const theirs = await furnish(intruder, 'Mine', Buffer.concat([victimsSong, Buffer.alloc(2)]));
  own = { musicId: theirs.musicId, datasetId: theirs.datasetId };
});
afterAll(() => service.close());

/** One of everything that an account can have. */
async function furnish(account: TestAccount, title: string, content: Buffer): Promise<Ids> {
  const post = async (url: string, json: unknown): Promise<Record<string, string>> =>
    (await service.call(account, { method: 'POST', url, json })).json();
  const given = form([['title', title]], [{ filename: `${title}.wav`, content }]);
  const { musicId = '' } = (
    await service.call(account, { method: 'POST', url: '/api/v1/music', ...given })
  ).json();
  fingerprints.add(`${account.id} ${musicId}`);
  const { dataset_id: datasetId = '' } = await post('/api/v1/datasets', { name: title });
  const song = { title, lyrics: title, musicId };
  const { song_id: songId = '' } = await post(`/api/v1/datasets/${datasetId}/songs`, song);
  const { task_id: taskId = '' } = await post('/api/v1/ai-detection/lite', { musicId });
  const { taskId: endedTaskId = '' } = await post('/api/v1/fingerprint/add', { musicId });
  await service.db
    .updateTable('tasks')
    .set({ status: 'success', completed_at: new Date(), result: JSON.stringify({ title }) })
    .where('id', '=', endedTaskId)
    .execute();
  await service.db
    .insertInto('messages')
    .values({
      id: `msg_${account.id}`,
      account_id: account.id,
      task_id: endedTaskId,
      kind: 'final',
      body: JSON.stringify({ task_id: endedTaskId, title }),
      status: 'held',
    } as never)
    .execute();
  await service.dependencies.callbackSettings.setVerified(account.id, `https://example.com/${account.id}`);
  // Under way, and held by nobody who goes on with it.
  const importId = `imp_${account.id}`;
  await service.db
    .insertInto('imports')
    .values({
      id: importId,
      account_id: account.id,
      dataset_id: datasetId,
      name: title,
      format: 'csv',
      bytes: 1,
      blob_key: `imports/${account.id}`.toLowerCase(),
      status: 'processing',
      rejected: 1,
      lease_owner: 'nobody',
      lease_expires_at: new Date(Date.now() + 100_000),
    } as never)
    .execute();
  const rejections = JSON.stringify([{ row: 1, detail: title }]);
  await service.db
    .insertInto('import_batches')
    .values({ import_id: importId, first_row: 1, song_ids: [songId], rejections })
    .execute();
  return { musicId, datasetId, songId, taskId, endedTaskId, importId };
}

/** Everything the database holds of the account, apart from when its key was last used. */
async function stateOf(account: TestAccount): Promise<unknown> {
  const tables = [
    'music',
    'tasks',
    'messages',
    'datasets',
    'dataset_songs',
    'imports',
    'signing_secrets',
  ] as const;
  const rows = [];
  for (const table of tables) {
    rows.push(
      await service.db
        .selectFrom(table)
        .selectAll()
        .where('account_id', '=', account.id)
        .orderBy('id')
        .execute(),
    );
  }
  rows.push(await service.db.selectFrom('accounts').selectAll().where('id', '=', account.id).execute());
  return { rows, fingerprints: [...fingerprints].filter((entry) => entry.startsWith(account.id)) };
}

/** Status and body, without what is different in every answer. */
function essence(answer: LightMyRequestResponse): unknown {
  const text = answer.payload
    .replace(/"(request_id|import_id)":"[^"]*"/, '')
    .replace(/"(from|to)":"[^"]*"/g, '');
  return { status: answer.statusCode, text };
}

it('has probes for every route there is, and for none that is gone', () => {
  const table = service.server.contractTable.map(({ method, url }) => `${method} ${url}`);
  expect(Object.keys(probes).sort()).toEqual(table.sort());
});

it('the probes reach what they aim at: the owner is answered otherwise than the intruder', async () => {
  for (const url of [
    `/api/v1/music/${ids.musicId}`,
    `/api/v1/tasks/${ids.taskId}`,
    `/api/v1/imports/${ids.importId}`,
    `/api/v1/imports/${ids.importId}/rejections.csv`,
    `/api/v1/datasets/${ids.datasetId}/songs/${ids.songId}`,
  ]) {
    expect((await service.call(victim, { method: 'GET', url })).statusCode, url).toBe(200);
    expect((await service.call(intruder, { method: 'GET', url })).statusCode, url).toBe(404);
  }
});

it("answers another account's ids exactly as ids that never existed, and changes nothing of it", async () => {
  const before = await stateOf(victim);
  expect(JSON.stringify(before)).toContain(secret);
  for (const [route, list] of Object.entries(probes)) {
    for (const probe of list) {
      const aimed = probe(ids, own);
      const answer = await service.call(intruder, aimed);
      expect(answer.statusCode, route).toBeLessThan(500);
      const blind = probe(nowhere, own);
      // Where no id is aimed at, a second call may differ in what the first one created.
      if (aimed.url !== blind.url || JSON.stringify(aimed.json) !== JSON.stringify(blind.json)) {
        const reference = await service.call(intruder, blind);
        expect(essence(answer), `${route} ${aimed.url}`).toEqual(essence(reference));
      }
      for (const own of [...Object.values(ids), victim.id, victim.keyId, secret]) {
        expect(answer.payload, `${route} reveals ${own}`).not.toContain(own);
      }
      expect(await stateOf(victim), `${route} changed the other account`).toEqual(before);
    }
  }
});

it("the same bytes uploaded by another account are its own music, not a hint at the first one's", async () => {
  const given = form([], [{ filename: 'mine.wav', content: victimsSong }]);
  const other = await service.account();
  const answer = await service.call(other, { method: 'POST', url: '/api/v1/music', ...given });
  expect(answer.statusCode).toBe(201);
  expect(answer.json().musicId).not.toBe(ids.musicId);
  expect(answer.json().title).toBe('mine');
});

it("an Idempotency-Key of one account replays nothing of the other's", async () => {
  const call = {
    method: 'POST' as const,
    url: '/api/v1/datasets',
    json: { name: 'Same' },
    headers: { 'idempotency-key': 'k' },
  };
  const first = await service.call(victim, call);
  const second = await service.call(intruder, call);
  expect([first.statusCode, second.statusCode]).toEqual([201, 201]);
  expect(second.json().dataset_id).not.toBe(first.json().dataset_id);
});
