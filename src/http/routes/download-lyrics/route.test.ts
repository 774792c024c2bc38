import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  startTestService,
  type TestAccount,
  type TestService,
} from '../../../../tests/contract/support/service.js';

let service: TestService;
let account: TestAccount;
beforeAll(async () => {
  service = await startTestService();
  account = await service.account();
});
afterAll(() => service.close());

const get = (taskId: string, extension: string, who = account) =>
  service.call(who, { method: 'GET', url: `/api/v1/tasks/${taskId}/lyrics.${extension}` });

/** A transcription that ended with `detail`. */
async function transcribed(detail: object): Promise<string> {
  const musicId = await service.upload(account, Math.random());
  const url = '/api/v1/lyric-transcription/standard';
  const { taskId } = (await service.call(account, { method: 'POST', url, json: { musicId } })).json();
  await service.db
    .updateTable('tasks')
    .set({ status: 'success', completed_at: new Date(), detail: JSON.stringify(detail) } as never)
    .where('id', '=', taskId)
    .execute();
  return taskId;
}
const lines = [{ start_seconds: 61.5, end_seconds: 64, text: 'Über den Fluss' }];

it('gives the lines of a transcription as LRC, with the song’s title', async () => {
  const taskId = await transcribed({ lines });
  const answer = await get(taskId, 'lrc');
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(answer.headers['content-disposition']).toBe(`attachment; filename="${taskId}.lrc"`);
  expect(answer.payload).toMatch(/^\[ti:.+\]\n\[01:01\.50\]Über den Fluss\n$/);
});

it('gives them as SubRip', async () => {
  const answer = await get(await transcribed({ lines }), 'srt');
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('application/x-subrip; charset=utf-8');
  expect(answer.payload).toBe('1\n00:01:01,500 --> 00:01:04,000\nÜber den Fluss\n');
});

it('gives the times of words with words=true: enhanced LRC, and a subtitle a word', async () => {
  const words = [
    { text: 'Über', start_seconds: 61.5, end_seconds: 62, probability: 0.9 },
    { text: 'den', start_seconds: 62, end_seconds: 62.25, probability: 0.9 },
  ];
  const taskId = await transcribed({ lines: [{ ...lines[0], text: 'Über den', words }] });
  expect((await get(taskId, 'lrc?words=true')).payload).toMatch(
    /\[01:01\.50\]<01:01\.50>Über <01:02\.00>den<01:02\.25>\n$/,
  );
  expect((await get(taskId, 'srt?words=true')).payload).toContain('2\n00:01:02,000 --> 00:01:02,250\nden\n');
  expect((await get(taskId, 'srt?words=yes')).statusCode).toBe(422);
});

it('gives no lines for an instrumental', async () => {
  const answer = await get(await transcribed({ decided_by: 'presence' }), 'srt');
  expect([answer.statusCode, answer.payload]).toEqual([200, '']);
});

it.each(['lrc', 'srt'])(
  '409 for a task that has no lyrics, 404 for one that is not there: %s',
  async (extension) => {
    const musicId = await service.upload(account, 5);
    const start = (url: string) => service.call(account, { method: 'POST', url, json: { musicId } });
    const pending = (await start('/api/v1/lyric-transcription/standard')).json().taskId;
    const other = (await start('/api/v1/fingerprint/add')).json().taskId;
    for (const taskId of [pending, other]) {
      const answer = await get(taskId, extension);
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'no_timed_lyrics']);
    }
    expect((await get('task_x', extension)).statusCode).toBe(404);
    const stranger = await service.account();
    expect((await get(await transcribed({ lines }), extension, stranger)).statusCode).toBe(404);
  },
);
