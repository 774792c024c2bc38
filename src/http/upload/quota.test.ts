import { afterAll, beforeAll, expect, it } from 'vitest';
import { form } from '../../../tests/contract/support/form.js';
import {
  startTestService,
  type TestAccount,
  type TestService,
} from '../../../tests/contract/support/service.js';
import { wavHeader, wavHeaderBytes } from '../../signal/wav.js';

const songBytes = 40_000;
let service: TestService;
let account: TestAccount;
beforeAll(async () => {
  const room = { free: 100_000, pro: 100_000, enterprise: 100_000 };
  service = await startTestService({ storedBytesByPlan: room }, { queueLimit: 3 });
  account = await service.account();
});
afterAll(() => service.close());

/** A WAV file of `songBytes` bytes; each seed is another. */
function wav(seed: number): Buffer {
  const samples = Buffer.alloc(songBytes - wavHeaderBytes, seed);
  return Buffer.concat([wavHeader(samples.length, 8000), samples]);
}

const upload = (seed: number) =>
  service.call(account, {
    method: 'POST',
    url: '/api/v1/music',
    ...form([], [{ filename: `${seed}.wav`, content: wav(seed) }]),
  });
const usage = async (): Promise<Record<string, unknown>> =>
  (await service.call(account, { method: 'GET', url: '/api/v1/usage' })).json();

it('an upload above the plan’s bytes is refused with its own code, and room that is made can be used', async () => {
  const first = await upload(1);
  expect(first.statusCode).toBe(201);
  expect((await upload(2)).statusCode).toBe(201);
  expect((await usage()).storage).toEqual({ used: 2 * songBytes, limit: 100_000 });
  const refused = await upload(3);
  expect(refused.statusCode).toBe(403);
  expect(refused.json()).toMatchObject({ code: 'storage_quota', status: 403 });
  expect(refused.json().detail).toContain('100000');
  // What the account has already is no more bytes.
  expect((await upload(1)).statusCode).toBe(200);
  const { musicId } = first.json();
  await service.call(account, { method: 'DELETE', url: `/api/v1/music/${musicId}` });
  expect((await usage()).storage).toEqual({ used: songBytes, limit: 100_000 });
  expect((await upload(3)).statusCode).toBe(201);
});

it('uploads of one moment keep no more than the plan allows, and leave nothing of those that are refused', async () => {
  const other = await service.account();
  const answers = await Promise.all(
    [21, 22, 23, 24, 25].map((seed) =>
      service.call(other, {
        method: 'POST',
        url: '/api/v1/music',
        ...form([], [{ filename: `${seed}.wav`, content: wav(seed) }]),
      }),
    ),
  );
  const kept = answers.filter(({ statusCode }) => statusCode === 201);
  expect(kept).toHaveLength(2);
  const refused = answers.filter(({ statusCode }) => statusCode !== 201);
  expect(refused.map((answer) => answer.json().code)).toEqual(Array(3).fill('storage_quota'));
  await expect.poll(() => service.leftovers()).toEqual([]);
});

it('tasks above the plan’s number are refused, and the usage route reports how many wait', async () => {
  const { musicId } = (await upload(2)).json();
  const check = () =>
    service.call(account, { method: 'POST', url: '/api/v1/fingerprint/check', json: { musicId } });
  for (let task = 0; task < 3; task++) expect((await check()).statusCode).toBe(202);
  expect((await usage()).queue).toEqual({ used: 3, limit: 3 });
  const refused = await check();
  expect(refused.statusCode).toBe(429);
  expect(refused.json()).toMatchObject({ code: 'queue_full' });
});
