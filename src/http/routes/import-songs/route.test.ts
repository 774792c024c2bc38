import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startTestService,
  type TestAccount,
  type TestService,
} from '../../../../tests/contract/support/service.js';

const maxImportRows = 3000;
let service: TestService;
/** The same, but nobody works imports off: they wait. */
let idle: TestService;
beforeAll(async () => {
  service = await startTestService({ maxImportRows });
  idle = await startTestService({ importWaitMs: 50 }, { importing: false });
});
afterAll(() => Promise.all([service.close(), idle.close()]));

interface Given {
  on?: TestService;
  type?: string;
  headers?: Record<string, string>;
  query?: string;
}

async function customer(on = service): Promise<{ account: TestAccount; datasetId: string }> {
  const account = await on.account();
  const made = await on.call(account, { method: 'POST', url: '/api/v1/datasets', json: { name: 'Mine' } });
  return { account, datasetId: made.json().dataset_id };
}

type Customer = Awaited<ReturnType<typeof customer>>;

const send = (
  { account, datasetId }: Customer,
  payload: string,
  { on = service, type = 'text/csv', headers = {}, query = '' }: Given = {},
) =>
  on.call(account, {
    method: 'POST',
    url: `/api/v1/datasets/${datasetId}/import${query}`,
    payload,
    headers: { 'content-type': type, ...headers },
  });
const get = ({ account }: Customer, url: string, on = service) =>
  on.call(account, { method: 'GET', url: `/api/v1${url}` });

const async_ = { prefer: 'respond-async' };
const rows = (count: number): string =>
  `title,lyrics\n${Array.from({ length: count }, (_, n) => `T${n},la ${n}\n`).join('')}`;

