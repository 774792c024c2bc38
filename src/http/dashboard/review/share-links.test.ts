/** A link opens one case file until it ends, and says when it has; nothing else is behind it. */

import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  type Browser,
  endedTask,
  openTestDashboard,
  setUp,
  type TestDashboard,
} from '../../../../tests/support/dashboard-routes.js';

let test: TestDashboard;
let owner: Browser;
let accountId: string;
let taskId: string;
beforeAll(async () => {
  test = await openTestDashboard();
});
beforeEach(async () => {
  await test.reset();
  owner = await setUp(test);
  accountId = (await test.db.selectFrom('accounts').select('id').executeTakeFirstOrThrow()).id;
  taskId = await endedTask(test, accountId, 'found');
  await owner.send('POST', `/tasks/${taskId}/notes`, { text: 'A note among ourselves' });
  await owner.send('PATCH', `/tasks/${taskId}/review`, { state: 'disputed' });
});
afterAll(() => test.close());

const visit = (path: string, address = '203.0.113.7'): Promise<LightMyRequestResponse> =>
  test.app.inject({ method: 'GET', url: path, headers: { 'x-forwarded-for': address } });

async function share(days = 14): Promise<{ id: string; path: string }> {
  const answer = await owner.send('POST', '/share-links', { task_ids: [taskId], days });
  expect(answer.statusCode).toBe(201);
  return answer.json();
}

const leaks = /Acme|example\.com|among ourselves|acct_|fingerprint|A song/i;

it('opens the case file without a session, without notes and names, kept by no cache and no search engine', async () => {
  const { path } = await share();
  const page = await visit(path);
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain(taskId);
  expect(page.body).toContain('Disputed');
  expect(page.body).not.toMatch(/among ourselves|example\.com|Audit log|<script/i);
  expect(page.headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  });
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  const [, address] = /<a href="([^"]+)">As a PDF</.exec(page.body) ?? [];
  const pdf = await visit(new URL(address!, `http://localhost${path}`).pathname);
  expect([pdf.statusCode, pdf.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
  expect(pdf.headers['cache-control']).toBe('no-store');
  const { links } = (await owner.send('GET', `/share-links?task=${taskId}`)).json();
  expect(links).toMatchObject([{ opened: 2, revoked_at: null }]);
});

it('its token is stored as a hash alone', async () => {
  const { path } = await share();
  const token = path.slice('/shared/'.length);
  expect(token.length).toBeGreaterThan(40);
  const { rows } = await sql<{
    text: string;
  }>`select row_to_json(s)::text as text from share_links s`.execute(test.db);
  expect(rows[0]?.text).not.toContain(token);
});

it('410: an expired link says that it has expired, and shows nothing', async () => {
  const { path } = await share();
  await sql`update share_links set expires_at = now() - interval '1 s'`.execute(test.db);
  for (const address of [path, `${path}/case-file.pdf`]) {
    const answer = await visit(address);
    expect([answer.statusCode, answer.body.includes('This link has expired')]).toEqual([410, true]);
    expect(answer.body).not.toMatch(leaks);
  }
});

it('410: a revoked link says that it was revoked, and shows nothing; both are in the audit log', async () => {
  const { id, path } = await share();
  expect((await owner.send('DELETE', `/share-links/${id}`)).statusCode).toBe(204);
  const answer = await visit(path);
  expect([answer.statusCode, answer.body.includes('This link was revoked')]).toEqual([410, true]);
  expect(answer.body).not.toMatch(leaks);
  const { entries } = (await owner.send('GET', `/audit?subject=${taskId}`)).json();
  expect(entries.slice(0, 2).map(({ action }: { action: string }) => action)).toEqual([
    'share_link.revoked',
    'share_link.created',
  ]);
});

it('404: a forged token opens nothing and says so', async () => {
  const { path } = await share();
  for (const forged of [
    `${path}x`,
    `/shared/${'a'.repeat(43)}`,
    `/shared/${'a'.repeat(5000)}`,
    '/shared/%00',
  ]) {
    const answer = await visit(forged);
    expect([forged.slice(0, 20), [404, 414, 422].includes(answer.statusCode)]).toEqual([
      forged.slice(0, 20),
      true,
    ]);
    expect(answer.body).not.toMatch(leaks);
  }
});

it('410: of a deleted result nothing is left to open', async () => {
  const { path } = await share();
  await test.db.deleteFrom('tasks').where('id', '=', taskId).execute();
  const answer = await visit(path);
  expect([answer.statusCode, answer.body.includes('This case file was deleted')]).toEqual([410, true]);
});

it('opens no route of the dashboard or the API, and no other result', async () => {
  const { path } = await share();
  const token = path.slice('/shared/'.length);
  const other = await endedTask(test, accountId, 'found');
  for (const [url, status, headers] of [
    [`/dashboard/api/tasks/${taskId}`, 401, { cookie: `contrafact_session=${token}` }],
    [`/dashboard/api/case-file.html?task=${other}`, 401, { cookie: `contrafact_session=${token}` }],
    // 404 unknown_api_key, as the contract fixes it.
    ['/api/v1/usage', 404, { authorization: `Bearer ${token}` }],
  ] as const) {
    expect([url, (await test.app.inject({ method: 'GET', url, headers })).statusCode]).toEqual([url, status]);
  }
  expect((await visit(`${path}?task=${other}`)).body).not.toContain(other);
});

it('429: guessing is slow, for each network by itself', async () => {
  const { path } = await share();
  const statuses: number[] = [];
  for (let n = 0; n < 33; n++) statuses.push((await visit(`/shared/guess${n}`, '203.0.113.9')).statusCode);
  expect(statuses.slice(-2)).toEqual([429, 429]);
  expect(Number((await visit(path, '203.0.113.9')).headers['retry-after'])).toBeGreaterThan(0);
  expect((await visit(path, '203.0.113.10')).statusCode).toBe(200);
});

it('404 and 409: a link is made to results of the own account that have ended', async () => {
  const pending = await endedTask(test, accountId, null, 'pending');
  const make = async (id: string): Promise<number> =>
    (await owner.send('POST', '/share-links', { task_ids: [id] })).statusCode;
  expect(await make('task_none')).toBe(404);
  expect(await make(pending)).toBe(409);
  expect((await owner.send('DELETE', '/share-links/share_none')).statusCode).toBe(404);
});
