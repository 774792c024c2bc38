/** Tags of recordings, and results that people delete. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Browser,
  endedTask,
  openTestDashboard,
  recording,
  setUp,
  type TestDashboard,
} from '../../../tests/support/dashboard-routes.js';

let test: TestDashboard;
let browser: Browser;
let accountId: string;
beforeAll(async () => {
  test = await openTestDashboard({ requestsPerMinuteByPlan: { free: 1e6, pro: 1e6, enterprise: 1e6 } });
});
beforeEach(async () => {
  await test.reset();
  await test.db.deleteFrom('past_tasks').execute();
  browser = await setUp(test);
  accountId = (await test.db.selectFrom('accounts').select('id').executeTakeFirstOrThrow()).id;
});
afterAll(() => test.close());

const tag = async (id: string, name: string): Promise<number> =>
  (await browser.send('POST', `/music/${id}/tags`, { tag: name })).statusCode;

describe('tags', () => {
  it('are added once, listed with counts, shown with their recording, filtered by, and removed', async () => {
    const [first, second] = [
      await recording(test, browser, 'a.wav'),
      await recording(test, browser, 'b.wav'),
    ];
    expect([await tag(first, ' Release 2026 '), await tag(first, 'Release 2026')]).toEqual([204, 204]);
    await tag(second, 'demo');
    expect((await browser.send('GET', '/tags')).json().tags).toEqual([
      { tag: 'Release 2026', recordings: 1 },
      { tag: 'demo', recordings: 1 },
    ]);
    const listed = (await browser.send('GET', '/music?tag=Release%202026')).json().music;
    expect(listed.map(({ musicId, tags }: never) => [musicId, tags])).toEqual([[first, ['Release 2026']]]);
    await browser.send('DELETE', `/music/${first}/tags?tag=Release%202026`);
    expect((await browser.send('GET', `/music/${first}`)).json().tags).toEqual([]);
  });

  it('filter results by those of their recordings', async () => {
    const id = await recording(test, browser, 'a.wav');
    const task = await endedTask(test, accountId, 'found');
    await endedTask(test, accountId, 'found');
    await test.db.updateTable('tasks').set({ music_id: id }).where('id', '=', task).execute();
    await tag(id, 'demo');
    const { tasks } = (await browser.send('GET', '/tasks?tag=demo')).json();
    expect(tasks.map((one: { id: string }) => one.id)).toEqual([task]);
  });

  it('404, 409, 422: of a stranger’s recording, beyond the limits, without letters or with a comma', async () => {
    expect(await tag('mus_none', 'x')).toBe(404);
    const id = await recording(test, browser, 'a.wav');
    for (const wrong of ['', '   ', 'a,b', 'x'.repeat(51)]) expect(await tag(id, wrong)).toBe(422);
    for (let n = 0; n < 20; n++) await tag(id, `tag ${n}`);
    expect(await tag(id, 'one more')).toBe(409);
    expect(await tag(id, 'tag 3')).toBe(204);
    await sql`insert into music_tags (music_id, account_id, tag)
      select ${id}, ${accountId}, 'many ' || n from generate_series(1, 480) n`.execute(test.db);
    expect(await tag(await recording(test, browser, 'b.wav'), 'a 501st')).toBe(409);
  });
});

describe('deleting a result', () => {
  it('removes it with its review, leaves usage and the recording, and is recorded', async () => {
    const id = await endedTask(test, accountId, 'found');
    await browser.send('PATCH', `/tasks/${id}/review`, { state: 'disputed' });
    expect((await browser.send('DELETE', `/tasks/${id}`)).statusCode).toBe(204);
    expect((await browser.send('GET', `/tasks/${id}`)).statusCode).toBe(404);
    const past = await test.db.selectFrom('past_tasks').select('operation').execute();
    expect(past).toEqual([{ operation: 'fingerprint-check' }]);
    const { entries } = (await browser.send('GET', `/audit?subject=${id}`)).json();
    expect(entries.map(({ action }: { action: string }) => action)).toEqual([
      'result.deleted',
      'review.deleted',
      'review.state_changed',
    ]);
  });

  it('404 and 409: of no result of the account, and before it has ended', async () => {
    const id = await endedTask(test, accountId, null, 'pending');
    expect((await browser.send('DELETE', `/tasks/${id}`)).statusCode).toBe(409);
    expect((await browser.send('DELETE', '/tasks/task_none')).statusCode).toBe(404);
  });
});
