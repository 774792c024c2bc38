/** The embedded engine on a disk without room: what it answers, what health says, and that it gets over it. */
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSmallDisk, type SmallDisk, withoutSmallDisks } from '../../tests/chaos/small-disk.js';
import { StorageUnavailableError } from '../domain/storage-unavailable.js';
import { accountStore } from './accounts.js';
import { type OpenDatabase, openDatabase } from './database.js';
import { migrations } from './migrations/all.js';
import { furnishDatabase } from './test-support/migrated-database.js';

describe.skipIf(withoutSmallDisks !== null)(`a full disk (${withoutSmallDisks ?? 'can be made'})`, () => {
  let disk: SmallDisk;
  let database: OpenDatabase;
  beforeEach(async () => {
    disk = openSmallDisk(200);
    furnishDatabase(disk.folder);
    database = await openDatabase({ url: null, folder: join(disk.folder, 'db') }, migrations);
  });
  afterEach(async () => {
    await database?.close();
    disk.close();
  });

  const failureOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => null,
      (error: unknown) => error,
    );
  /** Enough for any table to need a new page. */
  const write = (): Promise<unknown> =>
    sql`insert into instance_settings (name, value)
      select md5(random()::text), repeat(md5(random()::text), 30) from generate_series(1, 40)`.execute(
      database.db,
    );

  it('a write is refused as a lack of room, health fails until one succeeds again, and reads go on', async () => {
    const { account } = await accountStore(database.db).create('A', 'pro');
    await database.checkHealth();
    disk.fill();
    const refused = await failureOf(write());
    expect(refused).toBeInstanceOf(StorageUnavailableError);
    expect(refused).toMatchObject({ reason: 'disk-full' });
    expect(await failureOf(database.checkHealth())).toMatchObject({ reason: 'disk-full' });
    expect(await accountStore(database.db).get(account.id)).toMatchObject({ id: account.id });
    disk.free();
    await database.checkHealth();
    await write();
  });

  it('an engine that cannot write its log is started anew with what was committed, once there is room', async () => {
    const { account } = await accountStore(database.db).create('A', 'pro');
    disk.fill();
    let panic: unknown = null;
    for (let n = 0; n < 60 && panic === null; n++) {
      // A megabyte of the log at a time, which no table needs room for.
      panic = await failureOf(
        sql`select pg_logical_emit_message(false, 'test', repeat('x', 1000000))`.execute(database.db),
      );
    }
    expect(panic).toMatchObject({ name: 'StorageUnavailableError', reason: 'disk-full' });
    // Never asked again: its answers would be nonsense, or none.
    for (let n = 0; n < 3; n++) {
      expect(await failureOf(database.checkHealth())).toMatchObject({ reason: 'disk-full' });
    }
    disk.free();
    await expect.poll(() => failureOf(database.checkHealth()), { timeout: 60_000 }).toBeNull();
    expect(await accountStore(database.db).get(account.id)).toMatchObject({ id: account.id });
    await write();
  });
});
