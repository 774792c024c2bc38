import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { form, wav } from '../../../tests/contract/support/form.js';
import {
  startTestService,
  type TestAccount,
  type TestService,
} from '../../../tests/contract/support/service.js';

const taskIdPattern = /^task_\d{14}_[0-9a-z]{8}$/;

interface Case {
  readonly operation: string;
  readonly url: string;
  readonly model: string;
  readonly record: boolean;
}

const cases: Case[] = [
  { operation: 'plagiarism', url: '/api/v1/plagiarism/standard', model: 'standard', record: true },
  {
    operation: 'lyric-transcription',
    url: '/api/v1/lyric-transcription/standard',
    model: 'standard',
    record: false,
  },
  {
    operation: 'lyric-transcription',
    url: '/api/v1/lyric_transcription/standard',
    model: 'standard',
    record: false,
  },
  { operation: 'fingerprint-scan', url: '/api/v1/fingerprint/scan', model: '', record: false },
  ...['lite', 'standard', 'pro', 'pro-v2'].map((model) => ({
    operation: 'ai-detection',
    url: `/api/v1/ai-detection/${model}`,
    model,
    record: true,
  })),
];

let service: TestService;
beforeAll(async () => {
  service = await startTestService({}, { queueLimit: 6 });
});
afterAll(() => service.close());

it('there is a case for every route that takes a musicId or the file itself', () => {
  const routes = service.server.contractTable.filter(
    ({ method, schema }) =>
      method === 'POST' && takesFile(schema?.body) && 202 in ((schema?.response ?? {}) as object),
  );
  const tried = cases.map(({ url }) => url.slice(0, url.lastIndexOf('/')));
  expect([...new Set(tried)].sort()).toEqual(
    routes.map(({ url }) => url.slice(0, url.lastIndexOf('/'))).sort(),
  );
});

const takesFile = (body: unknown): boolean =>
  'multipart/form-data' in ((body as { content?: object } | undefined)?.content ?? {});

describe.each(cases)('POST $url', ({ operation, url, model, record }) => {
  let account: TestAccount;
  let musicId: string;
  beforeAll(async () => {
    account = await service.account();
    musicId = await service.upload(account);
  });

  const start = (json: unknown) => service.call(account, { method: 'POST', url, json });

  function taskIdOf(body: Record<string, string>, filepath: string): string {
    if (!record) {
      expect(Object.keys(body)).toEqual(['taskId']);
      return body.taskId as string;
    }
    expect(Object.keys(body).sort()).toEqual(['created_at', 'filepath', 'model', 'status', 'task_id']);
    expect(body).toMatchObject({ status: 'pending', model, filepath });
    expect(body.created_at).toMatch(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/);
    return body.task_id as string;
  }

  it('202: a musicId answers exactly the documented fields and Location', async () => {
    const answer = await start({ musicId });
    expect(answer.statusCode).toBe(202);
    const taskId = taskIdOf(answer.json(), `music/${musicId}`);
    expect(taskId).toMatch(taskIdPattern);
    expect(answer.headers.location).toBe(`/api/v1/tasks/${taskId}`);
    expect(await service.dependencies.tasks.get(account.id, taskId)).toMatchObject({
      operation,
      model,
      musicId,
      variant: 'music',
      keyId: account.keyId,
      filename: 'song 1.wav',
    });
  });

  it('202: a multipart file uploads and analyses in one call', async () => {
    const given = form([], [{ filename: 'Other.wav', content: wav(0.3, 33) }]);
    const answer = await service.call(account, { method: 'POST', url, ...given });
    expect(answer.statusCode).toBe(202);
    const [music] = (await service.dependencies.music.list(account.id, { limit: 1 })).items;
    const taskId = taskIdOf(answer.json(), `music/${music?.id}`);
    expect(await service.dependencies.tasks.get(account.id, taskId)).toMatchObject({
      variant: 'file',
      filename: 'Other.wav',
      musicId: music?.id,
    });
  });

  it('202: known bytes under another name: the task has this request’s names, the library those of the first', async () => {
    const send = (filename: string, fields: [string, string][] = []) =>
      service.call(account, {
        method: 'POST',
        url,
        ...form(fields, [{ filename, content: wav(0.3, 34) }]),
      });
    await send('First.wav');
    const answer = await send('Second.wav', [
      ['title', 'New title'],
      ['artist', 'New artist'],
    ]);
    expect(answer.statusCode).toBe(202);
    const task = await service.dependencies.tasks.get(
      account.id,
      answer.json().task_id ?? answer.json().taskId,
    );
    expect(task).toMatchObject({
      filename: 'Second.wav',
      parameters: { named: { title: 'New title', artist: 'New artist' } },
    });
    expect(await service.dependencies.music.get(account.id, task!.musicId!)).toMatchObject({
      filename: 'First.wav',
      title: 'First',
      artist: '',
    });
  });

  it('422 validation_error: a name that the JSON body has twice, no body, or one that is no object', async () => {
    const headers = { 'content-type': 'application/json' };
    const twice = `{"musicId":"mus_other","musicId":"${musicId}"}`;
    for (const [payload, detail] of [
      [twice, 'This field is given twice.'],
      ['', 'The request has no body.'],
      ['null', 'Must be an object.'],
      ['[]', 'Must be an object.'],
    ] as const) {
      const answer = await service.call(account, { method: 'POST', url, payload, headers });
      expect(answer.statusCode).toBe(422);
      expect(answer.json().errors).toEqual([expect.objectContaining({ detail })]);
    }
  });

  it('422 unknown_music_id: an id that is not there', async () => {
    const answer = await start({ musicId: 'mus_none' });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ code: 'unknown_music_id', errors: [{ pointer: '#/musicId' }] });
  });

  it('422: undecodable audio, 413: a file too large, both before a task exists', async () => {
    const before = (await service.dependencies.tasks.list(account.id, { limit: 200 })).tasks.length;
    const text = form([], [{ filename: 'x.wav', content: Buffer.from('no audio') }]);
    expect((await service.call(account, { method: 'POST', url, ...text })).json().code).toBe('not_decodable');
    const large = form([], [{ filename: 'x.wav', content: Buffer.alloc(1_000_001) }]);
    expect((await service.call(account, { method: 'POST', url, ...large })).statusCode).toBe(413);
    expect((await service.dependencies.tasks.list(account.id, { limit: 200 })).tasks).toHaveLength(before);
  });
});

