import fs, { mkdtempSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openEmbedded } from './embedded.js';
import { furnishDatabase } from './test-support/migrated-database.js';

// The real one, counted. Also those see it who have imported it before.
beforeEach(() => {
  vi.spyOn(fs, 'fsyncSync');
  syncBuiltinESMExports();
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

const folder = mkdtempSync(join(tmpdir(), 'contrafact-fsync-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a commit of the embedded database reaches the disk: fsync is called for each', async () => {
  furnishDatabase(folder);
  const pglite = await openEmbedded(join(folder, 'db'));
  try {
    await pglite.exec('create table kept (n integer)');
    const calls = vi.mocked(fs.fsyncSync).mock.calls.length;
    for (let n = 0; n < 5; n++) await pglite.query('insert into kept values ($1)', [n]);
    expect(vi.mocked(fs.fsyncSync).mock.calls.length - calls).toBeGreaterThanOrEqual(5);
    const settings = await pglite.query<{ fsync: string }>("select current_setting('fsync') as fsync");
    expect(settings.rows[0]?.fsync).toBe('on');
  } finally {
    await pglite.close();
  }
  expect(fs.existsSync(join(folder, 'db', 'PG_VERSION'))).toBe(true);
});
