/** An operator's own sentence encoder: a folder in the models folder, and one setting. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { ownDescription } from '../../src/models/encoder-choice.js';
import { writeSmallEncoder } from '../../src/models/test-support/small-encoder.js';
import { writeStaticModel } from '../../src/models/test-support/small-static-model.js';
import { type Api, apiOf } from '../support/api.js';
import { type Instance, startInstance, type TestAccount } from '../support/instance.js';
import { cliJson } from '../support/run-cli.js';

const folder = mkdtempSync(join(tmpdir(), 'contrafact-own-encoder-'));
const modelsDir = join(folder, 'models');
const dataDir = join(folder, 'data');
const words = { lantern: [1, 0, 1], harbour: [0, 1, 1], farol: [1, 0, 1], puerto: [0, 1, 1] };
const limits = 'Knows four words.';
/** More than a search waits for. */
const songs = 1_010;
const lyricOf = (song: number): string => `A lantern hangs above the ${song}th harbour gate tonight`;

writeSmallEncoder(join(modelsDir, 'own-onnx'), { kind: 'tokens', words });
const described = {
  dimensions: 3,
  pooling: 'mean',
  prefix: '',
  maxTokens: 16,
  backgroundCosine: 0.3,
  limits,
};
writeFileSync(
  join(modelsDir, 'own-onnx', ownDescription),
  JSON.stringify({ ...described, model: 'model.onnx', licence: 'MIT' }),
);
writeStaticModel(join(modelsDir, 'own-static'), words, 'I8');
writeFileSync(
  join(modelsDir, 'own-static', ownDescription),
  JSON.stringify({ ...described, model: 'model.safetensors', licence: 'CC0-1.0' }),
);
mkdirSync(dataDir);

let instance: Instance | null = null;
let account: TestAccount;
afterAll(async () => {
  await instance?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function startedWith(encoder: string | null): Promise<Api> {
  await instance?.halt();
  const chosen: Record<string, string> = encoder === null ? {} : { CONTRAFACT_ENCODER: encoder };
  instance = await startInstance({ dataDir, env: { CONTRAFACT_MODELS_DIR: modelsDir, ...chosen } });
  account ??= await instance.account('enterprise');
  return apiOf(instance, account);
}

interface Searched {
  readonly engines: readonly { readonly name: string; readonly model: string; readonly limits: string }[];
  readonly encoding_anew?: { readonly model: string; readonly songs_left: number };
}

async function searched(api: Api): Promise<Searched> {
  const { body } = await api.post('/lyric-plagiarism/standard', {
    lyric_text: lyricOf(7),
    song_title: 'Mine',
  });
  for (;;) {
    const task = await api.get(`/tasks/${String(body.taskId)}`);
    if (task.body.status === 'failure') throw new Error(String(task.body.error));
    if (task.body.status === 'completed') {
      expect(task.body.result).toMatchObject({ total_songs_checked: songs });
      return task.body.detail as Searched;
    }
    await sleep(50);
  }
}

/** Searches until the songs are encoded anew; every answer on the way says which model gave it. */
async function goneOver(api: Api, encoder: string): Promise<Searched> {
  for (let tries = 0; tries < 600; tries++) {
    const detail = await searched(api);
    const isDone = detail.encoding_anew === undefined;
    expect(detail.engines[0]!.model).toMatch(isDone ? `${encoder}@` : /^mini-multi-static-128@/);
    if (isDone) return detail;
    expect(detail.encoding_anew!.model).toMatch(`${encoder}@`);
    await sleep(100);
  }
  throw new Error(`The songs were not encoded by ${encoder}:\n${instance!.logs}`);
}

describe('an encoder of the operator’s own', () => {
  it('is listed with its size and licence, and is in use with one setting', async () => {
    const env = { CONTRAFACT_DATA_DIR: dataDir, CONTRAFACT_MODELS_DIR: modelsDir };
    const listed = await cliJson<{ id: string }[]>(['models', 'list'], {
      env: { ...env, CONTRAFACT_ENCODER: 'own-static' },
    });
    expect(listed.filter(({ id }) => id.startsWith('own-'))).toMatchObject([
      { id: 'own-onnx', bytes: expect.any(Number), licence: 'MIT', in_use: false },
      { id: 'own-static', bytes: expect.any(Number), licence: 'CC0-1.0', in_use: true },
    ]);
  });

  it('takes over an instance whose songs another one encoded: ONNX, then a static table, and the earlier index goes', async () => {
    const api = await startedWith(null);
    const { body: dataset } = await api.post('/datasets', { name: 'Gates' });
    const rows = Array.from({ length: songs }, (_, song) =>
      JSON.stringify({ title: `Gate ${song}`, lyrics: lyricOf(song) }),
    );
    const imported = await fetch(`${instance!.url}/api/v1/datasets/${String(dataset.dataset_id)}/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.apiKey}`, 'content-type': 'application/x-ndjson' },
      body: rows.join('\n'),
    });
    expect([imported.status, await imported.json()]).toMatchObject([200, { added: songs }]);
    expect((await goneOver(api, 'mini-multi-static-128')).engines[0]!.limits).not.toBe(limits);
    for (const encoder of ['own-onnx', 'own-static']) {
      const { engines } = await goneOver(await startedWith(encoder), encoder);
      expect(engines[0]).toMatchObject({ name: 'semantic', limits });
      await expect
        .poll(() => instance!.logs, { timeout: 60_000 })
        .toContain('dropped the index of other encoders');
    }
  });
});
