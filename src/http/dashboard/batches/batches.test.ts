/** Batches of files over the dashboard's routes, on a real database. */
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Browser,
  joinAccount,
  openTestDashboard,
  setUp,
  stranger,
  type TestDashboard,
} from '../../../../tests/support/dashboard-routes.js';

let test: TestDashboard;
let browser: Browser;
beforeAll(async () => {
  // Five tasks may wait in an account: see openTestDashboard.
  test = await openTestDashboard({ requestsPerMinuteByPlan: { free: 1e6, pro: 1e6, enterprise: 1e6 } });
});
beforeEach(async () => {
  await test.reset();
  browser = await setUp(test);
});
afterAll(() => test.close());

const checks = [{ operation: 'fingerprint-check' }, { operation: 'ai-detection', model: 'lite' }];
const begin = async (files: readonly string[], analyses: readonly object[] = checks): Promise<string> => {
  const answer = await browser.send('POST', '/batches', {
    name: 'Demos',
    analyses,
    files: files.map((name) => ({ name, bytes: name.length })),
  });
  expect(answer.statusCode).toBe(201);
  return answer.json().id;
};
const send = (
  id: string,
  position: number,
  content: string | null,
  sender = browser,
): Promise<LightMyRequestResponse> =>
  test.app.inject({
    method: 'POST',
    url: `/dashboard/api/batches/${id}/files/${position}`,
    headers: {
      'x-contrafact-dashboard': '1',
      cookie: sender.cookie,
      ...(content !== null && { 'content-type': 'application/octet-stream' }),
    },
    ...(content !== null && { payload: content }),
  });
const read = async (id: string) => (await browser.send('GET', `/batches/${id}`)).json();
const endTasks = (finding: string): Promise<unknown> =>
  sql`update tasks set status = 'success', finding = ${finding}, result = '{}', completed_at = now()
    where status = 'pending'`.execute(test.db);

describe('a batch', () => {
  it('remembers what was begun, and shows what became of each file with each analysis', async () => {
    const id = await begin(['Demos/a.wav', 'Demos/b.wav']);
    expect(await read(id)).toMatchObject({
      name: 'Demos',
      state: 'open',
      counts: { files: 2, waiting: 2, tasks: 0 },
      rows: [
        { name: 'Demos/a.wav', state: 'waiting' },
        { name: 'Demos/b.wav', state: 'waiting' },
      ],
    });
    expect((await send(id, 0, 'one')).json()).toMatchObject({ state: 'accepted', known: null });
    await send(id, 1, 'two');
    expect((await read(id)).state).toBe('running');
    await endTasks('found');
    const batch = await read(id);
    expect(batch).toMatchObject({ state: 'ended', counts: { tasks: 4, ended: 4, found: 4, rejected: 0 } });
    expect(batch.rows[0].tasks.map(({ operation, label }: never) => [operation, label])).toEqual([
      ['fingerprint-check', 'In your catalogue'],
      ['ai-detection', 'Likely AI-generated'],
    ]);
    expect((await browser.send('GET', '/batches')).json().batches).toHaveLength(1);
    expect((await browser.send('GET', `/music/${batch.rows[0].music_id}`)).json().filename).toBe('a.wav');
  });

  it('is listed while it goes on, and of those that ended the newest 20', async () => {
    const begun: string[] = [];
    const put = (id: string, age: number, ended: boolean) =>
      sql`update batches set created_at = now() - make_interval(hours => ${age}),
        ended_at = case when ${ended} then now() end where id = ${id}`.execute(test.db);
    for (let age = 25; age > 0; age--) {
      const id = await begin(['a.wav']);
      await put(id, age, age !== 25);
      begun.unshift(id);
    }
    const { batches } = (await browser.send('GET', '/batches')).json();
    expect(batches.map(({ id }: { id: string }) => id)).toEqual([...begun.slice(0, 20), begun[24]]);
  });

  it('keeps a file’s name as the browser has it, the blank before it included', async () => {
    const id = await begin([' a.wav', 'Demos/b.wav ']);
    expect((await read(id)).rows.map(({ name }: { name: string }) => name)).toEqual([
      ' a.wav',
      'Demos/b.wav ',
    ]);
  });

  it('sends nothing twice: a repeated file starts no second analysis', async () => {
    const id = await begin(['a.wav']);
    const both = await Promise.all([send(id, 0, 'one'), send(id, 0, 'one')]);
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    await send(id, 0, 'one');
    await send(id, 0, null);
    const { counts } = await read(id);
    expect(counts).toMatchObject({ tasks: 2 });
    const { rows } = await sql`select 1 from tasks`.execute(test.db);
    expect(rows).toHaveLength(2);
  });

  it('goes on where the queue was full, without the bytes of what had arrived', async () => {
    const id = await begin(['a.wav', 'b.wav', 'c.wav']);
    await send(id, 0, 'one');
    await send(id, 1, 'two');
    // The fifth task has a place, the sixth none.
    const full = await send(id, 2, 'three');
    expect([full.statusCode, full.json().code]).toEqual([429, 'queue_full']);
    expect((await read(id)).rows[2]).toMatchObject({ state: 'waiting', known: null, tasks: [{}] });
    await endTasks('not_found');
    expect((await send(id, 2, null)).json().tasks).toHaveLength(2);
  });

  it('recognises bytes that the library has, and bytes that the batch has under another name', async () => {
    const [first] = [await begin(['a.wav'])];
    await send(first!, 0, 'one');
    await endTasks('not_found');
    const id = await begin(['again.wav', 'and again.wav']);
    expect((await send(id, 0, 'one')).json()).toMatchObject({ known: 'library', tasks: [{}, {}] });
    expect((await send(id, 1, 'one')).json()).toMatchObject({ known: 'batch', tasks: [] });
    const { music } = (await browser.send('GET', '/music')).json();
    expect(music).toHaveLength(1);
  });

  it('lists what was rejected with its reason, as a file too, in which no cell is a formula', async () => {
    const id = await begin(['=cmd().wav', 'b.wav']);
    const answer = await send(id, 0, 'x'.repeat(1_000_001));
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ state: 'rejected', music_id: null, tasks: [] });
    expect(answer.json().detail).toMatch(/larger|bytes/);
    const file = await browser.send('GET', `/batches/${id}/rejections.csv`);
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(file.body.split('\r\n').slice(0, 2)).toEqual([
      '"file","reason"',
      expect.stringMatching(/^"'=cmd\(\).wav","/),
    ]);
    // It may be sent again, as another file.
    expect((await send(id, 0, 'one')).json()).toMatchObject({ state: 'accepted', detail: null });
  });

  it('is closed, and takes no more; is deleted, and its recordings and results stay', async () => {
    const id = await begin(['a.wav', 'b.wav']);
    await send(id, 0, 'one');
    await endTasks('found');
    expect((await browser.send('POST', `/batches/${id}/close`)).json().state).toBe('ended');
    expect((await send(id, 1, 'two')).statusCode).toBe(409);
    expect((await browser.send('DELETE', `/batches/${id}`)).statusCode).toBe(204);
    expect((await browser.send('GET', `/batches/${id}`)).statusCode).toBe(404);
    expect((await browser.send('GET', '/music')).json().music).toHaveLength(1);
    expect((await browser.send('GET', '/tasks')).json().tasks).toHaveLength(2);
  });

  it('loses the row of a recording that is deleted, and with it its name', async () => {
    const id = await begin(['secret name.wav', 'b.wav']);
    await send(id, 0, 'one');
    await endTasks('found');
    const { rows } = await read(id);
    await browser.send('DELETE', `/music/${rows[0].music_id}`);
    expect((await read(id)).rows.map(({ name }: { name: string }) => name)).toEqual(['b.wav']);
  });
});

