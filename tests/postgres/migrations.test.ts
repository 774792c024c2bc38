/** Processes that start at the same moment on one empty database: the schema is made once, and all of them get it. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountStore } from '../../src/storage/accounts.js';
import { openDatabase } from '../../src/storage/database.js';
import type { Migration } from '../../src/storage/migrate.js';
import { migrations } from '../../src/storage/migrations/all.js';
import { type Cluster, postgresPrograms, startCluster, withClient, withoutPostgres } from './cluster.js';

describe.skipIf(postgresPrograms === null)(`migrations of many at once (${withoutPostgres})`, () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterAll(() => cluster?.stop());

  it('run once each, forward from every earlier state, with eight starting at once', async () => {
    const url = await cluster.createDatabase();
    let runs = 0;
    const counted: Migration[] = migrations.map((migration) => ({
      name: migration.name,
      async up(db) {
        runs += 1;
        await migration.up(db);
      },
    }));
    // Each state that a version could have left behind is where the next round starts.
    for (let known = 1; known <= counted.length; known++) {
      const open = await Promise.all(
        Array.from({ length: 8 }, () => openDatabase({ url, folder: '' }, counted.slice(0, known))),
      );
      await Promise.all(open.map((database) => database.close()));
      expect(runs).toBe(known);
    }
    const { rows } = await withClient(url, (client) =>
      client.query('select name from schema_migrations order by name'),
    );
    expect(rows.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name));
  });

  const later = (name: string, oldestVersion: string, statement: string): Migration => ({
    name,
    oldestVersion,
    async up(db) {
      await sql.raw(statement).execute(db);
    },
  });
  /** The state that a release after this one leaves behind. */
  async function migratedBy(...newer: readonly Migration[]): Promise<string> {
    const url = await cluster.createDatabase();
    await (await openDatabase({ url, folder: '' }, [...migrations, ...newer])).close();
    return url;
  }

  it('of a newer version that only adds let this one start beside it, with a notice', async () => {
    const url = await migratedBy(later('9999-later', '1.0.0', 'alter table music add column later text'));
    const notices: string[] = [];
    const database = await openDatabase({ url, folder: '' }, migrations, {
      version: '1.0.0',
      onNotice: (message, fields) => notices.push(`${message} ${JSON.stringify(fields)}`),
    });
    const { account } = await accountStore(database.db).create('A', 'pro');
    expect(await accountStore(database.db).get(account.id)).toMatchObject({ id: account.id });
    await database.close();
    expect(notices).toEqual([expect.stringContaining('9999-later')]);
  });

  it('of a newer version that this one cannot work on are refused by name of the version, and nothing is changed', async () => {
    const url = await migratedBy(
      later('9998-adds', '1.0.0', 'alter table music add column later text'),
      later('9999-contracts', '1.10.0', 'alter table music drop column later'),
    );
    const open = (version: string): Promise<unknown> =>
      openDatabase({ url, folder: '' }, migrations, { version }).then((database) => database.close());
    await expect(open('1.9.3')).rejects.toThrow(/needs version 1\.10\.0 or newer; this is 1\.9\.3/);
    await expect(open('1.10.0-rc.1')).resolves.toBeUndefined();
    await expect(open('2.0.0')).resolves.toBeUndefined();
  });

  it('wait for a lock no longer than a moment at a time, so that nobody queues up behind them', async () => {
    const url = await cluster.createDatabase();
    await (await openDatabase({ url, folder: '' }, migrations)).close();
    const adds = later('9999-later', '1.0.0', 'alter table music add column later text');
    await withClient(url, async (reader) => {
      // A report, a backup: it holds the weakest lock of the table, which a migration has to wait for all the same.
      await reader.query('begin');
      await reader.query('select count(*) from music');
      let waited = (): void => {};
      const hasWaited = new Promise<void>((resolve) => (waited = resolve));
      const migrating = openDatabase({ url, folder: '' }, [...migrations, adds], {
        lockMs: 300,
        onNotice: () => waited(),
      });
      await hasWaited;
      // The version before goes on with the table while the migration pauses between its attempts.
      await withClient(url, (client) => client.query('select count(*) from music'));
      await reader.query('commit');
      await (await migrating).close();
    });
    const { rows } = await withClient(url, (client) => client.query('select later from music'));
    expect(rows).toEqual([]);
  });

  it('end with a sentence where a lock is never freed, and change nothing', async () => {
    const url = await cluster.createDatabase();
    await (await openDatabase({ url, folder: '' }, migrations)).close();
    await withClient(url, async (reader) => {
      await reader.query('begin');
      await reader.query('lock table music in access share mode');
      const adds = later('9999-later', '1.0.0', 'alter table music add column later text');
      const attempt = openDatabase({ url, folder: '' }, [...migrations, adds], {
        lockMs: 50,
        patienceMs: 400,
      });
      await expect(attempt).rejects.toThrow(/9999-later found its tables locked.*nothing was changed/);
      await reader.query('rollback');
    });
    const { rows } = await withClient(url, (client) =>
      client.query(`select 1 from schema_migrations where name = '9999-later'`),
    );
    expect(rows).toEqual([]);
  });
});
