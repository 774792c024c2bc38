/**
 * Copies the rows of an instance into another database, and its files into another store. Cut off at any moment, the
 * same call goes on where it stopped. The source is only read.
 */
import type { Kysely } from 'kysely';
import type { BlobStore } from '../ports.js';
import type { Database } from '../schema.js';
import type { CopyReport, CopyWork } from './ports.js';
import { putVerified } from './put-verified.js';
import { readTable } from './read-table.js';
import { countStoredBytes, storedFilesAfter } from './stored-files.js';
import { describeTables, readMigrations, readSequences, sumTable, type TableSum } from './tables.js';
import { CopyRefusedError, type CopyTarget, differences, openCopyTarget } from './target.js';

/** Copies the files behind the rows; what an earlier call copied stands in the target. */
type CopyFiles = (target: CopyTarget) => Promise<Pick<CopyReport, 'files' | 'bytes'>>;

/**
 * `copyFiles` null: the store stays. Throws CopyRefusedError where the target holds anything else, or the copy does not
 * match.
 */
export async function copyInstance(
  from: Kysely<Database>,
  to: Kysely<Database>,
  copyFiles: CopyFiles | null,
  { signal, onProgress }: CopyWork,
): Promise<CopyReport> {
  const { identity } = await readMigrations(from);
  const target = await openCopyTarget(to, identity, { resumes: true });
  const shapes = await describeTables(from);
  const sums = new Map<string, TableSum>();
  for (const shape of shapes) sums.set(shape.name, await sumTable(from, shape));
  const rows = [...sums.values()].reduce((sum, table) => sum + table.rows, 0);
  let copied = 0;
  for (const shape of shapes) {
    for await (const page of readTable(from, shape, await target.progress(shape.name))) {
      signal.throwIfAborted();
      await target.insert(shape, page.json, page.lastKey);
      copied += page.rows;
      onProgress(copied / Math.max(1, rows), `rows of ${shape.name}`);
    }
  }
  await target.setSequences(await readSequences(from));
  const files = (await copyFiles?.(target)) ?? { files: 0, bytes: 0 };
  onProgress(1, 'comparing');
  const wrong = differences(sums, await target.sums(shapes));
  if (wrong.length > 0) {
    throw new CopyRefusedError(
      `The copy differs from its source (${wrong.join('; ')}). The source was changed in between, or the target was used. Empty the target and begin anew.`,
    );
  }
  await target.finish();
  return { tables: [...sums].map(([table, sum]) => ({ table, ...sum })), ...files };
}

export interface Stores {
  readonly old: BlobStore;
  readonly fresh: BlobStore;
}

/** Each file is held against its record on the way. */
export async function copyFiles(
  from: Kysely<Database>,
  target: CopyTarget,
  { old, fresh }: Stores,
  { signal, onProgress }: CopyWork,
): Promise<Pick<CopyReport, 'files' | 'bytes'>> {
  const total = await countStoredBytes(from);
  const report = { files: 0, bytes: 0 };
  for (let after = (await target.progress('blobs')) ?? ''; ; ) {
    const files = await storedFilesAfter(from, after);
    if (files.length === 0) return report;
    for (const { key, sha256, bytes } of files) {
      signal.throwIfAborted();
      const content = (await old.open(key)) as AsyncIterable<Uint8Array>;
      await putVerified(fresh, key, content, sha256);
      await target.note('blobs', key);
      report.files += 1;
      report.bytes += bytes;
      onProgress(report.bytes / Math.max(1, total), 'files');
      after = key;
    }
  }
}
