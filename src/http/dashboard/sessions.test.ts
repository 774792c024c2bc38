import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  Browser,
  firstUser,
  openTestDashboard,
  setUp,
  type TestDashboard,
} from '../../../tests/support/dashboard-routes.js';
import { accountStore } from '../../storage/accounts.js';
import { invitationStore } from '../../storage/invitations.js';

let test: TestDashboard;
beforeAll(async () => {
  test = await openTestDashboard();
});
afterAll(() => test.close());
beforeEach(() => test.reset());

it('the setup link makes account, owner, key and secret once, and signs in', async () => {
  const token = await test.setup.ensureToken();
  const browser = new Browser(test.app);
  expect((await browser.send('GET', '/setup')).json()).toEqual({ pending: true });
  const done = await browser.send('POST', '/setup', { token, ...firstUser });
  expect(done.statusCode).toBe(201);
  const body = done.json();
  expect(body.api_key).toMatch(/^cf_[0-9a-z]{37}$/);
  expect(body.signing_secret).toMatch(/^whsec_/);
  expect(body.user).toMatchObject({ email: 'owner@example.com', role: 'owner', is_operator: true });
  expect((await browser.send('GET', '/me')).statusCode).toBe(200);
  expect((await browser.send('GET', '/setup')).json()).toEqual({ pending: false });
  expect(await test.setup.ensureToken()).toBeNull();
});

it('a setup link is checked without being spent, and only the newest holds', async () => {
  const earlier = await test.setup.ensureToken();
  const newest = await test.setup.ensureToken();
  const valid = async (token: unknown): Promise<unknown> =>
    (await new Browser(test.app).send('POST', '/setup/check', { token })).json().valid;
  expect([await valid(earlier), await valid('guessed'), await valid(newest)]).toEqual([false, false, true]);
  const done = await new Browser(test.app).send('POST', '/setup', { token: newest, ...firstUser });
  expect([done.statusCode, await valid(newest)]).toEqual([201, false]);
});

it('someone let into another account from the command line leaves the setup link to the operator', async () => {
  const token = await test.setup.ensureToken();
  const { account } = await accountStore(test.db).create('Made by a command', 'free');
  const browser = new Browser(test.app);
  const invitation = await invitationStore(test.db).create(account.id, firstUser.email, 'owner', 60);
  const joined = await browser.send('POST', '/invitation', {
    token: invitation,
    password: firstUser.password,
  });
  expect([joined.statusCode, joined.json().user.is_operator]).toEqual([201, false]);
  // They can sign in, so the page asks for that.
  expect((await browser.send('GET', '/setup')).json()).toEqual({ pending: false });
  const taken = await browser.send('POST', '/setup', { token, ...firstUser });
  expect([taken.statusCode, taken.json().code]).toEqual([409, 'email_taken']);
  const other = await browser.send('POST', '/setup', { token, ...firstUser, email: 'operator@example.com' });
  expect([other.statusCode, other.json().user.is_operator]).toEqual([201, true]);
});

it('of twenty who race with one setup link exactly one wins', async () => {
  const token = await test.setup.ensureToken();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      new Browser(test.app).send('POST', '/setup', {
        token,
        ...firstUser,
        email: `racer${index}@example.com`,
      }),
    ),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
  expect(await test.db.selectFrom('users').selectAll().execute()).toHaveLength(1);
  expect(await test.db.selectFrom('accounts').selectAll().execute()).toHaveLength(1);
});

it('a wrong token and a token of an earlier start set nothing up', async () => {
  const earlier = await test.setup.ensureToken();
  const newest = await test.setup.ensureToken();
  for (const token of ['x', earlier]) {
    const answer = await new Browser(test.app).send('POST', '/setup', { token, ...firstUser });
    expect(answer.statusCode).toBe(403);
    expect(answer.json().code).toBe('setup_token_invalid');
  }
  expect(
    (await new Browser(test.app).send('POST', '/setup', { token: newest, ...firstUser })).statusCode,
  ).toBe(201);
});

it('a short password names the field that is wrong and spends no token', async () => {
  const token = await test.setup.ensureToken();
  const browser = new Browser(test.app);
  const answer = await browser.send('POST', '/setup', { token, ...firstUser, password: 'short' });
  expect(answer.statusCode).toBe(422);
  expect(answer.json().errors[0].pointer).toBe('/password');
  expect((await browser.send('POST', '/setup', { token, ...firstUser })).statusCode).toBe(201);
});

