import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { form, wav } from '../../../../tests/contract/support/form.js';
import {
  startTestService,
  type TestAccount,
  type TestService,
} from '../../../../tests/contract/support/service.js';
import { ComputeError } from '../../../domain/compute.js';

const url = '/api/v1/music';
const song = wav(1, 7);

describe('POST /api/v1/music', () => {
  let service: TestService;
  let account: TestAccount;
  beforeAll(async () => {
    service = await startTestService();
    account = await service.account();
  });
  afterAll(() => service.close());

  const post = (given: ReturnType<typeof form>, headers: Record<string, string> = {}) =>
    service.call(account, {
      method: 'POST',
      url,
      payload: given.payload,
      headers: { ...given.headers, ...headers },
    });

  it('201: answers every documented field and keeps exactly the bytes sent', async () => {
    const answer = await post(form([['title', 'Given']], [{ filename: 'My Song.wav', content: song }]));
    expect(answer.statusCode).toBe(201);
    const body = answer.json();
    expect(Object.keys(body).sort()).toEqual(
      [
        'musicId',
        'title',
        'artist',
        'filename',
        'format',
        'duration_seconds',
        'sample_rate',
        'channels',
        'bytes',
        'sha256',
        'created_at',
        'warnings',
      ].sort(),
    );
    expect(body).toMatchObject({
      title: 'Given',
      artist: '',
      filename: 'My Song.wav',
      format: 'wav',
      duration_seconds: 1,
      sample_rate: 8000,
      channels: 1,
      bytes: song.length,
      warnings: [],
    });
    expect(answer.headers.location).toBe(`${url}/${body.musicId}`);
    const music = await service.dependencies.music.get(account.id, body.musicId);
    expect(music?.blobKey).toBe(`music/${body.musicId}`);
    const { path } = await service.dependencies.blobs.acquire(music!.blobKey);
    expect(await readFile(path)).toEqual(song);
  });

  it('201: a file that is shorter or longer than its header promises, is silent, or has too many tags, is kept with documented warnings', async () => {
    const { run } = service.dependencies.compute;
    const compute = service.dependencies.compute as { run: typeof run };
    compute.run = async <Output>(...given: Parameters<typeof run>): Promise<Output> => {
      const probed = (await run(...given)) as object;
      return {
        ...probed,
        isTruncated: true,
        promisedSeconds: 180,
        roomSeconds: 3,
        isOverTagBudget: true,
        isSilent: true,
      } as Output;
    };
    const answer = await post(form([], [{ filename: 'Cut.wav', content: wav(0.1, 72) }]));
    compute.run = run;
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({
      title: 'Cut',
      warnings: [
        { code: 'cut_off', detail: expect.stringContaining('promises 180.0 s, but only 0.1 s') },
        { code: 'rest_not_read', detail: expect.stringContaining('has room for 3.0 s') },
        { code: 'silent', detail: expect.stringContaining('nothing to hear') },
        { code: 'tags_not_read', detail: expect.any(String) },
      ],
    });
  });

  it('keeps what a name is spelt with: quotation marks, as browsers send them, and joiners', async () => {
    const name = '%22Heroes%22 - می\u200cروم\u202e.wav';
    const answer = await post(form([], [{ filename: name, content: wav(0.1, 75) }]));
    expect(answer.json()).toMatchObject({
      title: '"Heroes" - می\u200cروم',
      filename: '"Heroes" - می\u200cروم.wav',
    });
  });

  it('422 validation_error: a part `file` without a filename, with what to do', async () => {
    const answer = await post(form([['file', 'x'.repeat(200_000)]], []));
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors).toEqual([
      { pointer: '#/file', detail: expect.stringContaining('no filename') },
    ]);
  });

  it('429 too_many_uploads: files of an account beyond those that may wait for inspection, with Retry-After', async () => {
    const { run } = service.dependencies.compute;
    const compute = service.dependencies.compute as { run: typeof run };
    compute.run = () => Promise.reject(new ComputeError('busy', 'full'));
    const answer = await post(form([], [{ filename: 'One more.wav', content: wav(0.1, 73) }]));
    compute.run = run;
    expect(answer.statusCode).toBe(429);
    expect(answer.json()).toMatchObject({ code: 'too_many_uploads' });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('507 storage_full: there is no room for the temporary files of the inspection', async () => {
    const { run } = service.dependencies.compute;
    const compute = service.dependencies.compute as { run: typeof run };
    compute.run = () => Promise.reject(new ComputeError('disk-full', 'No room is left.'));
    const answer = await post(form([], [{ filename: 'One more.wav', content: wav(0.1, 74) }]));
    compute.run = run;
    expect([answer.statusCode, answer.json().code]).toEqual([507, 'storage_full']);
  });

  it('503 unavailable: the disk of uploads became read-only; nothing is kept', async () => {
    const { put } = service.dependencies.blobs;
    const blobs = service.dependencies.blobs as { put: typeof put };
    blobs.put = () => Promise.reject(Object.assign(new Error('EROFS: read-only'), { code: 'EROFS' }));
    const before = (await service.dependencies.music.list(account.id, { limit: 200 })).items.length;
    const answer = await post(form([], [{ filename: 'One more.wav', content: wav(0.11, 175) }]));
    blobs.put = put;
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable']);
    expect(answer.headers['retry-after']).toBeDefined();
    expect((await service.dependencies.music.list(account.id, { limit: 200 })).items.length).toBe(before);
  });

  it('503 unavailable: the folder of arriving files is gone, as where a volume was unmounted', async () => {
    const blobs = service.dependencies.blobs as { temporaryFolder: string };
    const { temporaryFolder } = blobs;
    blobs.temporaryFolder = `${temporaryFolder}/gone`;
    const answer = await post(form([], [{ filename: 'One more.wav', content: wav(0.11, 176) }]));
    blobs.temporaryFolder = temporaryFolder;
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable']);
  });

  it('200: the same bytes again have the same musicId, whatever their name', async () => {
    const content = wav(0.2, 70);
    const first = await post(form([], [{ filename: 'a.wav', content }]));
    const again = await post(form([], [{ filename: 'b.mp3', content }]));
    expect([first.statusCode, again.statusCode]).toEqual([201, 200]);
    expect(again.json()).toEqual(first.json());
  });

  it('200: of two uploads of the same bytes at once, both get one musicId and one blob is kept', async () => {
    const content = wav(0.2, 71);
    const answers = await Promise.all([1, 2, 3].map(() => post(form([], [{ filename: 'a.wav', content }]))));
    expect(new Set(answers.map((answer) => answer.json().musicId)).size).toBe(1);
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 200, 201]);
  });

  it('takes the title from the file name where neither form nor tags give one', async () => {
    const answer = await post(form([], [{ filename: '../../etc/Ode to Joy.wav', content: wav(0.2, 72) }]));
    expect(answer.json()).toMatchObject({ title: 'Ode to Joy', filename: 'Ode to Joy.wav' });
  });

  it.each([
    ['no file', form([['title', 'x']], [])],
    [
      'two files',
      form(
        [],
        [
          { filename: 'a.wav', content: song },
          { filename: 'b.wav', content: song },
        ],
      ),
    ],
    ['a file under another name', form([], [{ name: 'audio', filename: 'a.wav', content: song }])],
    ['the field file as text', form([['file', 'text']], [])],
    ['an unknown field', form([['tempo', '120']], [{ filename: 'a.wav', content: song }])],
    [
      'a field twice',
      form(
        [
          ['title', 'a'],
          ['title', 'b'],
        ],
        [{ filename: 'a.wav', content: song }],
      ),
    ],
    ['a null character', form([['title', 'a\0b']], [{ filename: 'a.wav', content: wav(0.1, 99) }])],
    ['a title that is too long', form([['title', 'a'.repeat(501)]], [{ filename: 'a.wav', content: song }])],
  ])('422 validation_error: %s', async (_what, given) => {
    const answer = await post(given);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({
      code: 'validation_error',
      errors: [{ pointer: expect.any(String) }],
    });
  });

  it.each([
    ['cut off', { ...form([], [{ filename: 'a.wav', content: song }]), cut: 900 }],
    [
      'without a boundary',
      { payload: Buffer.from('x'), headers: { 'content-type': 'multipart/form-data' }, cut: 1 },
    ],
  ])('422 invalid_multipart: a form %s', async (_what, { payload, headers, cut }) => {
    const answer = await post({ payload: payload.subarray(0, cut), headers });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().code).toBe('invalid_multipart');
  });

  it.each([
    ['text', Buffer.from('this is no audio at all')],
    ['an empty file', Buffer.alloc(0)],
  ])('422 not_decodable: %s named .wav', async (_what, content) => {
    const answer = await post(form([], [{ filename: 'a.wav', content }]));
    expect(answer.statusCode).toBe(422);
    expect(answer.json().code).toBe('not_decodable');
  });

  it('422 audio_too_long: longer than the instance accepts', async () => {
    const answer = await post(form([], [{ filename: 'a.wav', content: wav(21) }]));
    expect(answer.statusCode).toBe(422);
    expect(answer.json().code).toBe('audio_too_long');
  });

  it('413 file_too_large: answered with and without a Content-Length that says so', async () => {
    const given = form([], [{ filename: 'a.wav', content: Buffer.alloc(1_000_001) }]);
    const answer = await post(given);
    expect(answer.statusCode).toBe(413);
    expect(answer.json()).toMatchObject({
      code: 'file_too_large',
      detail: expect.stringContaining('1000000'),
    });
    const announced = await post(given, { 'content-length': '9000000000' });
    expect(announced.statusCode).toBe(413);
  });

  it('415: a body that is no form', async () => {
    const answer = await service.call(account, { method: 'POST', url, json: { file: 'x' } });
    expect(answer.statusCode).toBe(415);
    expect(answer.json().code).toBe('unsupported_media_type');
  });

  it('leaves no unfinished upload behind, whatever became of the requests', async () => {
    await expect.poll(() => service.leftovers()).toEqual([]);
  });

  it('a client that hangs up in the middle leaves nothing behind and harms nobody', async () => {
    await service.server.listen({ port: 0, host: '127.0.0.1' });
    const { port } = service.server.server.address() as AddressInfo;
    const before = (await service.dependencies.music.list(account.id, { limit: 200 })).items.length;
    const given = form([], [{ filename: 'a.wav', content: wav(10, 5) }]);
    await new Promise<void>((resolve) => {
      const sending = request({
        port,
        method: 'POST',
        path: url,
        headers: {
          ...given.headers,
          authorization: `Bearer ${account.key}`,
          'content-length': given.payload.length,
        },
      });
      sending.on('error', () => {});
      sending.on('close', resolve);
      sending.write(given.payload.subarray(0, 100_000), () => {
        // Hung up once the server writes to the disk.
        const look = setInterval(async () => {
          if ((await service.leftovers()).length === 0) return;
          clearInterval(look);
          sending.destroy();
        }, 5);
      });
    });
    await expect.poll(() => service.leftovers()).toEqual([]);
    expect((await service.dependencies.music.list(account.id, { limit: 200 })).items.length).toBe(before);
    expect((await service.call(null, { method: 'GET', url: '/livez' })).statusCode).toBe(200);
    expect(existsSync(service.dependencies.blobs.temporaryFolder)).toBe(true);
  });
});