describe('POST …/import', () => {
  it('200: counts of each kind, and a repeat of the same rows adds nothing', async () => {
    const who = await customer();
    const text = 'title,lyrics\nA,la\nB,lo\nbroken\nA,la\n';
    const first = await send(who, text);
    expect(first.statusCode).toBe(200);
    expect(first.json()).toMatchObject({ rows: 4, added: 2, present: 1, rejected: 1, errors: [{ row: 3 }] });
    expect(first.json().song_ids).toHaveLength(2);
    const again = await send(who, text);
    expect(again.json()).toMatchObject({ rows: 4, added: 0, present: 3, rejected: 1, song_ids: [] });
    expect((await get(who, `/datasets/${who.datasetId}`)).json().songs).toBe(2);
  });

  it('200: an answer to thousands of rejected rows names the first thousand; the file has all', async () => {
    const who = await customer();
    const answer = (await send(who, `title,lyrics\n${'a,\n'.repeat(2500)}`)).json();
    expect(answer).toMatchObject({ rows: 2500, rejected: 2500, added: 0 });
    expect(answer.errors).toHaveLength(1000);
    const file = await get(who, `/imports/${answer.import_id}/rejections.csv`);
    expect(file.statusCode).toBe(200);
    expect(file.headers['content-type']).toContain('text/csv');
    expect(file.headers['content-disposition']).toContain('attachment');
    const lines = file.payload.trim().split('\r\n');
    expect(lines).toHaveLength(2501);
    expect(lines.at(-1)).toBe('2500,"A song needs lyrics, audio (musicId), or both."');
  });

  it('202: with Prefer: respond-async as soon as the file is here; its place shows how it goes on', async () => {
    const who = await customer();
    const started = await send(who, rows(500), { headers: async_, query: '?name=songs.csv' });
    expect(started.statusCode).toBe(202);
    expect(started.headers['preference-applied']).toBe('respond-async');
    const { import_id: importId } = started.json();
    expect(started.headers.location).toBe(`/api/v1/imports/${importId}`);
    expect(started.json()).toMatchObject({ name: 'songs.csv', dataset_id: who.datasetId });
    await expect.poll(async () => (await get(who, `/imports/${importId}`)).json().status).toBe('success');
    const job = (await get(who, `/imports/${importId}`)).json();
    expect(job).toMatchObject({ rows: 500, added: 500, progress: 1, report: { added: 500, errors: [] } });
    const listed = (await get(who, `/imports?dataset_id=${who.datasetId}`)).json();
    expect(listed.imports).toHaveLength(1);
    expect(listed.imports[0]).not.toHaveProperty('report');
  });

  it('202: also without it where the import outlasts the wait', async () => {
    const who = await customer(idle);
    const answer = await send(who, rows(1), { on: idle });
    expect(answer.statusCode).toBe(202);
    expect(answer.json()).toMatchObject({ status: 'pending', rows: 0, progress: 0 });
  });

  it('a repeat under one Idempotency-Key, while it runs or later, is answered the first import and starts no second', async () => {
    const who = await customer(idle);
    const headers = { ...async_, 'idempotency-key': 'once' };
    const first = await send(who, rows(2), { on: idle, headers });
    const meanwhile = await send(who, rows(2), { on: idle, headers });
    expect(meanwhile.json()).toEqual(first.json());
    const another = await send(who, rows(2), { on: idle, headers: { ...async_, 'idempotency-key': 'two' } });
    expect(another.json().code).toBe('import_running');
    await idle.call(who.account, { method: 'POST', url: `${first.headers.location}/cancel` });
    const again = await send(who, rows(2), { on: idle, headers });
    expect([first.statusCode, again.statusCode]).toEqual([202, 202]);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.json()).toEqual(first.json());
    expect((await get(who, '/imports', idle)).json().imports).toHaveLength(1);
    const other = await send(who, rows(3), { on: idle, headers });
    expect(other.json().code).toBe('idempotency_mismatch');
  });

  it('429 import_running: one import an account, with what to do; other accounts are not concerned', async () => {
    const [who, other] = [await customer(idle), await customer(idle)];
    const first = await send(who, rows(1), { on: idle, headers: async_ });
    const second = await send(who, rows(1), { on: idle, headers: async_ });
    expect(second.statusCode).toBe(429);
    expect(second.json()).toMatchObject({ code: 'import_running' });
    expect(second.json().detail).toContain(`/api/v1/imports/${first.json().import_id}/cancel`);
    expect(second.headers['retry-after']).toBe('5');
    expect((await send(other, rows(1), { on: idle, headers: async_ })).statusCode).toBe(202);
    const url = `/api/v1/imports/${first.json().import_id}/cancel`;
    const cancelled = await idle.call(who.account, { method: 'POST', url });
    expect([cancelled.statusCode, cancelled.json().status]).toEqual([200, 'cancelled']);
    expect((await idle.call(who.account, { method: 'POST', url })).json()).toEqual(cancelled.json());
    expect((await send(who, rows(1), { on: idle, headers: async_ })).statusCode).toBe(202);
  });

  it('422 too_many_rows: before anything is kept, with how to split', async () => {
    const who = await customer();
    const quoted = `title,lyrics${'\n"a","x\ny\nz"'.repeat(maxImportRows)}`;
    expect((await send(who, quoted, { headers: async_ })).statusCode).toBe(202);
    const next = await customer();
    for (const [type, text] of [
      ['text/csv', `title,lyrics\n${'a,b\n'.repeat(maxImportRows + 1)}`],
      ['application/jsonl', '{}\n'.repeat(maxImportRows + 1)],
      ['application/jsonl', `{}${'\n{}'.repeat(maxImportRows)}`],
    ] as const) {
      const answer = await send(next, text, { type });
      expect(answer.statusCode).toBe(422);
      expect(answer.json()).toMatchObject({
        code: 'too_many_rows',
        detail: expect.stringMatching(/3000.*Split/),
      });
    }
    expect((await get(next, '/imports')).json().imports).toEqual([]);
  });

  it('422 import_stopped: with the row, and rows before it are kept', async () => {
    const who = await customer();
    const answer = await send(who, 'title,lyrics\nA,la\nB,"never closed');
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({
      code: 'import_stopped',
      detail: expect.stringMatching(/1 rows were read and 1 songs added.*row 2/),
    });
  });

  it('422 validation_error: nothing, or no title column; 404 and 403 for a dataset that is not its own', async () => {
    const who = await customer();
    for (const text of ['', 'artist\nx']) {
      expect((await send(who, text)).json()).toMatchObject({ code: 'validation_error' });
    }
    const elsewhere = { account: who.account, datasetId: 'ds_none' };
    expect((await send(elsewhere, rows(1))).statusCode).toBe(404);
    expect((await send({ ...elsewhere, datasetId: 'default' }, rows(1))).statusCode).toBe(403);
    await expect.poll(() => service.leftovers()).toEqual([]);
  });

  it('413 payload_too_large: whether or not the length is announced', async () => {
    const who = await customer();
    const answer = await send(who, `title\n${'x'.repeat(2_000_001)}`);
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'payload_too_large']);
  });
});

