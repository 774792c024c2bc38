/** What the API's routes check, the dashboard's check as well: text, limits, plans and the queue. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Browser,
  openTestDashboard,
  recording,
  setUp,
  type TestDashboard,
} from '../../../tests/support/dashboard-routes.js';

let test: TestDashboard;
let browser: Browser;
let accountId: string;
beforeAll(async () => {
  test = await openTestDashboard();
});
beforeEach(async () => {
  await test.reset();
  browser = await setUp(test);
  accountId = (await test.db.selectFrom('accounts').select('id').executeTakeFirstOrThrow()).id;
});
afterAll(() => test.close());

describe('text that the database cannot hold', () => {
  it('422 validation_error: wherever it stands', async () => {
    const lyrics = 'a line of words\nanother line\0 of words';
    const cases = [
      ['POST', '/keys', { name: 'a\0b' }],
      ['POST', '/keys', { name: 'a\ud800b' }],
      ['POST', '/datasets', { name: 'a\0b' }],
      [
        'POST',
        '/tasks',
        { operation: 'lyric-plagiarism', model: 'standard', lyric_text: lyrics, song_title: 'x' },
      ],
      ['POST', '/deliveries/resend', { ids: ['a\0'] }],
      ['GET', '/tasks?cursor=a%00', undefined],
      ['GET', '/music?cursor=a%00', undefined],
      ['GET', '/datasets?cursor=a%00', undefined],
      ['GET', '/deliveries?task_id=a%00', undefined],
      ['GET', '/tasks/a%00b', undefined],
      ['GET', '/music/a%00b/audio', undefined],
      ['DELETE', '/keys/a%00b', undefined],
      ['DELETE', '/members/a%00b', undefined],
    ] as const;
    for (const [method, path, body] of cases) {
      const answer = await browser.send(method, path, body);
      expect([path, answer.statusCode, answer.json().code]).toEqual([path, 422, 'validation_error']);
    }
    const token = 'x';
    const setup = { token, account_name: 'a\0', email: 'a@example.com', password: 'long enough, surely' };
    expect((await browser.send('POST', '/setup', setup)).statusCode).toBe(422);
  });
});

describe('starting a task', () => {
  const proV2 = { operation: 'ai-detection', model: 'pro-v2' };

  it('403 plan_required: also for running again what an earlier plan allowed', async () => {
    const musicId = await recording(test, browser, 'a.wav');
    const { id } = (await browser.send('POST', '/tasks', { ...proV2, music_id: musicId })).json();
    await test.db.updateTable('tasks').set({ status: 'success' }).where('id', '=', id).execute();
    await test.service.dependencies.accounts.setPlan(accountId, 'free');
    const again = await browser.send('POST', `/tasks/${id}/rerun`);
    expect([again.statusCode, again.json().code]).toEqual([403, 'plan_required']);
    const anew = await browser.send('POST', '/tasks', { ...proV2, music_id: musicId });
    expect([anew.statusCode, anew.json().code]).toEqual([403, 'plan_required']);
  });

  it('429 queue_full: for a start and for running again, with Retry-After', async () => {
    const musicId = await recording(test, browser, 'a.wav');
    const start = { operation: 'fingerprint-check', model: '', music_id: musicId };
    const { id } = (await browser.send('POST', '/tasks', start)).json();
    await test.db.updateTable('tasks').set({ status: 'success' }).where('id', '=', id).execute();
    let answer = await browser.send('POST', '/tasks', start);
    while (answer.statusCode === 202) answer = await browser.send('POST', '/tasks', start);
    const again = await browser.send('POST', `/tasks/${id}/rerun`);
    for (const refused of [answer, again]) {
      expect([refused.statusCode, refused.json().code]).toEqual([429, 'queue_full']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    }
  });

  it('422: lyrics that cannot be compared are refused before a task exists', async () => {
    const body = { operation: 'lyric-plagiarism', model: 'standard', lyric_text: '???', song_title: 'x' };
    const answer = await browser.send('POST', '/tasks', body);
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'validation_error']);
    expect((await browser.send('GET', '/tasks')).json().tasks).toEqual([]);
  });

  it('404 and 409: a task that is not there, or has not ended, does not run again', async () => {
    expect((await browser.send('POST', '/tasks/task_none/rerun')).statusCode).toBe(404);
    const start = {
      operation: 'fingerprint-check',
      model: '',
      music_id: await recording(test, browser, 'a.wav'),
    };
    const { id } = (await browser.send('POST', '/tasks', start)).json();
    expect((await browser.send('POST', `/tasks/${id}/rerun`)).statusCode).toBe(409);
  });
});

describe('rates', () => {
  it('429 rate_limited: work in the dashboard counts as requests of its account', async () => {
    await test.service.dependencies.accounts.setPlan(accountId, 'free');
    const { apiKey } = await test.service.dependencies.keys.create(accountId, {});
    const ask = () =>
      test.app.inject({
        method: 'GET',
        url: '/api/v1/usage',
        headers: { authorization: `Bearer ${apiKey}` },
      });
    for (let n = 0; n < 5; n++) expect((await ask()).statusCode).toBe(200);
    const statuses: number[] = [];
    for (let n = 0; n < 7; n++) {
      statuses.push((await browser.send('POST', '/datasets', { name: `set ${n}` })).statusCode);
    }
    expect(statuses.slice(-2)).toEqual([429, 429]);
    const refused = await browser.send('POST', '/tasks/task_x/rerun');
    expect(refused.json().code).toBe('rate_limited');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask()).statusCode).toBe(429);
    // Reading a page is not counted, and a key that floods the API can still be revoked.
    expect((await browser.send('GET', '/keys')).statusCode).toBe(200);
    expect((await browser.send('POST', '/keys', { name: 'another' })).statusCode).toBe(201);
  });

  it.each([
    [
      'invitations',
      'POST',
      '/members/invitations',
      (n: number) => ({ email: `a${n}@example.com`, role: 'member' }),
    ],
    ['test callbacks', 'POST', '/callback/test', () => undefined],
    ['keys', 'POST', '/keys', (n: number) => ({ name: `key ${n}` })],
    ['verifications', 'PUT', '/callback', () => ({ url: 'https://a.example/hook' })],
  ] as const)('429 rate_limited: %s', async (_what, method, path, body) => {
    const answers = [];
    for (let n = 0; n < 75; n++) answers.push(await browser.send(method, path, body(n)));
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.json().code).toBe('rate_limited');
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
  });
});