describe.each(cases.filter(({ model }) => model !== ''))('POST $url, which names a model', ({ url }) => {
  let account: TestAccount;
  let musicId: string;
  beforeAll(async () => {
    account = await service.account();
    musicId = await service.upload(account);
  });

  it('422 validation_error: a model that does not exist, before any upload is read', async () => {
    const wrong = url.replace(/[^/]+$/, 'ultra');
    const json = await service.call(account, { method: 'POST', url: wrong, json: { musicId } });
    expect(json.statusCode).toBe(422);
    expect(json.json()).toMatchObject({ code: 'validation_error', errors: [{ in: 'path' }] });
    const given = form([], [{ filename: 'x.wav', content: wav(0.1, 90) }]);
    expect((await service.call(account, { method: 'POST', url: wrong, ...given })).statusCode).toBe(422);
  });
});

describe('what single operations add', () => {
  let account: TestAccount;
  let musicId: string;
  beforeAll(async () => {
    account = await service.account();
    musicId = await service.upload(account);
  });

  const post = (url: string, json: unknown, who = account) =>
    service.call(who, { method: 'POST', url, json });
  const parametersOf = async (taskId: string) =>
    (await service.dependencies.tasks.get(account.id, taskId))?.parameters;

  it.each(['free', 'pro'] as const)(
    '403 plan_required: pro-v2 on the plan %s, in both variants',
    async (plan) => {
      const other = await service.account(plan);
      const id = await service.upload(other);
      const url = '/api/v1/ai-detection/pro-v2';
      const json = await post(url, { musicId: id }, other);
      expect(json.statusCode).toBe(403);
      expect(json.json().code).toBe('plan_required');
      const given = form([], [{ filename: 'x.wav', content: wav(0.1, 91) }]);
      expect((await service.call(other, { method: 'POST', url, ...given })).statusCode).toBe(403);
    },
  );

  it('plagiarism searches default unless a dataset of the account is named; else 422 unknown_dataset_id', async () => {
    const url = '/api/v1/plagiarism/standard';
    const byDefault = await post(url, { musicId });
    expect(await parametersOf(byDefault.json().task_id)).toEqual({ dataset_id: 'default' });
    const explicit = await post(url, { musicId, dataset_id: 'default' });
    expect(explicit.statusCode).toBe(202);
    const unknown = await post(url, { musicId, dataset_id: 'ds_none' });
    expect(unknown.statusCode).toBe(422);
    expect(unknown.json().code).toBe('unknown_dataset_id');
    const own = (await post('/api/v1/datasets', { name: 'Mine' })).json().dataset_id;
    const given = form([['dataset_id', own]], [{ filename: 'x.wav', content: wav(0.2, 92) }]);
    const file = await service.call(account, { method: 'POST', url, ...given });
    expect(await parametersOf(file.json().task_id)).toEqual({ dataset_id: own });
  });

  it('transcription takes a language hint, and 422 for one outside the 18', async () => {
    const url = '/api/v1/lyric-transcription/standard';
    const answer = await post(url, { musicId, language: 'ko' });
    expect(await parametersOf(answer.json().taskId)).toEqual({ language: 'ko' });
    expect((await post(url, { musicId, language: 'xx' })).statusCode).toBe(422);
  });

  it('transcription takes the words of the song to align, and 422 for more than 500 lines of them', async () => {
    const url = '/api/v1/lyric-transcription/standard';
    const answer = await post(url, { musicId, lyrics: 'One line\nAnother' });
    expect(await parametersOf(answer.json().taskId)).toEqual({ lyrics: 'One line\nAnother' });
    const tooLong = await post(url, { musicId, lyrics: 'la\n'.repeat(501) });
    expect(tooLong.statusCode).toBe(422);
    expect(tooLong.payload).toContain('501 lines');
  });

  it('429 queue_full: has its own code and Retry-After', async () => {
    let answer = await post('/api/v1/fingerprint/add', { musicId });
    while (answer.statusCode === 202) answer = await post('/api/v1/fingerprint/add', { musicId });
    expect(answer.statusCode).toBe(429);
    expect(answer.json().code).toBe('queue_full');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });
});
