import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wavCompute } from '../../tests/contract/support/compute.js';
import { form, wav } from '../../tests/contract/support/form.js';
import {
  startTestService,
  type TestAccount,
  type TestService,
} from '../../tests/contract/support/service.js';

describe('Idempotency-Key', () => {
  let service: TestService;
  let account: TestAccount;
  let musicId: string;
  // Closed by a test to hold an upload in the middle.
  let gate: Promise<void> = Promise.resolve();
  let waiting = 0;
  beforeAll(async () => {
    const compute = wavCompute();
    service = await startTestService(
      {},
      {
        compute: {
          async run(kernel, input, options) {
            waiting += 1;
            await gate;
            waiting -= 1;
            return compute.run(kernel, input, options);
          },
        },
      },
    );
    account = await service.account();
    musicId = await service.upload(account);
  });
  afterAll(() => service.close());

  const add = (key: string, json: unknown = { musicId }, url = '/api/v1/fingerprint/add', who = account) =>
    service.call(who, { method: 'POST', url, json, headers: { 'idempotency-key': key } });
  const taskCount = async (): Promise<number> =>
    (await service.dependencies.tasks.list(account.id, { limit: 200 })).tasks.length;

  it('replays the first answer to the same key and body: status, body, Location; nothing is created twice', async () => {
    const first = await add('replay');
    const before = await taskCount();
    const again = await add('replay');
    expect(first.statusCode).toBe(202);
    expect([again.statusCode, again.payload, again.headers.location, again.headers['content-type']]).toEqual([
      first.statusCode,
      first.payload,
      first.headers.location,
      first.headers['content-type'],
    ]);
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(await taskCount()).toBe(before);
  });

  it('does not mind the order of fields', async () => {
    const url = '/api/v1/lyric-plagiarism/standard';
    const first = await add('order', { lyric_text: 'a line', song_title: 'b' }, url);
    const again = await add('order', { song_title: 'b', lyric_text: 'a line' }, url);
    expect(first.statusCode).toBe(202);
    expect(again.payload).toBe(first.payload);
  });

  it('422 idempotency_mismatch: the same key with another body or another route', async () => {
    await add('mismatch');
    const other = await service.upload(account, 2);
    expect((await add('mismatch', { musicId: other })).json()).toMatchObject({
      status: 422,
      code: 'idempotency_mismatch',
    });
    expect((await add('mismatch', { musicId }, '/api/v1/fingerprint/check')).json().code).toBe(
      'idempotency_mismatch',
    );
  });

  it('409 idempotency_in_flight: while the first request runs', async () => {
    let open = (): void => {};
    gate = new Promise((resolve) => {
      open = resolve;
    });
    const given = form([], [{ filename: 'a.wav', content: wav(0.3, 60) }]);
    const upload = () =>
      service.call(account, {
        method: 'POST',
        url: '/api/v1/music',
        payload: given.payload,
        headers: { ...given.headers, 'idempotency-key': 'flying' },
      });
    const first = upload();
    await expect.poll(() => waiting).toBe(1);
    const second = await upload();
    expect(second.statusCode).toBe(409);
    expect(second.json().code).toBe('idempotency_in_flight');
    expect(Number(second.headers['retry-after'])).toBeGreaterThan(0);
    open();
    expect((await first).statusCode).toBe(201);
    expect((await upload()).payload).toBe((await first).payload);
  });

  it('of eight requests at once with one key, one creates', async () => {
    const before = await taskCount();
    const answers = await Promise.all(Array.from({ length: 8 }, () => add('eight')));
    expect(await taskCount()).toBe(before + 1);
    const bodies = answers.filter((answer) => answer.statusCode === 202).map((answer) => answer.payload);
    expect(new Set(bodies).size).toBe(1);
    expect(answers.every((answer) => [202, 409].includes(answer.statusCode))).toBe(true);
  });

  it('keeps nothing of a refused request: the key can be used again', async () => {
    expect((await add('refused', { musicId: 'unknown' })).json().code).toBe('unknown_music_id');
    expect((await add('refused')).statusCode).toBe(202);
  });

  it("is one account's: another account's same key is another key", async () => {
    const other = await service.account();
    const theirs = await service.upload(other);
    const mine = await add('shared');
    const answer = await add('shared', { musicId: theirs }, undefined, other);
    expect(answer.statusCode).toBe(202);
    expect(answer.payload).not.toBe(mine.payload);
  });

  it('works for uploads: the same file replays, another file is a mismatch', async () => {
    const upload = (content: Buffer) => {
      const given = form([], [{ filename: 'a.wav', content }]);
      return service.call(account, {
        method: 'POST',
        url: '/api/v1/music',
        payload: given.payload,
        headers: { ...given.headers, 'idempotency-key': 'upload' },
      });
    };
    const first = await upload(wav(0.3, 50));
    const again = await upload(wav(0.3, 50));
    expect([first.statusCode, again.statusCode]).toEqual([201, 201]);
    expect(again.payload).toBe(first.payload);
    expect((await upload(wav(0.3, 51))).json().code).toBe('idempotency_mismatch');
  });

  it('deletes answers after 24 hours', async () => {
    const first = await add('old');
    await service.db
      .updateTable('idempotency_keys')
      .set({ created_at: sql<Date>`now() - interval '25 hours'` })
      .where('key', '=', 'old')
      .execute();
    const again = await add('old');
    expect(again.statusCode).toBe(202);
    expect(again.payload).not.toBe(first.payload);
    await service.db
      .updateTable('idempotency_keys')
      .set({ created_at: sql<Date>`now() - interval '25 hours'` })
      .where('key', '=', 'old')
      .execute();
    expect(await service.dependencies.idempotency.purge()).toBe(1);
  });

  it.each(['a b', 'x'.repeat(256)])('422 validation_error: the key %j', async (key) => {
    const answer = await add(key);
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors[0].in).toBe('header');
  });
});
