/** Every route that takes an Idempotency-Key, cut off where a crash would hurt most. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wavCompute } from '../../tests/contract/support/compute.js';
import { form, wav } from '../../tests/contract/support/form.js';
import {
  type Call,
  startTestService,
  type TestAccount,
  type TestService,
} from '../../tests/contract/support/service.js';
import { idempotencyStore } from '../storage/idempotency.js';
import type { IdempotencyStore } from './ports.js';

let service: TestService;
let account: TestAccount;
let musicId: string;
let otherMusicId: string;
let datasetId: string;
let taskId: string;
/** Awaited by the compute process before it judges a file. */
let gate: Promise<void> = Promise.resolve();
let judging = 0;
let renewals = 0;
/** Set by tests: what the process does instead of writing an answer alone, after the creation was committed. */
let cutOff: (() => never) | null = null;

beforeAll(async () => {
  const compute = wavCompute();
  let store: IdempotencyStore | null = null;
  const real = (): IdempotencyStore => (store ??= idempotencyStore(service.db));
  const idempotency: IdempotencyStore = {
    async claim(...given) {
      const claim = await real().claim(...given);
      return claim.outcome === 'first' ? { ...claim, renewEverySeconds: 0.01 } : claim;
    },
    renew: async (held) => {
      renewals += 1;
      await real().renew(held);
    },
    complete: (...given) => real().complete(...given),
    async completeAlone(...given) {
      cutOff?.();
      await real().completeAlone(...given);
    },
    async amend(...given) {
      cutOff?.();
      await real().amend(...given);
    },
    release: async (held) => {
      // A process that is cut off releases nothing.
      if (!cutOff) await real().release(held);
    },
    purge: () => real().purge(),
  };
  service = await startTestService(
    {},
    {
      idempotency,
      compute: {
        async run(kernel, input, options) {
          judging += 1;
          await gate;
          return compute.run(kernel, input, options);
        },
      },
    },
  );
  account = await service.account();
  musicId = await service.upload(account, 1);
  otherMusicId = await service.upload(account, 2);
  const post = (url: string, json: unknown) => service.call(account, { method: 'POST', url, json });
  datasetId = (await post('/api/v1/datasets', { name: 'mine' })).json().dataset_id;
  taskId = (await post('/api/v1/fingerprint/check', { musicId })).json().taskId;
  await sql`update tasks set status = 'success', completed_at = now()`.execute(service.db);
});
afterAll(() => service.close());

let seed = 100;
const file = (fields: [string, string][] = []): Pick<Call, 'payload' | 'headers'> =>
  form(fields, [{ filename: 'a.wav', content: wav(0.1, seed++) }]);

/** By the path of the openapi document. */
const requests: Record<string, () => readonly Omit<Call, 'method'>[]> = {
  '/api/v1/music': () => [{ url: '/api/v1/music', ...file() }],
  '/api/v1/fingerprint/add': () => [{ url: '/api/v1/fingerprint/add', json: { musicId } }],
  '/api/v1/fingerprint/check': () => [{ url: '/api/v1/fingerprint/check', json: { musicId } }],
  '/api/v1/fingerprint/scan': () => audioTask('/api/v1/fingerprint/scan'),
  '/api/v1/plagiarism/{model_name}': () => audioTask('/api/v1/plagiarism/standard'),
  '/api/v1/ai-detection/{model_name}': () => audioTask('/api/v1/ai-detection/standard'),
  '/api/v1/lyric-transcription/{model}': () => audioTask('/api/v1/lyric-transcription/standard'),
  '/api/v1/lyric_transcription/{model}': () => audioTask('/api/v1/lyric_transcription/standard'),
  '/api/v1/lyric-plagiarism/{model_name}': () => [
    { url: '/api/v1/lyric-plagiarism/standard', json: { lyric_text: 'a line', song_title: 'b' } },
  ],
  '/api/v1/compare': () => [{ url: '/api/v1/compare', json: { musicId, otherMusicId } }],
  '/api/v1/tasks/{task_id}/rerun': () => [{ url: `/api/v1/tasks/${taskId}/rerun` }],
  '/api/v1/datasets': () => [{ url: '/api/v1/datasets', json: { name: 'another' } }],
  '/api/v1/datasets/{dataset_id}/songs': () => [
    { url: `/api/v1/datasets/${datasetId}/songs`, json: { title: 'a', lyrics: 'a line' } },
    { url: `/api/v1/datasets/${datasetId}/songs`, ...file([['title', 'a']]) },
  ],
  '/api/v1/datasets/{dataset_id}/import': () => [
    {
      url: `/api/v1/datasets/${datasetId}/import`,
      payload: 'title,lyrics\na,a line\n',
      headers: { 'content-type': 'text/csv', prefer: 'respond-async' },
    },
  ],
};
const audioTask = (url: string) => [
  { url, json: { musicId } },
  { url, ...file() },
];

const { paths } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../openapi/v1.json'), 'utf8')) as {
  paths: Record<string, { post?: { parameters?: { name: string }[] } }>;
};
const documented = Object.keys(paths).filter((path) =>
  paths[path]?.post?.parameters?.some(({ name }) => name.toLowerCase() === 'idempotency-key'),
);

async function counts(): Promise<unknown> {
  const { rows } =
    await sql`select (select count(*) from tasks) as tasks, (select count(*) from music) as music,
    (select count(*) from datasets) as datasets, (select count(*) from imports) as imports`.execute(
      service.db,
    );
  return rows[0];
}

