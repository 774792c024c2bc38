import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startTestService,
  type TestAccount,
  type TestService,
} from '../../tests/contract/support/service.js';

let service: TestService;
let account: TestAccount;
const removed: string[] = [];
beforeAll(async () => {
  service = await startTestService(
    {},
    {
      fingerprints: {
        async remove(accountId, musicId) {
          removed.push(`${accountId} ${musicId}`);
          return musicId === 'mus_indexed';
        },
      },
    },
  );
  account = await service.account();
});
afterAll(() => service.close());

const get = (url: string, who = account) => service.call(who, { method: 'GET', url });
const post = (url: string, json?: unknown, who = account) =>
  service.call(who, { method: 'POST', url, ...(json === undefined ? {} : { json }) });
const remove = (url: string, who = account) => service.call(who, { method: 'DELETE', url });

describe('fingerprint operations', () => {
  it.each(['add', 'check'])('202: /fingerprint/%s answers exactly {taskId}', async (verb) => {
    const musicId = await service.upload(account, 3);
    const answer = await post(`/api/v1/fingerprint/${verb}`, { musicId });
    expect(answer.statusCode).toBe(202);
    expect(Object.keys(answer.json())).toEqual(['taskId']);
    expect(answer.json().taskId).toMatch(/^task_\d{14}_[0-9a-z]{8}$/);
    expect(await service.dependencies.tasks.get(account.id, answer.json().taskId)).toMatchObject({
      operation: `fingerprint-${verb}`,
      model: '',
      musicId,
    });
    expect((await post(`/api/v1/fingerprint/${verb}`, { musicId: 'x' })).json().code).toBe(
      'unknown_music_id',
    );
  });

  it('204 and 404: a fingerprint is removed once', async () => {
    expect((await remove('/api/v1/fingerprint/mus_indexed')).statusCode).toBe(204);
    const answer = await remove('/api/v1/fingerprint/mus_none');
    expect(answer.statusCode).toBe(404);
    expect(answer.json().code).toBe('not_found');
  });
});

describe('lyric plagiarism', () => {
  const url = '/api/v1/lyric-plagiarism/standard';
  const body = { lyric_text: 'First line\nSecond line', song_title: 'A title' };

  it('202: answers exactly {taskId} and keeps the text for the worker', async () => {
    const answer = await post(url, body);
    expect(answer.statusCode).toBe(202);
    expect(Object.keys(answer.json())).toEqual(['taskId']);
    expect(await service.dependencies.tasks.get(account.id, answer.json().taskId)).toMatchObject({
      operation: 'lyric-plagiarism',
      model: 'standard',
      musicId: null,
      parameters: body,
    });
  });

  it('202: takes a recording instead of a text, with the song’s own title', async () => {
    const musicId = await service.upload(account);
    const answer = await post(url, { musicId, language: 'ko', dataset_id: 'default' });
    expect(answer.statusCode).toBe(202);
    const task = await service.dependencies.tasks.get(account.id, answer.json().taskId);
    const music = await service.dependencies.music.get(account.id, musicId);
    expect(task).toMatchObject({ operation: 'lyric-plagiarism', musicId });
    expect(task!.parameters).toEqual({ language: 'ko', dataset_id: 'default', song_title: music!.title });
  });

  it('422 unknown_music_id: a recording that is not there', async () => {
    const answer = await post(url, { musicId: 'mus_none' });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ code: 'unknown_music_id', errors: [{ pointer: '#/musicId' }] });
  });

  it.each([
    ['a text and a recording', { ...body, musicId: 'mus_1' }],
    ['a language of a text', { ...body, language: 'ko' }],
    ['no text', { song_title: 'x' }],
    ['a title of nothing but spaces', { lyric_text: 'a', song_title: '  ' }],
    ['no title', { lyric_text: 'x' }],
    ['only spaces', { ...body, lyric_text: ' \n ' }],
    ['501 lines', { ...body, lyric_text: 'x\n\n'.repeat(501) }],
    ['20,001 characters', { ...body, lyric_text: '😀'.repeat(20_001) }],
    ['no words', { ...body, lyric_text: '[Chorus]\n♪ ♪ 🎵\nla la la' }],
    ['a null character', { ...body, lyric_text: 'a\u0000b' }],
  ])('422: %s', async (_what, json) => {
    expect((await post(url, json)).statusCode).toBe(422);
  });

  it('202: 500 lines are accepted', async () => {
    expect((await post(url, { ...body, lyric_text: 'x\n\n'.repeat(500) })).statusCode).toBe(202);
    expect((await post(url, { ...body, lyric_text: `a ${'😀'.repeat(19_998)}` })).statusCode).toBe(202);
  });

  it('422 unknown_dataset_id: a dataset that is not there; a named one is kept for the worker', async () => {
    expect((await post(url, { ...body, dataset_id: 'ds_none' })).json().code).toBe('unknown_dataset_id');
    const answer = await post(url, { ...body, dataset_id: 'default' });
    expect(await service.dependencies.tasks.get(account.id, answer.json().taskId)).toMatchObject({
      parameters: { ...body, dataset_id: 'default' },
    });
  });

  it.each(['lite', 'pro'])('422: the model %s, only standard is allowed', async (model) => {
    expect((await post(`/api/v1/lyric-plagiarism/${model}`, body)).statusCode).toBe(422);
  });
});

