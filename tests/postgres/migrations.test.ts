/** Processes that start at the same moment on one empty database: the schema is made once, and all of them get it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

  it('of a newer version are refused, and nothing is changed', async () => {
    const url = await cluster.createDatabase();
    const newer: Migration = { name: '9999-later', up: async () => {} };
    await (await openDatabase({ url, folder: '' }, [...migrations, newer])).close();
    await expect(openDatabase({ url, folder: '' }, migrations)).rejects.toThrow(/newer version/);
  });
});
