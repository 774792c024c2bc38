/** A data folder of 1.0.0, and the same folder after this version: nothing is lost on the way, and the way back is refused. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, apiOf } from '../support/api.js';
import { type Instance, startInstance, type TestAccount } from '../support/instance.js';
import { receiverEnv, startReceiver } from '../support/receiver.js';
import { excerptFile, songFile } from '../support/songs.js';
import { buildOldVersion, type OldVersion, RegistryUnreachable, withoutOldVersion } from './old-version.js';

const finalStates = ['success', 'failure', 'completed', 'cancelled'];

async function ended(api: Api, taskId: string): Promise<Record<string, unknown>> {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await sleep(300)) {
    const { body } = await api.get(`/tasks/${taskId}`);
    if (finalStates.includes(String(body.status))) return body;
  }
  throw new Error(`${taskId} does not end`);
}

async function started(api: Api, path: string, body: object): Promise<string> {
  const answer = await api.post(path, body);
  if (answer.status !== 202) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return String(answer.body.taskId ?? answer.body.task_id);
}

describe.skipIf(withoutOldVersion !== null)(`a data folder of 1.0.0 (${withoutOldVersion})`, () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'contrafact-upgrade-'));
  const env = { ...receiverEnv, CONTRAFACT_WORKERS: '1', CONTRAFACT_RATE_ENTERPRISE: '1000000' };
  // 1.0.0 knows no ports in an allow rule: a network opens all of its ports.
  const oldEnv = { ...env, CONTRAFACT_EGRESS_ALLOW: '127.0.0.0/8', CONTRAFACT_DATA_DIR: dataDir };
  let version: OldVersion | null = null;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let unreachable: string | null = null;
  beforeAll(async () => {
    receiver = await startReceiver();
    try {
      version = buildOldVersion();
    } catch (error) {
      if (!(error instanceof RegistryUnreachable)) throw error;
      unreachable = error.message;
    }
  }, 300_000);
  afterAll(async () => {
    version?.remove();
    await receiver?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('is opened by this version with its key, results, fingerprints, datasets and waiting tasks, and refused by 1.0.0 afterwards', async (context) => {
    if (!version) return context.skip(unreachable ?? undefined);
    const before = await workWithOldVersion(version);
    let present: Instance | null = await startInstance({ dataDir, env, isFirstStart: true });
    try {
      const api = apiOf(present, before.account);
      for (const [id, result] of before.results) expect((await ended(api, id)).result).toEqual(result);
      for (const id of before.waiting) expect((await ended(api, id)).status).toBe('success');
      const check = await ended(api, await started(api, '/fingerprint/check', { musicId: before.excerpt }));
      expect(check.result).toMatchObject({ is_duplicate: true, matched_music_id: before.song });
      const search = { musicId: before.excerpt, dataset_id: before.dataset };
      expect((await ended(api, await started(api, '/plagiarism/standard', search))).status).toBe('success');
      expect((await api.get(`/datasets/${before.dataset}`)).body).toMatchObject({ songs: 1 });
      await present.stop();
      present = null;
      await expect(version.start(oldEnv)).rejects.toThrow('written by a newer version of Contrafact');
      // The refusal has changed nothing.
      present = await startInstance({ dataDir, env, isFirstStart: true });
      const again = apiOf(present, before.account);
      for (const [id, result] of before.results) expect((await ended(again, id)).result).toEqual(result);
    } finally {
      await present?.stop();
    }
  }, 400_000);

  async function workWithOldVersion(old: OldVersion): Promise<{
    account: TestAccount;
    song: string;
    excerpt: string;
    dataset: string;
    results: ReadonlyMap<string, unknown>;
    waiting: readonly string[];
  }> {
    const process = await old.start(oldEnv);
    const account = await process.customer(receiver.url);
    const api = apiOf(process, account);
    const song = await api.upload(songFile(0, 30), 'song.wav');
    const excerpt = await api.upload(excerptFile(0, 30, 5, 15), 'excerpt.wav');
    const dataset = String((await api.post('/datasets', { name: 'Recordings' })).body.dataset_id);
    await api.post(`/datasets/${dataset}/songs`, { title: 'Song', artist: 'Someone', musicId: song });
    const results = new Map<string, unknown>();
    for (const [path, musicId] of [
      ['/fingerprint/add', song],
      ['/fingerprint/check', excerpt],
      ['/ai-detection/lite', song],
    ] as const) {
      const id = await started(api, path, { musicId });
      results.set(id, (await ended(api, id)).result);
    }
    const waiting: string[] = [];
    for (let n = 0; n < 4; n++) waiting.push(await started(api, '/ai-detection/lite', { musicId: song }));
    await process.stop();
    return { account, song, excerpt, dataset, results, waiting };
  }
});
