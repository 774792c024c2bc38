/**
 * The short round of tests/chaos: one kill in mid-task, one of compute processes, one flood.
 * `npm run test:long` runs every fault and flood, for longer and on both engines.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seededRandom } from '../../src/signal/seeded-random.js';
import { abuses, underAbuse } from '../chaos/abuse.js';
import { computeKilled } from '../chaos/faults/compute-killed.js';
import { runKillRounds } from '../chaos/kill-rounds.js';
import { openSite, type Site } from '../chaos/site.js';

const nothingLost = { tasksLost: [], callbacksLost: [], callbacksDoubled: 0 };
let site: Site;
beforeAll(async () => {
  site = await openSite('embedded', { songs: 2 });
});
afterAll(() => site?.close());

it('kill -9 of the whole service in mid-task loses no task and no callback', async () => {
  const options = { rounds: 1, tasksPerRound: 4, latestKillMs: 600, drainsBetween: false };
  const { rounds, ...count } = await runKillRounds(site, options, seededRandom(20));
  // Else nothing was proved: some kill must have come before all was done.
  expect(Math.max(...rounds.map((round) => round.openAtKill))).toBeGreaterThan(0);
  expect(count).toMatchObject({ accepted: 4, ...nothingLost });
});

it(`${computeKilled.name}: no task and no callback is lost, and none is doubled`, async () => {
  await computeKilled.run(site, { tasks: 3, rounds: 1, importRows: 0 });
  expect(await site.ledger.count()).toMatchObject(nothingLost);
});

const floods = abuses.filter(({ name }) => name === 'aborted uploads');
it.each(floods.map((abuse) => ({ abuse, name: abuse.name })))(
  '$name: every health check is answered, and the service works on',
  async ({ abuse }) => {
    const load = { seconds: 1, sockets: 50, uploads: 40, abortedUploads: 60, requests: 1000 };
    const figures = await underAbuse(site, abuse, { ...load, tagUploads: 2, tagPart: 0.1 });
    expect(figures.healthChecks).toBeGreaterThan(0);
    expect(figures.failedChecks).toBe(0);
    await site.ledger.start('/fingerprint/check', { musicId: site.songs[0]! });
    expect(await site.ledger.count()).toMatchObject(nothingLost);
  },
);
