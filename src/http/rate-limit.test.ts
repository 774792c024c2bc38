import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startTestService,
  type TestAccount,
  type TestService,
} from '../../tests/contract/support/service.js';

describe('rate limits', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ requestsPerMinuteByPlan: { free: 3, pro: 5, enterprise: 50 } });
  });
  afterAll(() => service.close());

  const get = (account: TestAccount, url = '/api/v1/callback') =>
    service.call(account, { method: 'GET', url });

  it('429 rate_limited: after as many requests as the plan allows, with Retry-After and both RateLimit headers', async () => {
    const account = await service.account('free');
    const answers = [];
    for (let n = 0; n < 4; n++) answers.push(await get(account));
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 429]);
    expect(answers[0]?.headers['ratelimit-policy']).toBe('"free";q=3;w=60');
    expect(answers.map((answer) => /r=(\d+)/.exec(String(answer.headers.ratelimit))?.[1])).toEqual([
      '2',
      '1',
      '0',
      '0',
    ]);
    const refused = answers[3];
    expect(refused?.json().code).toBe('rate_limited');
    const wait = Number(refused?.headers['retry-after']);
    // A third of the minute makes room for one more.
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(20);
    expect(String(refused?.headers.ratelimit)).toMatch(/^"free";r=0;t=\d+$/);
  });

  it('counts requests that are refused for another reason too', async () => {
    const account = await service.account('free');
    for (let n = 0; n < 3; n++) expect((await get(account, '/api/v1/music/none')).statusCode).toBe(404);
    expect((await get(account)).statusCode).toBe(429);
  });

  it('six keys of an account make no more requests than one; another account has its own', async () => {
    const account = await service.account('pro');
    const keys = [account.key];
    for (let n = 1; n < 6; n++) keys.push((await service.dependencies.keys.create(account.id, {})).apiKey);
    const answers = await Promise.all(
      keys.flatMap((key) => Array.from({ length: 12 }, () => get({ ...account, key }))),
    );
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(5);
    expect(answers.filter((answer) => answer.statusCode === 429)).toHaveLength(67);
    expect((await get(await service.account('pro'))).statusCode).toBe(200);
  });

  it('a key with a share is refused beyond it, and takes nothing from the others by asking on', async () => {
    const shared = await startTestService({
      requestsPerMinuteByPlan: { free: 3, pro: 10, enterprise: 50 },
      keySharePercent: 50,
    });
    try {
      const account = await shared.account('pro');
      const ask = (key: string) =>
        shared.call({ ...account, key }, { method: 'GET', url: '/api/v1/callback' });
      const greedy = [];
      for (let n = 0; n < 15; n++) greedy.push(await ask(account.key));
      expect(greedy.filter((answer) => answer.statusCode === 200)).toHaveLength(5);
      expect(greedy.at(-1)?.json().detail).toMatch(/^One key may make 5 of the account's 10 requests/);
      const { apiKey } = await shared.dependencies.keys.create(account.id, {});
      for (let n = 0; n < 5; n++) expect((await ask(apiKey)).statusCode).toBe(200);
    } finally {
      await shared.close();
    }
  });

  it('holds under parallel requests: exactly as many pass as the plan allows', async () => {
    const account = await service.account('pro');
    const answers = await Promise.all(Array.from({ length: 20 }, () => get(account)));
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(5);
  });

  it('lets an account in again when its time has passed', async () => {
    const account = await service.account('free');
    for (let n = 0; n < 4; n++) await get(account);
    await service.db
      .updateTable('rate_limits')
      .set((eb) => ({ arrival_ms: eb('arrival_ms', '-', 20_001) }))
      .where('bucket', '=', `account:${account.id}`)
      .execute();
    expect((await get(account)).statusCode).toBe(200);
    expect((await get(account)).statusCode).toBe(429);
  });
});