/** An account has one import at a time, and an earlier test's may still run. */
async function noOpenImport(): Promise<void> {
  await expect
    .poll(async () => (await sql`select 1 from imports where completed_at is null`.execute(service.db)).rows)
    .toEqual([]);
}

describe('every route with an Idempotency-Key', () => {
  it('is tried here', () => {
    expect(Object.keys(requests).sort()).toEqual(documented.sort());
  });

  it.each(documented)(
    '%s commits its answer with what it creates: cut off after that, a repeat creates nothing',
    async (path) => {
      for (const request of requests[path]!()) {
        const key = `cut-${seed++}`;
        const send = () =>
          service.call(account, {
            ...request,
            method: 'POST',
            headers: { ...request.headers, 'idempotency-key': key },
          });
        cutOff = () => {
          throw new Error('cut off');
        };
        const first = await send().finally(() => {
          cutOff = null;
        });
        expect(first.statusCode).toBeLessThan(300);
        // While an import runs, the account's next one is a 429, with whatever key.
        await noOpenImport();
        const before = await counts();
        const again = await send();
        expect(again.headers['idempotent-replayed']).toBe('true');
        expect([again.statusCode, again.payload]).toEqual([first.statusCode, first.payload]);
        expect(await counts()).toEqual(before);
      }
    },
  );
});

describe('an import that waits for its report', () => {
  const importOnce = (key: string, row: string) =>
    service.call(account, {
      method: 'POST',
      url: `/api/v1/datasets/${datasetId}/import`,
      payload: `title,lyrics\n${row}\n`,
      headers: { 'content-type': 'text/csv', 'idempotency-key': key },
    });

  it('is repeated with its report', async () => {
    await noOpenImport();
    const first = await importOnce('report', 'b,another line');
    const again = await importOnce('report', 'b,another line');
    expect([first.statusCode, again.statusCode]).toEqual([200, 200]);
    expect(again.payload).toBe(first.payload);
  });

  it('is repeated as accepted where the report was cut off, and imports nothing again', async () => {
    await noOpenImport();
    cutOff = () => {
      throw new Error('cut off');
    };
    await importOnce('cut-report', 'c,a third line').finally(() => {
      cutOff = null;
    });
    const before = await counts();
    const again = await importOnce('cut-report', 'c,a third line');
    expect([again.statusCode, again.headers['idempotent-replayed']]).toEqual([202, 'true']);
    expect(await counts()).toEqual(before);
  });
});

describe('the lease on an Idempotency-Key', () => {
  const addSong = (key: string) =>
    service.call(account, {
      method: 'POST',
      url: '/api/v1/fingerprint/add',
      json: { musicId },
      headers: { 'idempotency-key': key },
    });
  /** As after a crash: the row of a request that will never end, `seconds` ago. */
  async function abandon(key: string, seconds: number): Promise<void> {
    await sql`update idempotency_keys set response_status = null, response_headers = null, response_body = null,
      created_at = now() - make_interval(secs => ${seconds}), lease_owner = 'a dead process',
      lease_expires_at = now() - make_interval(secs => ${seconds - 10}) where key = ${key}`.execute(
      service.db,
    );
  }

  it('of a request whose process died answers 409 for seconds, then lets a repeat create', async () => {
    await addSong('dead');
    await abandon('dead', 5);
    expect((await addSong('dead')).json().code).toBe('idempotency_in_flight');
    await abandon('dead', 11);
    expect((await addSong('dead')).statusCode).toBe(202);
  });

  it('that lapses before a clock was set back holds nobody up', async () => {
    await addSong('clock');
    await abandon('clock', -3600);
    expect((await addSong('clock')).statusCode).toBe(202);
  });

  it('a request that version 1.0.0 runs keeps its key without a lease', async () => {
    await sql`insert into idempotency_keys (account_id, key, request_hash)
      select account_id, 'old', request_hash from idempotency_keys where key = 'dead'`.execute(service.db);
    expect((await addSong('old')).statusCode).toBe(409);
    await sql`update idempotency_keys set created_at = now() - interval '31 minutes' where key = 'old'`.execute(
      service.db,
    );
    expect((await addSong('old')).statusCode).toBe(202);
  });

  it('is renewed while the request runs, and a request that lost it creates nothing', async () => {
    let open = (): void => {};
    gate = new Promise((done) => {
      open = done;
    });
    const given = file();
    const send = () =>
      service.call(account, {
        ...given,
        method: 'POST',
        url: '/api/v1/ai-detection/standard',
        headers: { ...given.headers, 'idempotency-key': 'slow' },
      });
    const [judgedBefore, renewedBefore] = [judging, renewals];
    const slow = send();
    await expect.poll(() => judging).toBe(judgedBefore + 1);
    await expect.poll(() => renewals).toBeGreaterThan(renewedBefore + 1);
    expect((await send()).statusCode).toBe(409);
    // The process was frozen past its lease: another one has the key.
    await sql`update idempotency_keys set lease_owner = 'another' where key = 'slow'`.execute(service.db);
    const before = await counts();
    open();
    const answer = await slow;
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'idempotency_in_flight']);
    expect(await counts()).toEqual({ ...(before as object), music: (before as { music: number }).music + 1 });
    const { rows } =
      await sql`select lease_owner, response_status from idempotency_keys where key = 'slow'`.execute(
        service.db,
      );
    expect(rows).toEqual([{ lease_owner: 'another', response_status: null }]);
    const renewedAfter = renewals;
    await new Promise((done) => setTimeout(done, 50));
    expect(renewals).toBe(renewedAfter);
  });
});
