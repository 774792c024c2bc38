/** Lyric transcription over real HTTP: without a recogniser, and with an endpoint of the operator's own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sungSong } from '../../src/sample-music/singing/sung-song.js';
import { wavFile } from '../../src/sample-music/wav.js';
import { type Api, apiOf } from '../support/api.js';
import { setUpOwner } from '../support/dashboard-owner.js';
import { type Instance, startInstance, type TestAccount } from '../support/instance.js';
import { type Received, receiverEnv, startReceiver, type TestReceiver } from '../support/receiver.js';
import { itInLongRounds } from '../support/rounds.js';

const sampleRateHz = 16_000;
/** The first two lines. */
const song = wavFile(sungSong(sampleRateHz).subarray(5 * sampleRateHz, 18 * sampleRateHz), sampleRateHz);
const clip = wavFile(sungSong(sampleRateHz).subarray(5 * sampleRateHz, 5.3 * sampleRateHz), sampleRateHz);
const apiKey = 'sk-a-secret-of-the-operator';

describe('a song with vocals', () => {
  let receiver: TestReceiver;
  let endpoint: Server;
  let modelsDir: string;
  const asked: { authorization: string | undefined; body: string }[] = [];
  const instances: Instance[] = [];
  let withoutRecogniser: Api;

  beforeAll(async () => {
    receiver = await startReceiver();
    modelsDir = mkdtempSync(join(tmpdir(), 'contrafact-test-models-'));
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

  async function started(
    env: Record<string, string>,
  ): Promise<{ api: Api; account: TestAccount; instance: Instance }> {
    const instance = await startInstance({
      env: { ...receiverEnv, CONTRAFACT_MODELS_DIR: modelsDir, ...env },
    });
    instances.push(instance);
    const account = await instance.account('enterprise');
    await instance.command('setCallback', { accountId: account.accountId, url: receiver.url });
    return { api: apiOf(instance, account), account, instance };
  }

  async function transcribed(api: Api, wav = song): Promise<Received> {
    const musicId = await api.upload(wav, 'song.wav');
    const accepted = await api.post('/lyric-transcription/standard', { musicId });
    expect(accepted.status).toBe(202);
    return receiver.final(String(accepted.body.taskId), 150_000);
  }

  it('fails without a recogniser, in a callback that names the command which installs one', async () => {
    ({ api: withoutRecogniser } = await started({}));
    const final = await transcribed(withoutRecogniser);
    expect(final.body).toMatchObject({
      task_name: 'lyric-transcription',
      status: 'failure',
      result_json: {},
      error: expect.stringContaining('contrafact models pull whisper-base'),
    });
  });

  it('fails as a clip of 0.3 s, which is too short to be called instrumental, with a verdict that says so', async () => {
    const short = await transcribed(withoutRecogniser, clip);
    expect(short.body).toMatchObject({
      status: 'failure',
      result_json: {},
      error: expect.stringContaining('the recording lasts 0.3 s, and 3 s are needed'),
    });
    const task = await withoutRecogniser.get(`/tasks/${short.body.task_id}`);
    expect(task.body.detail).toMatchObject({ verdict: { finding: 'cannot_tell' } });
  });

  it('is transcribed by the operator’s endpoint; its lyrics can be downloaded, and the key is in no log', async () => {
    const { port } = endpoint.address() as AddressInfo;
    const { api, account, instance } = await started({
      CONTRAFACT_TRANSCRIBE_URL: `http://127.0.0.1:${port}/v1`,
      CONTRAFACT_TRANSCRIBE_API_KEY: apiKey,
      CONTRAFACT_TRANSCRIBE_ALLOW: '127.0.0.0/8',
    });
    const final = await transcribed(api);
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

  itInLongRounds('is in the sample data, and transcribed where there is a recogniser', async () => {
    const owner = await setUpOwner(instances[1]!);
    await owner.call('POST', '/sample-data');
    const labels = async (): Promise<string[]> => {
      const { tasks } = await owner.call<{
        tasks: Array<{ operation: string; status: string; verdict: { label: string } | null }>;
      }>('GET', '/tasks?limit=100');
      return tasks
        .filter(({ operation }) => operation === 'lyric-transcription')
        .map(({ status, verdict }) => verdict?.label ?? status)
        .sort();
    };
    // The endpoint of this test hears words in any piece that it is asked about.
    await expect
      .poll(labels, { timeout: 240_000, interval: 1000 })
      .toEqual([
        expect.stringMatching(/^\d+ lines? transcribed$/),
        expect.stringMatching(/^(\d+ lines? transcribed|Instrumental)$/),
      ]);
  });
});
