import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, apiOf } from '../support/api.js';
import { withCredentials } from '../support/content-credentials.js';
import { type Instance, startInstance } from '../support/instance.js';
import { songFile } from '../support/songs.js';

const dataDir = mkdtempSync(join(tmpdir(), 'contrafact-declared-'));
let instance: Instance;
let api: Api;

beforeAll(async () => {
  instance = await startInstance({ dataDir, env: { CONTRAFACT_LOG_LEVEL: 'warn' } });
  api = apiOf(instance, await instance.account('enterprise'));
});
afterAll(async () => {
  await instance?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The task's answer, when it has ended. */
async function detected(musicId: string): Promise<Record<string, unknown>> {
  const { body } = await api.post('/ai-detection/lite', { musicId });
  const path = `/tasks/${String(body.taskId ?? body.task_id)}`;
  await expect.poll(async () => (await api.get(path)).body.status, { timeout: 120_000 }).toBe('success');
  return (await api.get(path)).body;
}

it('Content Credentials of an upload are verified within the sandbox that this machine offers, and change no verdict', async () => {
  const recording = songFile(0, 12);
  const signed = await withCredentials(Buffer.from(recording), 'audio/wav', 'trainedAlgorithmicMedia');
  const [plain, declaring] = [
    await detected(await api.upload(recording, 'plain.wav')),
    await detected(await api.upload(signed, 'signed.wav')),
  ];
  const detailOf = (body: Record<string, unknown>): Record<string, unknown> =>
    body.detail as Record<string, unknown>;
  expect(detailOf(declaring).declared).toMatchObject({
    content_credentials: { signature: 'intact', claim_generator: 'Music Maker 2', declares_ai: true },
  });
  expect(detailOf(plain).declared).toMatchObject({ content_credentials: null });
  expect(detailOf(declaring).verdict).toEqual(detailOf(plain).verdict);
});