describe('music', () => {
  it.each(['/music', '/tasks', '/datasets', '/datasets/default/songs'])(
    '422 validation_error: %s after a cursor that names nothing',
    async (path) => {
      const stranger = await service.account();
      const foreign = await service.upload(stranger, 77);
      for (const cursor of ['xx', foreign]) {
        const answer = await service.call(account, { method: 'GET', url: `/api/v1${path}?cursor=${cursor}` });
        expect([path, answer.statusCode]).toEqual([path, 422]);
        expect(answer.json()).toMatchObject({
          code: 'validation_error',
          errors: [{ pointer: '#/cursor', in: 'query' }],
        });
      }
    },
  );

  it('200: lists newest first, page by page, and reads one', async () => {
    const owner = await service.account();
    const ids = [];
    for (const seed of [11, 12, 13]) ids.push(await service.upload(owner, seed));
    const first = (await get('/api/v1/music?limit=2', owner)).json();
    expect(first.music.map((music: { musicId: string }) => music.musicId)).toEqual([ids[2], ids[1]]);
    const second = (await get(`/api/v1/music?limit=2&cursor=${first.next_cursor}`, owner)).json();
    expect(second.music.map((music: { musicId: string }) => music.musicId)).toEqual([ids[0]]);
    expect(second.next_cursor).toBeNull();
    const one = await get(`/api/v1/music/${ids[0]}`, owner);
    expect(one.json()).toEqual(second.music[0]);
  });

  it('204: deletes record, file and fingerprint; then 404, and the id is unknown to analyses', async () => {
    const musicId = await service.upload(account, 21);
    const { path } = await service.dependencies.blobs.acquire(`music/${musicId}`);
    expect((await remove(`/api/v1/music/${musicId}`)).statusCode).toBe(204);
    expect(removed).toContain(`${account.id} ${musicId}`);
    await expect(service.dependencies.blobs.open(`music/${musicId}`)).rejects.toThrow();
    expect(path).toContain(musicId);
    expect((await get(`/api/v1/music/${musicId}`)).json().code).toBe('not_found');
    expect((await remove(`/api/v1/music/${musicId}`)).statusCode).toBe(404);
    expect((await post('/api/v1/fingerprint/check', { musicId })).json().code).toBe('unknown_music_id');
  });

  it.each(['0', '201', 'x', '1.5', '-1'])('422: limit=%s', async (limit) => {
    expect((await get(`/api/v1/music?limit=${limit}`)).statusCode).toBe(422);
  });
});

