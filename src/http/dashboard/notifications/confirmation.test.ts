/** Confirmation of e-mail addresses over the dashboard's routes. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  Browser,
  joinAccount,
  openTestDashboard,
  setUp,
  type TestDashboard,
} from '../../../../tests/support/dashboard-routes.js';
import { confirmationOutbox } from '../../../storage/notifications/confirmation-outbox.js';

let test: TestDashboard;
let browser: Browser;
beforeAll(async () => {
  test = await openTestDashboard();
});
beforeEach(async () => {
  await test.reset();
  browser = await setUp(test);
});
afterAll(() => test.close());

const wishes = { by_email: true, batches: true, findings: 'found' };
const choose = (address?: string | null, who = browser) =>
  who.send('PUT', '/notifications', { ...wishes, ...(address !== undefined && { address }) });

/** Sends what waits, as a worker does; the tokens of the links. */
async function sent(): Promise<string[]> {
  const outbox = confirmationOutbox(test.db);
  const tokens: string[] = [];
  for (const claimed of await outbox.claim(100, 180)) {
    tokens.push((await outbox.issueLink(claimed))!.token);
    await outbox.record(claimed, { state: 'sent' });
  }
  return tokens;
}

it('200: whoever has the link reads which address it is about and confirms it, without a session', async () => {
  const saved = await choose('Work@Example.com');
  expect(saved.json()).toMatchObject({
    email: 'owner@example.com',
    address: 'work@example.com',
    confirmation: { state: 'pending' },
    mail_has_links: true,
  });
  const [token] = await sent();
  expect((await browser.send('GET', '/notifications')).json().confirmation.state).toBe('sent');
  const reader = new Browser(test.app);
  const read = await reader.send('POST', '/email-confirmation/read', { token });
  expect([read.statusCode, read.json()]).toEqual([200, { address: 'work@example.com' }]);
  expect((await browser.send('GET', '/notifications')).json().confirmation.state).toBe('sent');
  const confirmed = await reader.send('POST', '/email-confirmation', { token });
  expect([confirmed.statusCode, confirmed.json()]).toEqual([200, { address: 'work@example.com' }]);
  expect(reader.cookie).toBe('');
  expect((await browser.send('GET', '/notifications')).json().confirmation.state).toBe('confirmed');
});

it('403 and 404: what a mail filter opens or another site sends confirms nothing', async () => {
  await choose('work@example.com');
  const [token] = await sent();
  const page = await test.app.inject({ url: `/confirm-email?token=${token}` });
  expect([page.statusCode, page.headers['referrer-policy']]).toEqual([200, 'no-referrer']);
  const opened = await test.app.inject({ url: `/dashboard/api/email-confirmation?token=${token}` });
  expect(opened.statusCode).toBe(404);
  const foreign = await test.app.inject({
    method: 'POST',
    url: '/dashboard/api/email-confirmation',
    headers: { 'x-contrafact-dashboard': '1', origin: 'https://evil.example' },
    payload: { token },
  });
  expect(foreign.statusCode).toBe(403);
  expect((await browser.send('GET', '/notifications')).json().confirmation.state).toBe('sent');
});

it('404, 409, 410: a wrong, a used, a replaced and an expired link each say so', async () => {
  await choose('first@example.com');
  const [first] = await sent();
  const confirm = async (token: string | undefined) => {
    const answer = await browser.send('POST', '/email-confirmation', { token });
    const read = await browser.send('POST', '/email-confirmation/read', { token });
    return [answer.statusCode, answer.json().code, read.json().code, answer.json().detail];
  };
  await choose('second@example.com');
  const [second] = await sent();
  expect(await confirm(first)).toEqual([
    409,
    'confirmation_replaced',
    'confirmation_replaced',
    'This link is not valid any more: another address was chosen since it was sent.',
  ]);
  await sql`update email_confirmations set expires_at = now()`.execute(test.db);
  expect(await confirm(second)).toEqual([
    410,
    'confirmation_expired',
    'confirmation_expired',
    'This link has expired. Ask for a new one on the page Notifications of the dashboard.',
  ]);
  await sql`update email_confirmations set expires_at = now() + interval '1 hour'`.execute(test.db);
  expect((await confirm(second)).slice(0, 3)).toEqual([200, undefined, 'confirmation_used']);
  expect(await confirm(second)).toEqual([
    409,
    'confirmation_used',
    'confirmation_used',
    'This link was used already: the address is confirmed.',
  ]);
  expect(await confirm('nonsense')).toEqual([
    404,
    'confirmation_unknown',
    'confirmation_unknown',
    'This link is not known. Open it as it is in the newest message, whole.',
  ]);
  expect((await browser.send('POST', '/email-confirmation', {})).statusCode).toBe(422);
});

it('409 and 429: a message is sent again once a minute, to who chose e-mails', async () => {
  const viewer = await joinAccount(test, browser, 'viewer');
  const send = () => viewer.send('POST', '/notifications/confirmation');
  expect((await send()).json().code).toBe('email_not_chosen');
  expect((await choose(null, viewer)).json()).toMatchObject({
    address: 'viewer@example.com',
    confirmation: { state: 'pending' },
  });
  expect((await send()).statusCode).toBe(200);
  expect(await sent()).toHaveLength(1);
  const refused = await send();
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_confirmations']);
  const wait = Number(refused.headers['retry-after']);
  expect(wait).toBeGreaterThan(30);
  expect(wait).toBeLessThanOrEqual(60);
  await test.db.deleteFrom('rate_limits').execute();
  expect((await send()).json().confirmation.state).toBe('pending');
  expect(await sent()).toHaveLength(1);
});

it('422: what is no address, or more than one, is not saved', async () => {
  for (const wrong of ['nobody', 'a@example.com, b@example.com', 'a@example.com\r\nBcc: b@example.com', 7]) {
    expect((await choose(wrong as string)).statusCode).toBe(422);
  }
  expect((await browser.send('GET', '/notifications')).json()).toMatchObject({
    address: 'owner@example.com',
    by_email: false,
  });
});

it('429: tokens cannot be tried without end from one network, which can still sign in', async () => {
  const answers: number[] = [];
  const reader = new Browser(test.app);
  while (answers.length < 200 && answers.at(-1) !== 429) {
    answers.push((await reader.send('POST', '/email-confirmation', { token: 'guess' })).statusCode);
  }
  expect(answers.at(-1)).toBe(429);
  const wrong = { email: 'owner@example.com', password: 'not the password' };
  expect((await reader.send('POST', '/login', wrong)).statusCode).toBe(403);
});

it('an address stays as it is where a program saves wishes without one', async () => {
  await choose('work@example.com');
  const [token] = await sent();
  await browser.send('POST', '/email-confirmation', { token });
  expect((await choose()).json()).toMatchObject({
    address: 'work@example.com',
    confirmation: { state: 'confirmed' },
  });
  expect((await choose('owner@example.com')).json().address).toBe('owner@example.com');
});
