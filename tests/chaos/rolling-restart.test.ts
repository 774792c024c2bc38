import { describe, expect, it } from 'vitest';
import { isInstalled, type ProxyName } from '../deploy/proxy.js';
import { postgresPrograms, withoutPostgres } from '../postgres/cluster.js';
import { rollingRestart } from './rolling-restart.js';

describe.each<ProxyName>(['nginx', 'haproxy'])('two API processes restarted in turn behind %s', (proxy) => {
  const isPossible = postgresPrograms !== null && isInstalled(proxy);
  describe.skipIf(!isPossible)(`(needs ${proxy} on the PATH; ${withoutPostgres})`, () => {
    it('a client that never repeats a request sees no error, and every task it started ends once', () =>
      rollingRestart(proxy, 1, async ({ site }) => {
        expect(await site.ledger.count()).toMatchObject({
          tasksLost: [],
          callbacksLost: [],
          callbacksDoubled: 0,
        });
        expect(site.ledger.accepted.length).toBeGreaterThan(3);
      }));
  });
});