describe('tasks', () => {
  it('200: reads the documented body with attempts, progress and stage, before and after success', async () => {
    const musicId = await service.upload(account, 31);
    const { task_id } = (await post('/api/v1/ai-detection/lite', { musicId })).json();
    const url = `/api/v1/tasks/${task_id}`;
    expect((await get(url)).json()).toEqual({
      task_id,
      status: 'pending',
      model_type: 'lite',
      result: null,
      attempts: 0,
      progress: 0,
      stage: 'queued',
    });
    await service.db
      .updateTable('tasks')
      .set({ status: 'success', result: JSON.stringify({ a: 1 }), completed_at: new Date(0), progress: 1 })
      .where('id', '=', task_id)
      .execute();
    expect((await get(url)).json()).toMatchObject({
      task_id,
      status: 'success',
      result: { a: 1 },
      completed_at: '1970-01-01T00:00:00.000Z',
    });
  });

  it('reports a successful lyric plagiarism as completed, and finds it by both names', async () => {
    const owner = await service.account();
    const json = { lyric_text: 'a', song_title: 'b' };
    const { taskId } = (await post('/api/v1/lyric-plagiarism/standard', json, owner)).json();
    await service.db
      .updateTable('tasks')
      .set({ status: 'success', completed_at: new Date() })
      .where('id', '=', taskId)
      .execute();
    expect((await get(`/api/v1/tasks/${taskId}`, owner)).json().status).toBe('completed');
    for (const status of ['success', 'completed']) {
      expect((await get(`/api/v1/tasks?status=${status}`, owner)).json().tasks).toHaveLength(1);
    }
  });

  it('200: lists by operation and status, page by page', async () => {
    const owner = await service.account();
    const musicId = await service.upload(owner);
    for (const verb of ['add', 'check', 'add']) await post(`/api/v1/fingerprint/${verb}`, { musicId }, owner);
    const all = (await get('/api/v1/tasks', owner)).json();
    expect(all.tasks).toHaveLength(3);
    const adds = (await get('/api/v1/tasks?operation=fingerprint-add&status=pending', owner)).json();
    expect(adds.tasks).toHaveLength(2);
    const first = (await get('/api/v1/tasks?limit=2', owner)).json();
    const rest = (await get(`/api/v1/tasks?limit=2&cursor=${first.next_cursor}`, owner)).json();
    expect([...first.tasks, ...rest.tasks]).toEqual(all.tasks);
    expect((await get('/api/v1/tasks?status=lost', owner)).statusCode).toBe(422);
  });

  it('cancel: 200 while pending and again; 409 task_not_pending once processing; 404 unknown', async () => {
    const musicId = await service.upload(account);
    const { taskId } = (await post('/api/v1/fingerprint/add', { musicId })).json();
    const url = `/api/v1/tasks/${taskId}/cancel`;
    expect((await post(url)).json()).toMatchObject({ task_id: taskId, status: 'cancelled' });
    expect((await post(url)).statusCode).toBe(200);
    const other = (await post('/api/v1/fingerprint/add', { musicId })).json().taskId;
    await service.db.updateTable('tasks').set({ status: 'processing' }).where('id', '=', other).execute();
    const refused = await post(`/api/v1/tasks/${other}/cancel`);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().code).toBe('task_not_pending');
    expect((await post('/api/v1/tasks/task_x/cancel')).json().code).toBe('not_found');
  });

  it('rerun: 202 with a new task of the same request; 409 task_not_final before its end', async () => {
    const musicId = await service.upload(account);
    const first = (await post('/api/v1/ai-detection/pro', { musicId })).json().task_id;
    const early = await post(`/api/v1/tasks/${first}/rerun`);
    expect(early.statusCode).toBe(409);
    expect(early.json().code).toBe('task_not_final');
    await post(`/api/v1/tasks/${first}/cancel`);
    const answer = await post(`/api/v1/tasks/${first}/rerun`);
    expect(answer.statusCode).toBe(202);
    expect(answer.json()).toMatchObject({ status: 'pending', model: 'pro' });
    expect(answer.json().task_id).not.toBe(first);
    expect(answer.headers.location).toBe(`/api/v1/tasks/${answer.json().task_id}`);
    expect((await post('/api/v1/tasks/task_x/rerun')).statusCode).toBe(404);
  });
});