it('the session cookie is out of reach of scripts and other sites, and Secure where the connection is', async () => {
  await setUp(test);
  const login = { email: firstUser.email, password: firstUser.password };
  const plain = await new Browser(test.app).send('POST', '/login', login);
  const secure = await new Browser(test.app).send('POST', '/login', login, { 'x-forwarded-proto': 'https' });
  for (const { headers } of [plain, secure]) {
    expect(headers['set-cookie']).toMatch(/HttpOnly/);
    expect(headers['set-cookie']).toMatch(/SameSite=Strict/);
    expect(headers['set-cookie']).toMatch(/Path=\/dashboard/);
  }
  expect(plain.headers['set-cookie']).not.toMatch(/Secure/);
  expect(secure.headers['set-cookie']).toMatch(/Secure/);
});

it('signing in needs the right password, says the same for an unknown address, and is slowed down', async () => {
  await setUp(test);
  const stranger = new Browser(test.app);
  const wrong = await stranger.send('POST', '/login', { email: firstUser.email, password: 'wrong' });
  const unknown = await stranger.send('POST', '/login', { email: 'nobody@example.com', password: 'wrong' });
  expect(wrong.statusCode).toBe(403);
  expect(unknown.json().detail).toBe(wrong.json().detail);
  const statuses: number[] = [];
  for (let n = 0; n < 14; n++) {
    const answer = await stranger.send('POST', '/login', { email: firstUser.email, password: 'wrong' });
    statuses.push(answer.statusCode);
    if (answer.statusCode === 429) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect(statuses).toContain(429);
});

it('signing out ends the session, also for a copied cookie', async () => {
  const browser = await setUp(test);
  const copied = new Browser(test.app);
  copied.cookie = browser.cookie;
  expect((await copied.send('GET', '/me')).statusCode).toBe(200);
  expect((await browser.send('POST', '/logout')).statusCode).toBe(204);
  expect((await copied.send('GET', '/me')).statusCode).toBe(401);
});

it('a changed password ends the other sessions and keeps this one', async () => {
  const browser = await setUp(test);
  const other = new Browser(test.app);
  await other.send('POST', '/login', { email: firstUser.email, password: firstUser.password });
  expect((await other.send('GET', '/me')).statusCode).toBe(200);
  const wrong = { current_password: 'not it', new_password: 'another long one' };
  expect((await browser.send('POST', '/password', wrong)).statusCode).toBe(403);
  const right = { current_password: firstUser.password, new_password: 'another long one' };
  expect((await browser.send('POST', '/password', right)).statusCode).toBe(204);
  expect((await browser.send('GET', '/me')).statusCode).toBe(200);
  expect((await other.send('GET', '/me')).statusCode).toBe(401);
});

it('a changing request without the page header, or from another site, is refused', async () => {
  const browser = await setUp(test);
  const foreign: Array<Record<string, string>> = [
    { 'x-contrafact-dashboard': '' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ];
  for (const headers of foreign) {
    const answer = await browser.send('POST', '/keys', { name: 'stolen' }, headers);
    expect(answer.statusCode).toBe(403);
    expect(answer.json().code).toBe('foreign_page');
  }
  expect((await browser.send('GET', '/keys')).json().keys).toHaveLength(1);
});

it('an invitation lets one person in, once, with the role it names', async () => {
  const owner = await setUp(test);
  const invite = { email: 'new@example.com', role: 'member' };
  const { token } = (await owner.send('POST', '/members/invitations', invite)).json();
  const guest = new Browser(test.app);
  expect((await guest.send('GET', `/invitation?token=${token}`)).json()).toEqual({
    email: 'new@example.com',
    account_name: 'Acme',
  });
  const accepted = await guest.send('POST', '/invitation', { token, password: 'a password of mine' });
  expect(accepted.json().user).toMatchObject({ role: 'member', is_operator: false });
  const { entries } = (await owner.send('GET', '/audit')).json();
  const joined = entries.filter(({ action }: { action: string }) => action === 'member.joined');
  expect(joined).toMatchObject([{ subject: accepted.json().user.id, detail: { role: invite.role } }]);
  const again = await new Browser(test.app).send('POST', '/invitation', {
    token,
    password: 'a password of mine',
  });
  expect(again.statusCode).toBe(403);
  // A member manages neither people nor the way callbacks take, and does not see the instance.
  expect((await guest.send('POST', '/members/invitations', invite)).statusCode).toBe(403);
  expect((await guest.send('PUT', '/callback', { url: 'https://example.com' })).statusCode).toBe(403);
  expect((await guest.send('POST', '/callback/secret/reveal')).statusCode).toBe(403);
  expect((await guest.send('GET', '/instance')).statusCode).toBe(403);
});

it('an account keeps its last owner', async () => {
  const owner = await setUp(test);
  const { user } = (await owner.send('GET', '/me')).json();
  expect((await owner.send('DELETE', `/members/${user.id}`)).json().code).toBe('last_owner');
  expect((await owner.send('PATCH', `/members/${user.id}`, { role: 'member' })).json().code).toBe(
    'last_owner',
  );
});
