/** Every fault on one service after the other, as a bad week would bring them. `npm run chaos` is the long form. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withoutPostgres } from '../postgres/cluster.js';
import { faults } from './all-faults.js';
import { steppableClock } from './faults/clock-stepped.js';
import { type Engine, engines, openSite, type Site } from './site.js';

describe.each<Engine>(['embedded', 'postgres'])('on the engine %s', (engine) => {
  describe.skipIf(!engines.includes(engine))(`(PostgreSQL: ${withoutPostgres})`, () => {
    const clockFolder = mkdtempSync(join(tmpdir(), 'contrafact-clock-'));
    let site: Site;

    beforeAll(async () => {
      site = await openSite(engine, { env: steppableClock(clockFolder) });
    });
    afterAll(async () => {
      await site?.close();
      rmSync(clockFolder, { recursive: true, force: true });
    });

    const here = faults.filter((fault) => fault.engines.includes(engine));
    it.each(here.map((fault) => ({ fault, name: fault.name })))(
      '$name: no task and no callback is lost, and none is doubled',
      async ({ fault }) => {
        await fault.run(site, { tasks: 4, rounds: 2 });
        expect(await site.ledger.count()).toMatchObject({
          tasksLost: [],
          callbacksLost: [],
          callbacksDoubled: 0,
        });
        expect(site.ledger.accepted.length).toBeGreaterThanOrEqual(4);
      },
    );
  });
});