describe('what is refused', () => {
  it('another account sees nothing of a batch, and cannot add to it, close it or delete it', async () => {
    const id = await begin(['a.wav']);
    const other = await stranger(test);
    expect((await other.send('GET', '/batches')).json().batches).toEqual([]);
    for (const answer of [
      await other.send('GET', `/batches/${id}`),
      await other.send('GET', `/batches/${id}/rejections.csv`),
      await send(id, 0, 'one', other),
      await other.send('POST', `/batches/${id}/close`),
      await other.send('DELETE', `/batches/${id}`),
    ]) {
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
    }
    expect((await read(id)).rows).toMatchObject([{ state: 'waiting' }]);
  });

  it('403: a viewer reads a batch and changes nothing', async () => {
    const id = await begin(['a.wav']);
    const viewer = await joinAccount(test, browser, 'viewer');
    expect((await viewer.send('GET', `/batches/${id}`)).statusCode).toBe(200);
    expect((await send(id, 0, 'one', viewer)).statusCode).toBe(403);
  });

  it('422: no file, 501 files, no analysis, one twice, a comparison, an unknown model', async () => {
    const files = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ name: `${n}.wav`, bytes: 1 }));
    for (const wrong of [
      { analyses: checks, files: [] },
      { analyses: checks, files: files(501) },
      { analyses: [], files: files(1) },
      { analyses: [checks[0], checks[0]], files: files(1) },
      { analyses: [{ operation: 'compare' }], files: files(1) },
      { analyses: [{ operation: 'ai-detection', model: 'none' }], files: files(1) },
      { analyses: checks, files: [{ name: 'x'.repeat(501), bytes: 1 }] },
      { analyses: checks, files: [{ name: 'a', bytes: -1 }] },
    ]) {
      expect((await browser.send('POST', '/batches', wrong)).statusCode).toBe(422);
    }
    expect((await browser.send('POST', '/batches', { analyses: checks, files: files(500) })).statusCode).toBe(
      201,
    );
  });

  it('404 and 409: a dataset of a stranger, a place outside of the batch, a 21st batch that has not ended', async () => {
    const other = await stranger(test);
    const { dataset_id } = (await other.send('POST', '/datasets', { name: 'Theirs' })).json();
    const answer = await browser.send('POST', '/batches', {
      analyses: [{ operation: 'plagiarism', model: 'standard', dataset_id }],
      files: [{ name: 'a.wav', bytes: 1 }],
    });
    expect(answer.statusCode).toBe(404);
    const id = await begin(['a.wav']);
    for (const position of [1, -1, 99999]) expect((await send(id, position, 'x')).statusCode).toBe(404);
    for (let n = 1; n < 20; n++) await begin(['a.wav']);
    const many = await browser.send('POST', '/batches', {
      analyses: checks,
      files: [{ name: 'a.wav', bytes: 1 }],
    });
    expect([many.statusCode, many.json().code]).toEqual([409, 'too_many_batches']);
    await sql`update batches set ended_at = now()`.execute(test.db);
    await begin(['a.wav']);
  });
});
