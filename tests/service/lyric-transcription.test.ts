/** Lyric transcription over real HTTP: without a recogniser, and with an endpoint of the operator's own. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, apiOf } from '../support/api.js';
import { type Instance, startInstance, type TestAccount } from '../support/instance.js';
import { type Received, receiverEnv, startReceiver, type TestReceiver } from '../support/receiver.js';
import { projectRoot } from '../support/run-cli.js';

const models = join(projectRoot, '..', 'shared', 'models');
const speech = join(models, 'whisper-nano-cases', 'wav', 'en_0_2.wav');
const apiKey = 'sk-a-secret-of-the-operator';

describe.skipIf(!existsSync(speech))('a song with vocals (needs the development data)', () => {
  let receiver: TestReceiver;
  let endpoint: Server;
  let modelsDir: string;
  const asked: { authorization: string | undefined; body: string }[] = [];
  const instances: Instance[] = [];

  beforeAll(async () => {
    receiver = await startReceiver();
    modelsDir = mkdtempSync(join(tmpdir(), 'contrafact-test-models-'));
    mkdirSync(modelsDir, { recursive: true });
    cpSync(join(models, 'yamnet'), join(modelsDir, 'yamnet'), { recursive: true });
    endpoint = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      asked.push({
        authorization: request.headers.authorization,
        body: Buffer.concat(chunks).toString('latin1'),
      });
      const segments = [{ start: 0.2, end: 2.4, text: ' The moon is on the river', no_speech_prob: 0.01 }];
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ text: 'The moon is on the river', language: 'english', segments }));
    });
    await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    for (const instance of instances) await instance.stop();
    await receiver.close();
    endpoint.closeAllConnections();
    endpoint.close();
    rmSync(modelsDir, { recursive: true, force: true });
  });

  async function transcribed(
    env: Record<string, string>,
  ): Promise<{ api: Api; account: TestAccount; instance: Instance; final: Received }> {
    const instance = await startInstance({
      env: { ...receiverEnv, CONTRAFACT_MODELS_DIR: modelsDir, ...env },
    });
    instances.push(instance);
    const account = await instance.account('enterprise');
    await instance.command('setCallback', { accountId: account.accountId, url: receiver.url });
    const api = apiOf(instance, account);
    const musicId = await api.upload(readFileSync(speech), 'speech.wav');
    const started = await api.post('/lyric-transcription/standard', { musicId });
    expect(started.status).toBe(202);
    return { api, account, instance, final: await receiver.final(String(started.body.taskId), 150_000) };
  }

  it('fails without a recogniser, in a callback that names the command which installs one', async () => {
    const { final } = await transcribed({});
    expect(final.body).toMatchObject({
      task_name: 'lyric-transcription',
      status: 'failure',
      result_json: {},
      error: expect.stringContaining('contrafact models pull whisper-base'),
    });
  });

  it('is transcribed by the operator’s endpoint; its lyrics can be downloaded, and the key is in no log', async () => {
    const { port } = endpoint.address() as AddressInfo;
    const { account, instance, final } = await transcribed({
      CONTRAFACT_TRANSCRIBE_URL: `http://127.0.0.1:${port}/v1`,
      CONTRAFACT_TRANSCRIBE_API_KEY: apiKey,
      CONTRAFACT_TRANSCRIBE_ALLOW: '127.0.0.0/8',
    });
    expect(final.body).toMatchObject({
      status: 'success',
      result_json: {
        lyrics: 'The moon is on the river',
        languages: expect.arrayContaining([expect.objectContaining({ code: 'en' })]),
        is_instrumental: false,
      },
    });
    expect(asked[0]!.authorization).toBe(`Bearer ${apiKey}`);
    expect(asked[0]!.body).toContain('RIFF');
    expect(instance.logs).not.toContain(apiKey);
    const url = `${instance.url}/api/v1/tasks/${final.body.task_id}`;
    const headers = { authorization: `Bearer ${account.apiKey}` };
    const lrc = await (await fetch(`${url}/lyrics.lrc`, { headers })).text();
    expect(lrc).toMatch(/\[00:0\d\.\d\d\]The moon is on the river\n$/);
    const srt = await (await fetch(`${url}/lyrics.srt`, { headers })).text();
    expect(srt).toMatch(/^1\n00:00:0\d,\d{3} --> /);
    expect(JSON.stringify(await (await fetch(url, { headers })).json())).not.toContain(apiKey);
  });
});
