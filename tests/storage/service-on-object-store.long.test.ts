/** A whole service with its uploads in an object store that fails; and its log, which must keep every secret. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, apiOf } from '../support/api.js';
import { describingUploads, type Instance, startInstance, type TestAccount } from '../support/instance.js';
import { type ObjectStore, startObjectStore } from '../support/object-store.js';
import { receiverEnv, startReceiver, type TestReceiver } from '../support/receiver.js';
import { songFile } from '../support/songs.js';

const lyrics = ['the marmalade lighthouse sings to nobody', 'seven umbrellas are asleep in the orchard'];
let store: ObjectStore;
let receiver: TestReceiver;
let instance: Instance;
let account: TestAccount;
let api: Api;
let musicId: string;
beforeAll(async () => {
  [store, receiver] = await Promise.all([startObjectStore(), startReceiver()]);
  instance = await startInstance({
    env: { ...receiverEnv, ...describingUploads, ...store.env, CONTRAFACT_LOG_LEVEL: 'debug' },
  });
  account = await instance.account('enterprise');
  await instance.command('setCallback', { accountId: account.accountId, url: receiver.url });
  api = apiOf(instance, account);
});
afterAll(async () => {
  await instance?.stop();
  await receiver?.close();
  await store?.close();
});

async function upload(): Promise<Response> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(songFile(0, 20))]), 'marmalade-file.wav');
  return fetch(`${instance.url}/api/v1/music`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.apiKey}` },
    body: form,
  });
}

it('an upload that the store does not take is answered 503 and leaves nothing; the next one is kept', async () => {
  store.fail({ kind: 'error' });
  const refused = await upload();
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(await refused.json()).toMatchObject({ code: 'unavailable' });
  store.fail(null);
  expect(store.files()).toEqual([]);
  expect((await api.get('/music')).body).toMatchObject({ music: [] });
  const kept = await upload();
  expect(kept.status).toBe(201);
  ({ musicId } = (await kept.json()) as { musicId: string });
});

it('a task whose song breaks off on its way is tried again, and ends well', async () => {
  await instance.kill9();
  rmSync(join(instance.dataDir, 'cache'), { recursive: true, force: true });
  store.fail({ kind: 'cut-answer', afterBytes: 100_000 });
  await instance.start();
  const answer = await api.post('/fingerprint/add', { musicId });
  expect(answer.status).toBe(202);
  const taskId = String(answer.body.taskId);
  // The store fails others too, such as who describes the song: it is the task that must have been tried twice.
  const attempts = async (): Promise<number> => Number((await api.get(`/tasks/${taskId}`)).body.attempts);
  await expect.poll(attempts, { timeout: 60_000 }).toBeGreaterThan(1);
  expect((await api.get(`/tasks/${taskId}`)).body.status).not.toBe('failure');
  store.fail(null);
  expect((await receiver.final(taskId)).body).toMatchObject({ status: 'success' });
});

it('the log of all this holds no key, no secret and no word of a song', async () => {
  const checked = await api.post('/lyric-plagiarism/standard', {
    song_title: 'Marmalade',
    lyric_text: lyrics.join('\n'),
  });
  await receiver.final(String(checked.body.taskId));
  // Refused requests are logged as well.
  await api.post('/lyric-plagiarism/standard', { song_title: 1, lyric_text: lyrics.join('\n') });
  await fetch(`${instance.url}/api/v1/music`, { headers: { authorization: 'Bearer cf_notakeybutasecret' } });
  await fetch(`${instance.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'a@example.org', password: 'a-password-typed-wrong' }),
  });
  const { logs } = instance;
  expect(logs).toContain('task attempt ended');
  expect(logs).toContain('the store of uploads failed');
  for (const secret of [
    account.apiKey,
    account.signingSecret,
    'notakeybutasecret',
    'a-password-typed-wrong',
    // As a value or part of a signature; the pair of the test store is one word.
    'AWS4-HMAC',
    ...lyrics,
    'marmalade-file',
  ]) {
    expect(logs.includes(secret), `the log holds ${secret.slice(0, 12)}…`).toBe(false);
  }
});
