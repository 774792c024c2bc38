import { describe, expect, it } from 'vitest';
import { postgresPrograms, withoutPostgres } from '../postgres/cluster.js';
import { RegistryUnreachable, withoutOldVersion } from './old-version.js';
import { twoVersions } from './two-versions.js';

const reason = withoutOldVersion ?? withoutPostgres;

describe.skipIf(postgresPrograms === null || withoutOldVersion !== null)(
  `1.0.0 and this version on one PostgreSQL database (${reason})`,
  () => {
    it('this version starts, migrates and works beside a running 1.0.0: nothing is lost, nothing is doubled', async (context) => {
      const run = twoVersions(6, async ({ site }) => {
        expect(await site.ledger.count()).toMatchObject({
          tasksLost: [],
          callbacksLost: [],
          callbacksDoubled: 0,
        });
        expect(site.ledger.accepted.length).toBe(36);
      });
      await run.catch((error: unknown) => {
        if (error instanceof RegistryUnreachable) context.skip(error.message);
        throw error;
      });
    });
  },
);
