import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ContrafactClient } from './client.js';
import { ContrafactError } from './error.js';

interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}
type Reply = { status?: number; json?: unknown; text?: string; headers?: Record<string, string> };

let server: Server;
let client: ContrafactClient;
let seen: Seen[];
let reply: (request: Seen) => Reply;

beforeEach(async () => {
  seen = [];
  reply = () => ({ json: {} });
  server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '', headers } = request;
    const item = { method, url, headers, body: Buffer.concat(chunks).toString('latin1') };
    seen.push(item);
    const { status = 200, json, text, headers: extra = {} } = reply(item);
    response.writeHead(status, extra).end(text ?? (json === undefined ? '' : JSON.stringify(json)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  client = new ContrafactClient({ baseUrl: `http://127.0.0.1:${port}/`, apiKey: 'k-1' });
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const problem = (status: number, code: string): Reply => ({
  status,
  json: { type: 'about:blank', title: 'No', status, detail: 'Because.', code, request_id: 'r1' },
});
const file = new File([new Uint8Array(300_000).fill(7)], 'söng "1".mp3', { type: 'audio/mpeg' });

describe('requests', () => {
  it('go to the documented paths, with the key', async () => {
    reply = () => ({ json: { taskId: 'task_1' } });
    await client.analyze('mus_1', 'fingerprint-add').started;
    await client.analyze('mus_1', 'fingerprint-check').started;
    await client.analyze('mus_1', 'plagiarism', { datasetId: 'default' }).started;
    await client.analyze('mus_1', 'lyric-transcription').started;
    await client.analyze('mus_1', 'ai-detection', { model: 'pro-v2', idempotencyKey: 'once' }).started;
    await client.analyzeLyrics({ lyric_text: 'a\nb', song_title: 'c' }).started;
    await client.tasks.get('task_/1');
    await client.tasks.list({ status: 'success', limit: 5, cursor: undefined });
    await client.tasks.cancel('task_1');
    await client.tasks.lyrics('task_1', 'lrc');
    await client.tasks.rerun('task_1');
    await client.listMusic();
    await client.getMusic('mus_1');
    await client.deleteMusic('mus_1');
    await client.removeFingerprint('mus_1');
    await client.events({ after: 3 });
    await client.usage({ from: '2026-01-01T00:00:00Z' });
    await client.datasets.create({ name: 'mine' });
    await client.datasets.list();
    await client.datasets.get('ds_1');
    await client.datasets.addSong('ds_1', { title: 't', lyrics: 'l' });
    await client.datasets.import('ds_1', 'title\nx\n', 'csv');
    await client.datasets.listSongs('ds_1', { limit: 2 });
    await client.datasets.getSong('ds_1', 'song_1');
    await client.datasets.deleteSong('ds_1', 'song_1');
    await client.datasets.delete('ds_1');
    expect(seen.map(({ method, url, body }) => `${method} ${url} ${body}`.trim())).toStrictEqual([
      'POST /api/v1/fingerprint/add {"musicId":"mus_1"}',
      'POST /api/v1/fingerprint/check {"musicId":"mus_1"}',
      'POST /api/v1/plagiarism/standard {"musicId":"mus_1","dataset_id":"default"}',
      'POST /api/v1/lyric-transcription/standard {"musicId":"mus_1"}',
      'POST /api/v1/ai-detection/pro-v2 {"musicId":"mus_1"}',
      'POST /api/v1/lyric-plagiarism/standard {"lyric_text":"a\\nb","song_title":"c"}',
      'GET /api/v1/tasks/task_%2F1',
      'GET /api/v1/tasks?status=success&limit=5',
      'POST /api/v1/tasks/task_1/cancel',
      'GET /api/v1/tasks/task_1/lyrics.lrc',
      'POST /api/v1/tasks/task_1/rerun',
      'GET /api/v1/music',
      'GET /api/v1/music/mus_1',
      'DELETE /api/v1/music/mus_1',
      'DELETE /api/v1/fingerprint/mus_1',
      'GET /api/v1/events?after=3',
      'GET /api/v1/usage?from=2026-01-01T00%3A00%3A00Z',
      'POST /api/v1/datasets {"name":"mine"}',
      'GET /api/v1/datasets',
      'GET /api/v1/datasets/ds_1',
      'POST /api/v1/datasets/ds_1/songs {"title":"t","lyrics":"l"}',
      'POST /api/v1/datasets/ds_1/import title\nx',
      'GET /api/v1/datasets/ds_1/songs?limit=2',
      'GET /api/v1/datasets/ds_1/songs/song_1',
      'DELETE /api/v1/datasets/ds_1/songs/song_1',
      'DELETE /api/v1/datasets/ds_1',
    ]);
    expect(seen.every(({ headers }) => headers.authorization === 'Bearer k-1')).toBe(true);
    expect(seen[4]?.headers['idempotency-key']).toBe('once');
    expect(seen[21]?.headers['content-type']).toBe('text/csv');
  });

  it('an import is started, watched, cancelled, and its rejected rows come as a file', async () => {
    reply = () => ({ json: { import_id: 'imp_1', status: 'pending' } });
    const rows = '{"title":"x"}';
    const job = await client.imports.start('ds_1', rows, 'jsonl', { name: 'a b', idempotencyKey: 'once' });
    expect(job.import_id).toBe('imp_1');
    expect(seen.at(-1)).toMatchObject({
      method: 'POST',
      url: '/api/v1/datasets/ds_1/import?name=a+b',
      body: rows,
      headers: {
        prefer: 'respond-async',
        'content-type': 'application/x-ndjson',
        'idempotency-key': 'once',
      },
    });
    await client.imports.cancel('imp_1');
    expect(seen.at(-1)).toMatchObject({ method: 'POST', url: '/api/v1/imports/imp_1/cancel' });
    reply = () => ({ json: { imports: [{ import_id: 'imp_1' }], next_cursor: null } });
    expect((await client.imports.list({ dataset_id: 'ds_1' })).items).toHaveLength(1);
    expect(seen.at(-1)?.url).toBe('/api/v1/imports?dataset_id=ds_1');
    reply = () => ({ text: 'row,detail' });
    expect(await client.imports.rejections('imp_1')).toBe('row,detail');
    expect(seen.at(-1)?.url).toBe('/api/v1/imports/imp_1/rejections.csv');
  });

  it('an import that outlives its request is waited for, and one that stopped rejects', async () => {
    const job = { import_id: 'imp_1', status: 'processing', report: null };
    const ended = { ...job, status: 'success', report: { import_id: 'imp_1', rows: 3 } };
    let looks = 0;
    reply = ({ method }) =>
      method === 'POST' ? { status: 202, json: job } : { json: ++looks < 2 ? job : ended };
    expect(await client.datasets.import('ds_1', 'title\nx', 'csv')).toEqual(ended.report);
    expect(looks).toBe(2);
    reply = ({ method }) =>
      method === 'POST' ? { json: job } : { json: { ...ended, status: 'failure', error: 'Row 2 is wrong.' } };
    await expect(client.datasets.import('ds_1', 'title\nx', 'csv')).rejects.toMatchObject({
      code: 'import_stopped',
      message: 'Row 2 is wrong.',
    });
  });

  it('two songs are compared by their ids, and the report comes as a page', async () => {
    reply = () => ({ json: { taskId: 'task_9' } });
    const pending = client.compare('mus_1', 'mus_2', { idempotencyKey: 'once' });
    expect(await pending.taskId()).toBe('task_9');
    expect(seen.at(-1)).toMatchObject({ method: 'POST', url: '/api/v1/compare' });
    expect(JSON.parse(seen.at(-1)!.body)).toEqual({ musicId: 'mus_1', otherMusicId: 'mus_2' });
    reply = () => ({ text: '<!doctype html>' });
    expect(await client.tasks.report('task_9')).toBe('<!doctype html>');
    expect(seen.at(-1)?.url).toBe('/api/v1/tasks/task_9/report');
  });

  it('a description is waited for while it is computed, and a failure is reported at once', async () => {
    let looks = 0;
    reply = () =>
      ++looks < 3 ? problem(409, 'description_pending') : { json: { musicId: 'mus_1', tempo_bpm: 120 } };
    expect(await client.describe('mus_1', { notes: true, pollMs: 1 })).toMatchObject({ tempo_bpm: 120 });
    expect(looks).toBe(3);
    expect(seen.at(-1)?.url).toBe('/api/v1/music/mus_1/description?notes=true');
    looks = 0;
    await expect(client.describe('mus_1', { timeoutMs: 0 })).rejects.toMatchObject({
      code: 'description_pending',
    });
    reply = () => problem(422, 'description_failed');
    await expect(client.describe('mus_1')).rejects.toMatchObject({ code: 'description_failed' });
  });

  it('lyrics come as the text of the file', async () => {
    reply = () => ({ text: '[00:01.00]one\n' });
    expect(await client.tasks.lyrics('task_1', 'lrc')).toBe('[00:01.00]one\n');
  });

  it.each([undefined, 'progress'])('an upload is a form with file, title and name (%s)', async (progress) => {
    const sent: number[] = [];
    const onProgress = progress
      ? ({ sentBytes }: { sentBytes: number }) => void sent.push(sentBytes)
      : undefined;
    reply = () => ({ status: 201, json: { musicId: 'mus_9' } });
    expect((await client.upload(file, { title: 'Song', onProgress })).musicId).toBe('mus_9');
    const { headers, body } = seen[0] as Seen;
    const init = { headers: { 'content-type': String(headers['content-type']) } };
    const form = await new Response(Buffer.from(body, 'latin1'), init).formData();
    const part = form.get('file') as File;
    expect([form.get('title'), part.name, part.size]).toStrictEqual(['Song', 'söng "1".mp3', 300_000]);
    if (progress) {
      expect(sent.length).toBeGreaterThan(1);
      expect(sent).toStrictEqual([...sent].sort((a, b) => a - b));
      expect(sent.at(-1)).toBe(300_000);
    }
  });

  it('the file variant is one form to the analysis itself', async () => {
    reply = () => ({ status: 202, json: { taskId: 'task_7' } });
    const pending = client.analyzeFile(new Blob(['x']), 'lyric-transcription', { filename: 'a.wav' });
    expect(await pending.taskId()).toBe('task_7');
    expect(seen[0]).toMatchObject({ method: 'POST', url: '/api/v1/lyric-transcription/standard' });
    expect(seen[0]?.body).toContain('filename="a.wav"');
  });

  it('a page has its items and how to go on', async () => {
    reply = ({ url }) =>
      url.includes('cursor')
        ? { json: { music: [], next_cursor: null } }
        : { json: { music: [{ musicId: 'm' }], next_cursor: 'c' } };
    const first = await client.listMusic();
    expect(first).toStrictEqual({ items: [{ musicId: 'm' }], nextCursor: 'c' });
    expect(await client.listMusic({ cursor: 'c' })).toStrictEqual({ items: [], nextCursor: null });
  });
});

describe('errors', () => {
  it('carry status, code and the problem', async () => {
    reply = () => problem(422, 'unknown_music_id');
    const error = await client
      .analyze('mus_x', 'plagiarism')
      .wait()
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ContrafactError);
    expect(error).toMatchObject({
      status: 422,
      code: 'unknown_music_id',
      message: 'No: Because.',
      problem: { request_id: 'r1' },
    });
  });

  it("of a proxy's page are still errors of this client", async () => {
    reply = () => ({ status: 502, text: '<html>' });
    await expect(client.listMusic()).rejects.toMatchObject({
      status: 502,
      code: 'unexpected_answer',
      problem: null,
    });
  });

  it('of a service that is not there say so', async () => {
    const lost = new ContrafactClient({ baseUrl: 'http://127.0.0.1:9', apiKey: 'k' });
    await expect(lost.listMusic()).rejects.toMatchObject({ status: 0, code: 'connection_failed' });
  });

  it('after 429 the request is repeated as the service asks, with its form made anew', async () => {
    reply = () =>
      seen.length < 3
        ? { ...problem(429, 'rate_limited'), headers: { 'retry-after': '0' } }
        : { json: { musicId: 'm' } };
    expect((await client.upload(file)).musicId).toBe('m');
    expect(seen.map(({ body }) => body.length > 300_000)).toStrictEqual([true, true, true]);
  });

  it('after too many 429 the caller gets the problem', async () => {
    reply = () => ({ ...problem(429, 'rate_limited'), headers: { 'retry-after': '0' } });
    await expect(client.listMusic()).rejects.toMatchObject({ code: 'rate_limited' });
    expect(seen).toHaveLength(3);
  });

  it('in the options are reported at once', () => {
    expect(() => new ContrafactClient({ baseUrl: 'service', apiKey: 'k' })).toThrow(/baseUrl/);
    expect(() => new ContrafactClient({ baseUrl: 'http://a', apiKey: '' })).toThrow(/apiKey/);
  });
});

describe('wait', () => {
  const view = (status: string, more: object = {}): Reply => ({
    json: { task_id: 'task_1', status, progress: 0.5, ...more },
  });
  const start: Reply = { status: 202, json: { taskId: 'task_1' } };

  it('follows the task to its result, whatever the operation calls it', async () => {
    const steps = [
      start,
      view('pending'),
      view('processing'),
      view('completed', { result: { max_similarity: 1 } }),
    ];
    reply = () => steps[seen.length - 1] ?? {};
    const progress: string[] = [];
    const finished = await client
      .analyzeLyrics({ lyric_text: 'a', song_title: 'b' })
      .wait({ pollMs: 1, onProgress: (task) => progress.push(task.status) });
    expect(finished).toMatchObject({ taskId: 'task_1', result: { max_similarity: 1 } });
    expect(progress).toStrictEqual(['pending', 'processing', 'completed']);
    reply = ({ method }) => (method === 'POST' ? start : view('success', { result_json: { lyrics: 'la' } }));
    expect((await client.analyze('m', 'lyric-transcription').wait()).result.lyrics).toBe('la');
  });

  it.each([
    ['failure', 'task_failed'],
    ['cancelled', 'task_cancelled'],
    ['processing', 'timeout'],
  ])('a task that stays %s rejects with %s', async (status, code) => {
    reply = ({ method }) => (method === 'POST' ? start : view(status, { error: 'Silence.' }));
    const waiting = client.analyze('m', 'plagiarism').wait({ pollMs: 1, timeoutMs: 20 });
    await expect(waiting).rejects.toMatchObject({ code, status: 0 });
  });

  it('ends at once when the caller aborts', async () => {
    reply = ({ method }) => (method === 'POST' ? start : view('processing'));
    const abort = new AbortController();
    const waiting = client.analyze('m', 'plagiarism').wait({
      pollMs: 60_000,
      signal: abort.signal,
      onProgress: () => setTimeout(() => abort.abort(new Error('enough')), 1),
    });
    await expect(waiting).rejects.toThrow('enough');
  });
});