describe('account', () => {
  it('usage: counts calls by key, operation and model at the prices of the interface', async () => {
    const owner = await service.account();
    const musicId = await service.upload(owner);
    for (const model of ['lite', 'standard', 'pro', 'lite']) {
      await post(`/api/v1/ai-detection/${model}`, { musicId }, owner);
    }
    await post('/api/v1/lyric-plagiarism/standard', { lyric_text: 'a', song_title: 'b' }, owner);
    const second = await service.dependencies.keys.create(owner.id, {});
    const body = { musicId };
    await post('/api/v1/fingerprint/add', body, { ...owner, key: second.apiKey });
    const cancelled = await post('/api/v1/ai-detection/pro', body, owner);
    await post(`/api/v1/tasks/${cancelled.json().task_id}/cancel`, undefined, owner);
    const usage = (await get('/api/v1/usage', owner)).json();
    expect(usage.total_calls).toBe(6);
    expect(usage.total_usd).toBe(0.9);
    const find = (operation: string, model: string) =>
      usage.usage.find(
        (row: { operation: string; model: string }) => row.operation === operation && row.model === model,
      );
    expect(find('ai-detection', 'lite')).toMatchObject({ key_id: owner.keyId, calls: 2, usd: 0.2 });
    expect(find('ai-detection', 'standard')).toMatchObject({ calls: 1, usd: 0.2 });
    expect(find('ai-detection', 'pro')).toMatchObject({ calls: 1, usd: 0.5 });
    expect(find('lyric-plagiarism', 'standard')).toMatchObject({ calls: 1, usd: 0 });
    expect(find('fingerprint-add', '')).toMatchObject({ key_id: second.keyId, calls: 1, usd: 0 });
    const past = '/api/v1/usage?from=2001-01-01T00:00:00Z&to=2001-02-01T00:00:00Z';
    expect((await get(past, owner)).json()).toMatchObject({ total_calls: 0, usage: [] });
    for (const query of [
      'from=yesterday',
      'from=0000-01-01T00:00:00Z',
      'from=2002-01-01T00:00:00Z&to=2001-01-01T00:00:00Z',
    ]) {
      expect((await get(`/api/v1/usage?${query}`, owner)).statusCode).toBe(422);
    }
  });

  it('events: callbacks in order from a point on', async () => {
    const owner = await service.account();
    for (const n of [1, 2, 3]) {
      await service.db
        .insertInto('messages')
        .values({
          id: `msg_${owner.id}_${n}`,
          account_id: owner.id,
          task_id: `task_${n}`,
          kind: 'final',
          body: JSON.stringify({ task_id: `task_${n}` }),
          status: 'delivered',
          delivered_at: new Date(),
        } as never)
        .execute();
    }
    const first = (await get('/api/v1/events?after=0&limit=2', owner)).json();
    expect(first.events.map((event: { task_id: string }) => event.task_id)).toEqual(['task_1', 'task_2']);
    expect(first.events[0]).toMatchObject({
      kind: 'final',
      status: 'delivered',
      body: { task_id: 'task_1' },
    });
    const rest = (await get(`/api/v1/events?after=${first.next_after}`, owner)).json();
    expect(rest.events.map((event: { task_id: string }) => event.task_id)).toEqual(['task_3']);
    const none = (await get(`/api/v1/events?after=${rest.next_after}`, owner)).json();
    expect(none).toEqual({ events: [], next_after: rest.next_after });
  });

  it('callback: says where callbacks go and never the signing secret', async () => {
    const owner = await service.account();
    expect((await get('/api/v1/callback', owner)).json()).toMatchObject({ url: null, verified: false });
    await service.dependencies.callbackSettings.setVerified(owner.id, 'https://example.com/hook');
    const answer = await get('/api/v1/callback', owner);
    expect(answer.json()).toMatchObject({ url: 'https://example.com/hook', verified: true });
    expect(answer.payload).not.toContain('whsec_');
  });
});
