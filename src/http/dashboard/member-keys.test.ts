import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  Browser,
  openTestDashboard,
  setUp,
  type TestDashboard,
} from '../../../tests/support/dashboard-routes.js';

let test: TestDashboard;
let owner: Browser;
let member: Browser;
let memberId: string;
beforeAll(async () => {
  test = await openTestDashboard();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.reset();
  owner = await setUp(test);
  const invite = { email: 'member@example.com', role: 'member' };
  const { token } = (await owner.send('POST', '/members/invitations', invite)).json();
  member = new Browser(test.app);
  const accepted = await member.send('POST', '/invitation', { token, password: 'a password of mine' });
  memberId = accepted.json().user.id;
});

const use = async (apiKey: string): Promise<number> =>
  (
    await test.app.inject({
      method: 'GET',
      url: '/api/v1/callback',
      headers: { authorization: `Bearer ${apiKey}` },
    })
  ).statusCode;

it('keys name the member who made them, and members the keys that their removal would leave', async () => {
  await member.send('POST', '/keys', { name: 'theirs' });
  const { keys } = (await owner.send('GET', '/keys')).json();
  expect(keys.map((key: Record<string, unknown>) => [key.name, key.created_by])).toEqual([
    ['First key', 'owner@example.com'],
    ['theirs', 'member@example.com'],
  ]);
  const { members } = (await owner.send('GET', '/members')).json();
  expect(members.map((one: Record<string, unknown>) => one.active_keys)).toEqual([1, 1]);
});

it('204: who removes a member can revoke the keys that they made, and no others', async () => {
  const { api_key: theirs } = (await member.send('POST', '/keys', { name: 'theirs' })).json();
  const { api_key: own } = (await owner.send('POST', '/keys', { name: 'own' })).json();
  expect((await owner.send('DELETE', `/members/${memberId}?revoke_keys=true`)).statusCode).toBe(204);
  expect([await use(theirs), await use(own)]).toEqual([404, 200]);
  expect((await member.send('GET', '/me')).statusCode).toBe(401);
});

it('204: keys that stay are listed as a former member’s', async () => {
  const { api_key: theirs } = (await member.send('POST', '/keys', { name: 'theirs' })).json();
  expect((await owner.send('DELETE', `/members/${memberId}`)).statusCode).toBe(204);
  expect(await use(theirs)).toBe(200);
  const { keys } = (await owner.send('GET', '/keys')).json();
  expect(keys.at(-1)).toMatchObject({ name: 'theirs', created_by: 'a former member' });
});

it('422: for anything but true or false; the last owner revokes nothing by failing to leave', async () => {
  expect((await owner.send('DELETE', `/members/${memberId}?revoke_keys=maybe`)).statusCode).toBe(422);
  const { id } = (await owner.send('GET', '/me')).json().user;
  const { api_key: own } = (await owner.send('POST', '/keys', { name: 'own' })).json();
  expect((await owner.send('DELETE', `/members/${id}?revoke_keys=true`)).statusCode).toBe(409);
  expect(await use(own)).toBe(200);
});
