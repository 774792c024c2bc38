/** `contrafact move`: an embedded instance becomes one on PostgreSQL with its uploads in an object store. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { backupInstance, restoreInstance } from '../../src/compose/backup.js';
import { moveInstance } from '../../src/compose/move-instance.js';
import { readConfig } from '../../src/config.js';
import { furnish, openForTest, tablesWith } from '../support/furnished.js';
import { type ObjectStore, startObjectStore } from '../support/object-store.js';
import { itInLongRounds } from '../support/rounds.js';
import { type Cluster, postgresPrograms, startCluster, withClient, withoutPostgres } from './cluster.js';

describe.skipIf(postgresPrograms === null)(
  `an instance that moves to PostgreSQL (${withoutPostgres})`,
  () => {
    let cluster: Cluster;
    let store: ObjectStore;
    let folder: string;
    /** An instance that is made once; each test moves a copy of it. */
    let furnished: string;
    let url: string;
    const own = (): Record<string, string> => ({ CONTRAFACT_DATA_DIR: join(folder, 'data') });
    const moved = (): Record<string, string> => ({
      CONTRAFACT_DATA_DIR: join(folder, 'moved'),
      CONTRAFACT_DATABASE_URL: url,
      ...store.env,
    });
    beforeAll(async () => {
      // Another time zone than the embedded engine's: checksums must not depend on it.
      cluster = await startCluster({ timezone: 'Asia/Seoul' });
      furnished = mkdtempSync(join(tmpdir(), 'contrafact-move-'));
      const opened = await openForTest({ CONTRAFACT_DATA_DIR: furnished });
      for (const mark of ['stork', 'raven']) await furnish(opened, mark);
      await sql`insert into dataset_songs (id, dataset_id, title, lyrics)
      select 'song_' || n, 'default', 'Title ' || n, 'ö "quoted" \\ ' || n from generate_series(1, 9000) n`.execute(
        opened.db,
      );
      await opened.close();
    });
    afterAll(() => {
      cluster?.stop();
      rmSync(furnished, { recursive: true, force: true });
    });
    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), 'contrafact-move-'));
      store = await startObjectStore();
      url = await cluster.createDatabase();
      cpSync(furnished, join(folder, 'data'), { recursive: true });
    });
    afterEach(async () => {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    });

    function move(
      signal = new AbortController().signal,
      onProgress: (share: number, stage: string) => void = () => {},
    ) {
      return moveInstance({
        source: readConfig(own()),
        target: readConfig({ ...own(), CONTRAFACT_DATABASE_URL: url, ...store.env }),
        movesBlobs: true,
        signal,
        onProgress,
      });
    }

    it('has every row and file, the same keys, and goes on numbering where it was', async () => {
      const report = await move();
      expect(report).toMatchObject({ files: 2 });
      expect(report.tables.find(({ table }) => table === 'dataset_songs')).toMatchObject({ rows: 9002 });
      const opened = await openForTest(moved());
      expect((await tablesWith(opened.db, 'stork')).length).toBeGreaterThan(12);
      const acquired = await opened.blobs.acquire('music/mus_stork');
      await acquired.release();
      const { account } = await opened.instance.accounts.create('after', 'free');
      const secrets = await sql`select id from signing_secrets where account_id = ${account.id}`.execute(
        opened.db,
      );
      expect(secrets.rows).toEqual([{ id: 3 }]);
      await opened.close();
    });

    it('cut off anywhere, no service starts on it, and the next call goes on where it stopped', async () => {
      const abort = new AbortController();
      const stop = (_share: number, stage: string): void => {
        if (stage.includes('dataset_songs')) abort.abort(new Error('cut off'));
      };
      await expect(move(abort.signal, stop)).rejects.toThrow('cut off');
      await expect(openForTest(moved())).rejects.toThrow(/was interrupted/);
      const rows = (): Promise<number> =>
        withClient(url, async (client) =>
          Number((await client.query('select count(*) from dataset_songs')).rows[0].count),
        );
      const already = await rows();
      expect(already).toBeGreaterThan(0);
      expect(already).toBeLessThan(9002);
      const again = new AbortController();
      const atFiles = (_share: number, stage: string): void => {
        if (stage === 'files') again.abort(new Error('cut off again'));
      };
      await expect(move(again.signal, atFiles)).rejects.toThrow('cut off again');
      expect(await rows()).toBe(9002);
      expect(await move()).toMatchObject({ files: 1 });
      await (await openForTest(moved())).close();
    });

    itInLongRounds(
      'is refused while it runs, into a database that holds something, and when it changed in between',
      async () => {
        const running = await openForTest(own());
        await expect(move()).rejects.toThrow(/already running/);
        await running.close();
        const abort = new AbortController();
        await expect(move(abort.signal, () => abort.abort(new Error('cut off')))).rejects.toThrow('cut off');
        const changed = await openForTest(own());
        await sql`update accounts set name = 'other' where name = 'stork'`.execute(changed.db);
        await changed.close();
        await expect(move()).rejects.toThrow(/differs from its source|another instance/);
        url = await cluster.createDatabase();
        const taken = await openForTest(moved());
        await taken.instance.accounts.create('already here', 'free');
        await taken.close();
        await expect(move()).rejects.toThrow(/not empty/);
      },
    );

    itInLongRounds('is backed up while it runs, and restored on the embedded engine', async () => {
      await move();
      const running = await openForTest(moved());
      const file = join(folder, 'file');
      const work = { signal: new AbortController().signal, onProgress: () => {} };
      const backup = await backupInstance(readConfig(moved()), file, work);
      await running.close();
      const config = readConfig({ CONTRAFACT_DATA_DIR: join(folder, 'restored') });
      expect(await restoreInstance(config, file, work)).toEqual(backup);
    });
  },
);
