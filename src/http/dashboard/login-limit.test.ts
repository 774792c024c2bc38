import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  Browser,
  firstUser,
  openTestDashboard,
  setUp,
  type TestDashboard,
} from '../../../tests/support/dashboard-routes.js';
import { rateLimitStore } from '../../storage/rate-limits.js';
import { loginLimit, networkOf } from './login-limit.js';

let test: TestDashboard;
beforeAll(async () => {
  test = await openTestDashboard();
});
afterAll(() => test.close());
beforeEach(() => test.reset());

const right = { email: firstUser.email, password: firstUser.password };
const wrong = { email: firstUser.email, password: 'wrong' };
const from = (address: string) => ({ 'x-forwarded-for': address });

it('429 too_many_attempts: of one network at one e-mail address, while its owner signs in from another', async () => {
  await setUp(test);
  const stranger = new Browser(test.app);
  const statuses: number[] = [];
  for (let n = 0; n < 12; n++) {
    statuses.push((await stranger.send('POST', '/login', wrong, from('203.0.113.1'))).statusCode);
  }
  expect(statuses.slice(0, 10)).toEqual(Array(10).fill(403));
  expect(statuses.slice(10)).toEqual([429, 429]);
  const refused = await stranger.send('POST', '/login', right, from('203.0.113.1'));
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_attempts']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  const owner = await new Browser(test.app).send('POST', '/login', right, from('203.0.113.2'));
  expect(owner.statusCode).toBe(200);
});

it('a setup link that is reloaded keeps nobody from using it, and is limited apart', async () => {
  const token = await test.setup.ensureToken();
  const browser = new Browser(test.app);
  const statuses: number[] = [];
  for (let n = 0; n < 31; n++) {
    statuses.push((await browser.send('POST', '/setup/check', { token })).statusCode);
  }
  expect(statuses).toEqual([...Array(30).fill(200), 429]);
  expect((await browser.send('POST', '/setup', { token, ...firstUser })).statusCode).toBe(201);
});

it('strangers of many networks slow each other down, and lock neither the owner nor a live session out', async () => {
  const session = await setUp(test);
  const limit = loginLimit(rateLimitStore(test.db));
  let refusals = 0;
  for (let n = 0; n < 150; n++) {
    const guess = () => limit.signIn(`198.51.100.${n}`, right.email);
    await guess();
    if (n < 110) continue;
    // Beyond the limit of the e-mail address a network has half as many guesses as otherwise.
    for (let more = 0; more < 6; more++) await guess().catch(() => (refusals += 1));
  }
  expect(refusals).toBeGreaterThan(0);
  const owner = await new Browser(test.app).send('POST', '/login', right, from('203.0.113.2'));
  expect(owner.statusCode).toBe(200);
  const change = { current_password: right.password, new_password: 'another long one' };
  expect((await session.send('POST', '/password', change)).statusCode).toBe(204);
});

it('a rotating first entry of X-Forwarded-For makes nobody another client', async () => {
  await setUp(test);
  const statuses: number[] = [];
  for (let n = 0; n < 14; n++) {
    const answer = await new Browser(test.app).send('POST', '/login', wrong, from(`6.6.6.${n}, 203.0.113.1`));
    statuses.push(answer.statusCode);
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(4);
});

it('the current password cannot be guessed from a stolen session either', async () => {
  const session = await setUp(test);
  const guess = { current_password: 'guess', new_password: 'another long one' };
  const statuses: number[] = [];
  for (let n = 0; n < 12; n++) statuses.push((await session.send('POST', '/password', guess)).statusCode);
  expect(statuses).toEqual([...Array(10).fill(403), 429, 429]);
});

it('the addresses that one host can choose count as one network', () => {
  expect(networkOf('2001:db8:1:2:3::4')).toBe(networkOf('2001:db8:1:2:ffff::1'));
  expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'));
  expect(networkOf('::ffff:203.0.113.1')).toBe('203.0.113.1');
});

it('the table of attempts holds no e-mail address', async () => {
  await setUp(test);
  await new Browser(test.app).send('POST', '/login', wrong);
  const rows = await test.db.selectFrom('rate_limits').select('bucket').execute();
  expect(rows.length).toBeGreaterThan(2);
  for (const { bucket } of rows) expect(bucket).not.toContain('@');
});