describe('an import over a connection', () => {
  let port: number;
  beforeAll(async () => {
    await service.server.listen({ port: 0, host: '127.0.0.1' });
    port = (service.server.server.address() as AddressInfo).port;
  });

  const head = ({ account, datasetId }: Customer, length: number): string =>
    `POST /api/v1/datasets/${datasetId}/import HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${account.key}\r\n` +
    `Content-Type: text/csv\r\nContent-Length: ${length}\r\n\r\ntitle,lyrics\n`;

  it('a client that leaves before its file has arrived leaves nothing: no import, no file, no place', async () => {
    const who = await customer();
    for (let n = 0; n < 3; n++) {
      const socket = connect(port, '127.0.0.1');
      socket.write(`${head(who, 1_000_000)}A,la\n`);
      await expect.poll(() => service.leftovers()).toHaveLength(1);
      socket.destroy();
      await expect.poll(() => service.leftovers()).toEqual([]);
    }
    expect((await get(who, '/imports')).json().imports).toEqual([]);
    expect((await get(who, `/datasets/${who.datasetId}`)).json().songs).toBe(0);
    expect((await send(who, rows(1))).statusCode).toBe(200);
  });

  it('429 import_running: also while the first file is still on its way', async () => {
    const who = await customer();
    const socket = connect(port, '127.0.0.1');
    socket.write(head(who, 1_000_000));
    await expect.poll(() => service.leftovers()).toHaveLength(1);
    expect((await send(who, rows(1))).json().code).toBe('import_running');
    socket.destroy();
    await once(socket, 'close');
    await expect.poll(async () => (await send(who, rows(1))).statusCode).toBe(200);
  });

  it('a file that arrived is imported although its client has left', async () => {
    const who = await customer();
    const socket = connect(port, '127.0.0.1');
    const body = 'A,la\n'.repeat(maxImportRows);
    socket.write(head(who, 13 + body.length) + body);
    await expect
      .poll(async () => (await get(who, '/imports')).json().imports.length, { interval: 5 })
      .toBe(1);
    socket.destroy();
    await expect
      .poll(async () => (await get(who, '/imports')).json().imports[0])
      .toMatchObject({ status: 'success', rows: maxImportRows, added: 1 });
  });

  it('other requests are answered while an import runs', async () => {
    const who = await customer();
    const order: string[] = [];
    const running = send(who, `title,lyrics\n${'a,\n'.repeat(maxImportRows)}`).then(() =>
      order.push('import'),
    );
    await expect
      .poll(async () => (await get(who, '/imports')).json().imports.length, { interval: 5 })
      .toBe(1);
    for (let n = 0; n < 3; n++) {
      await fetch(`http://127.0.0.1:${port}/livez`);
      order.push('livez');
    }
    await running;
    expect(order).toEqual(['livez', 'livez', 'livez', 'import']);
  });
});

describe('imports', () => {
  it('200: page by page, newest first, of one dataset or of all', async () => {
    const who = await customer();
    const ids = [];
    for (let n = 1; n <= 3; n++) ids.unshift((await send(who, rows(n))).json().import_id);
    const listed = [];
    let cursor = '';
    do {
      const page = (await get(who, `/imports?limit=2${cursor && `&cursor=${cursor}`}`)).json();
      listed.push(...page.imports.map((job: { import_id: string }) => job.import_id));
      cursor = page.next_cursor;
    } while (cursor);
    expect(listed).toEqual(ids);
    expect((await get(who, '/imports?dataset_id=ds_none')).json().imports).toEqual([]);
  });

  it('404: an import that never was, on every route', async () => {
    const who = await customer();
    for (const path of ['/imports/imp_none', '/imports/imp_none/rejections.csv']) {
      expect((await get(who, path)).statusCode).toBe(404);
    }
    const url = '/api/v1/imports/imp_none/cancel';
    expect((await service.call(who.account, { method: 'POST', url })).statusCode).toBe(404);
  });

  it('deleting a dataset ends and deletes its imports, and their files', async () => {
    const who = await customer(idle);
    await send(who, rows(1), { on: idle, headers: async_ });
    const { blob_key } = await idle.db
      .selectFrom('imports')
      .select('blob_key')
      .where('dataset_id', '=', who.datasetId)
      .executeTakeFirstOrThrow();
    const url = `/api/v1/datasets/${who.datasetId}`;
    expect((await idle.call(who.account, { method: 'DELETE', url })).statusCode).toBe(204);
    expect((await get(who, '/imports', idle)).json().imports).toEqual([]);
    const due = await idle.db
      .selectFrom('stale_blobs')
      .select('due_at')
      .where('key', '=', blob_key)
      .execute();
    expect(due[0]!.due_at.getTime()).toBeLessThanOrEqual(Date.now() + 1000);
    expect((await send(await customer(idle), rows(1), { on: idle, headers: async_ })).statusCode).toBe(202);
  });
});
