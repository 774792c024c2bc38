/** A backup holds everything, a restore brings it back, and what is damaged or in the way is refused. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { backupInstance, restoreInstance } from '../../src/compose/backup.js';
import { readConfig } from '../../src/config.js';
import type { BackupReport } from '../../src/storage/copy/ports.js';
import { describeTables, inSnapshot, sumTable } from '../../src/storage/copy/tables.js';
import { furnishDatabase } from '../../src/storage/test-support/migrated-database.js';
import { filesWith, furnish, type OpenedInstance, openForTest } from '../support/furnished.js';

const work = { signal: new AbortController().signal, onProgress: () => {} };
let folder: string;
let file: string;
let backup: BackupReport;
const at = (name: string): { CONTRAFACT_DATA_DIR: string } => ({ CONTRAFACT_DATA_DIR: join(folder, name) });
const configOf = (name: string): ReturnType<typeof readConfig> => readConfig(at(name));

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'contrafact-backup-'));
  file = join(folder, 'instance.backup');
  const opened = await openForTest(at('old'));
  await furnish(opened, 'otter');
  await furnish(opened, 'badger');
  await opened.close();
  backup = await backupInstance(configOf('old'), file, work);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Counts and checksums of all tables, what a query of the fingerprint index answers, and the next number of a sequence. */
async function contentOf({ db, indexes }: OpenedInstance): Promise<unknown> {
  const { sql } = await import('kysely');
  const accounts = await db.selectFrom('accounts').selectAll().orderBy('id').execute();
  const tables = await inSnapshot(db, async (snapshot) => {
    const sums: Record<string, unknown> = {};
    for (const shape of await describeTables(snapshot)) sums[shape.name] = await sumTable(snapshot, shape);
    return sums;
  });
  const found = [];
  for (const { id } of accounts) {
    found.push(await indexes.fingerprints.songsAt(id, [0]));
    found.push((await indexes.fingerprints.postings(id, Uint32Array.of(1, 2, 3))).length);
  }
  const next = await sql<{ value: number }>`select nextval('melody_revisions')::float8 as value`.execute(db);
  return { tables, found, next: next.rows[0] };
}

it('everything comes back in a fresh instance: rows, files, index and sequences', async () => {
  expect(backup).toMatchObject({ files: 2, missing: 0 });
  const old = await openForTest(at('old'));
  const before = await contentOf(old);
  await old.close();
  // Its folder is not there yet: the schema is made too.
  expect(await restoreInstance(configOf('new'), file, work)).toEqual(backup);
  const restored = await openForTest(at('new'));
  expect(await contentOf(restored)).toEqual(before);
  await restored.close();
  expect(await filesWith(join(folder, 'new'), 'otter')).toHaveLength(1);
});

it('an instance that holds something is not written over', async () => {
  await expect(restoreInstance(configOf('old'), file, work)).rejects.toThrow(/not empty/);
});

it('a folder without an instance is not backed up, and none is made there', async () => {
  const other = join(folder, 'nothing.backup');
  await expect(backupInstance(configOf('mistyped'), other, work)).rejects.toThrow(
    /no instance in .*mistyped/,
  );
  expect([existsSync(other), existsSync(join(folder, 'mistyped'))]).toEqual([false, false]);
});

it('a running instance is not backed up', async () => {
  const running = await openForTest(at('old'));
  const other = join(folder, 'other.backup');
  await expect(backupInstance(configOf('old'), other, work)).rejects.toThrow(/already running/);
  await running.close();
  expect(existsSync(other)).toBe(false);
});

it('a file that is cut off, damaged or something else is refused, and half an instance does not start until it is whole', async () => {
  const good = readFileSync(file);
  const bad = join(folder, 'bad.backup');
  furnishDatabase(join(folder, 'half'));
  const refused = async (content: Buffer, reason: RegExp): Promise<void> => {
    writeFileSync(bad, content);
    await expect(restoreInstance(configOf('half'), bad, work)).rejects.toThrow(reason);
  };
  await refused(Buffer.from('hello\n'), /no backup/);
  await refused(good.subarray(0, good.length - 100), /ends in the middle/);
  await refused(flipped(good), /hash is another/);
  await expect(openForTest(at('half'))).rejects.toThrow(/was interrupted/);
  await restoreInstance(configOf('half'), file, work);
  await (await openForTest(at('half'))).close();
});

/** One bit of the last song's bytes. */
function flipped(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  const place = copy.lastIndexOf('otterotter');
  copy[place] = copy[place]! ^ 1;
  return copy;
}
