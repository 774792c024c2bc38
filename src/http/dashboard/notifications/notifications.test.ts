/** Settings of notifications and the list behind the bell, over the dashboard's routes. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  type Browser,
  joinAccount,
  openTestDashboard,
  setUp,
  stranger,
  type TestDashboard,
} from '../../../../tests/support/dashboard-routes.js';

let test: TestDashboard;
let browser: Browser;
let accountId: string;
beforeAll(async () => {
  test = await openTestDashboard();
});
beforeEach(async () => {
  await test.reset();
  test.webhookFailure = null;
  browser = await setUp(test);
  accountId = (await test.db.selectFrom('accounts').select('id').executeTakeFirstOrThrow()).id;
});
afterAll(() => test.close());

const url = 'https://hooks.example.com/services/T0/B0/very-secret-abcd';
const wishes = { batches: true, findings: 'found' };
const notice = (found: number, possible = 0): Promise<unknown> =>
  sql`insert into notices (id, account_id, batches, found, possible, body)
    values (${`ntf_${Math.random()}`}, ${accountId}, 0, ${found}, ${possible}, '{"batches":[],"findings":[]}')`.execute(
    test.db,
  );

it('a new member hears of everything in the dashboard, and of nothing by e-mail, until they choose', async () => {
  expect((await browser.send('GET', '/notifications')).json()).toMatchObject({
    email: 'owner@example.com',
    has_mail_server: true,
    by_email: false,
    batches: true,
    findings: 'possible',
    webhook: null,
  });
  const chosen = { by_email: true, batches: false, findings: 'found' };
  expect((await browser.send('PUT', '/notifications', chosen)).json()).toMatchObject(chosen);
  const viewer = await joinAccount(test, browser, 'viewer');
  // One's own settings are no change of the account.
  expect((await viewer.send('PUT', '/notifications', chosen)).statusCode).toBe(200);
  for (const wrong of [{}, { ...chosen, findings: 'all' }, { ...chosen, by_email: 'yes' }]) {
    expect((await browser.send('PUT', '/notifications', wrong)).statusCode).toBe(422);
  }
});

it('the webhook’s URL is never shown again, and is kept where other settings change', async () => {
  const saved = await browser.send('PUT', '/notifications/webhook', { url, ...wishes });
  expect(saved.statusCode).toBe(200);
  expect(saved.json().webhook).toEqual({ url: 'https://hooks.example.com/…abcd', ...wishes });
  const changed = await browser.send('PUT', '/notifications/webhook', { batches: false, findings: 'none' });
  expect(changed.json().webhook).toMatchObject({ batches: false, findings: 'none' });
  expect((await test.db.selectFrom('notification_webhooks').select('url').execute())[0]!.url).toBe(url);
  const { entries } = (await browser.send('GET', '/audit')).json();
  expect(entries[0].action).toBe('notifications.webhook_set');
  expect(JSON.stringify(entries) + test.service.log.join()).not.toContain('very-secret');
  expect((await browser.send('DELETE', '/notifications/webhook')).json().webhook).toBeNull();
  expect((await browser.send('DELETE', '/notifications/webhook')).statusCode).toBe(404);
});

it('422 and 403: a webhook that takes no message is not saved; only an owner sets one', async () => {
  test.webhookFailure = 'Callbacks do not go to this address.';
  const refused = await browser.send('PUT', '/notifications/webhook', { url, ...wishes });
  expect([refused.statusCode, refused.json().code]).toEqual([422, 'webhook_refused']);
  expect((await browser.send('GET', '/notifications')).json().webhook).toBeNull();
  test.webhookFailure = null;
  const member = await joinAccount(test, browser, 'member');
  expect((await member.send('PUT', '/notifications/webhook', { url, ...wishes })).statusCode).toBe(403);
  expect((await member.send('DELETE', '/notifications/webhook')).statusCode).toBe(403);
  expect((await browser.send('PUT', '/notifications/webhook', wishes)).statusCode).toBe(404);
});

it('the bell counts what is new to each member and wanted by them; another account sees nothing', async () => {
  await notice(1);
  await notice(0, 3);
  const other = await stranger(test);
  const member = await joinAccount(test, browser, 'member');
  const unread = async (who: Browser) => (await who.send('GET', '/notices/unread')).json().unread;
  expect([await unread(browser), await unread(member), await unread(other)]).toEqual([2, 2, 0]);
  expect((await other.send('GET', '/notices')).json().notices).toEqual([]);
  const { notices } = (await browser.send('GET', '/notices')).json();
  expect(notices.map(({ found, possible, is_read }: never) => [found, possible, is_read])).toEqual([
    [0, 3, false],
    [1, 0, false],
  ]);
  expect((await browser.send('POST', '/notices/read', { sequence: notices[1].sequence })).statusCode).toBe(
    204,
  );
  expect([await unread(browser), await unread(member)]).toEqual([1, 2]);
  await member.send('PUT', '/notifications', { by_email: false, batches: true, findings: 'found' });
  expect(await unread(member)).toBe(1);
  // A number from the future marks no notice that is yet to come, and an old one brings none back.
  await browser.send('POST', '/notices/read', { sequence: Number.MAX_SAFE_INTEGER });
  await browser.send('POST', '/notices/read', { sequence: 0 });
  expect(await unread(browser)).toBe(0);
  await notice(1);
  expect(await unread(browser)).toBe(1);
});

it('a viewer who changes their settings without end is stopped, and locks nobody out of management', async () => {
  const viewer = await joinAccount(test, browser, 'viewer');
  const answers: number[] = [];
  // Enough for a slow machine too, on which the bucket fills up meanwhile.
  while (answers.length < 400 && answers.at(-1) !== 429) {
    answers.push((await viewer.send('POST', '/notices/read', { sequence: 0 })).statusCode);
  }
  expect(answers.at(-1)).toBe(429);
  expect(answers.length).toBeGreaterThan(60);
  expect((await browser.send('PUT', '/notifications/webhook', { url, ...wishes })).statusCode).toBe(200);
  expect((await browser.send('POST', '/notices/read', { sequence: 0 })).statusCode).toBe(204);
  const buckets = await test.db.selectFrom('rate_limits').select('bucket').execute();
  const own = buckets.filter(({ bucket }) => bucket.startsWith('own:usr_'));
  expect(own).toHaveLength(2);
});
