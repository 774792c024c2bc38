/**
 * An embedded database with this version's schema, kept under node_modules/.cache until the code that makes it changes:
 * as a folder (`db`) for instances and as a tar file (`db.tar`) for databases in memory. It is the one that the build
 * makes; a copy takes a fraction of a second.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  openAsBlob,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { unpackInitialDatabase } from '../initial-database.js';

const root = resolve(import.meta.dirname, '../../..');
const cache = join(root, 'node_modules', '.cache', 'contrafact-database');

/** Set while tests run, by `makeMigratedDatabase`'s caller: the folder with `db` and `db.tar`. */
const folderInUse = (): string | null => process.env.CONTRAFACT_TEST_MIGRATED_DATABASE ?? null;

/** Returns the folder; unpacks what the build made where the storage code or the engine's version is new. */
export function makeMigratedDatabase(): string {
  const folder = join(cache, sourcesHash());
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${process.pid}`;
  removeOlder();
  mkdirSync(unfinished, { recursive: true });
  unpackInitialDatabase(join(unfinished, 'db'), join(root, 'dist', 'storage', 'initial-database.br'));
  const inTar = ['--transform', 's,^\\.,,', '.'];
  execFileSync('tar', ['-C', join(unfinished, 'db'), '-cf', join(unfinished, 'db.tar'), ...inTar]);
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // A run beside this one was first.
    if (!existsSync(folder)) throw error;
    rmSync(unfinished, { recursive: true });
  }
  return folder;
}

/** Those of yesterday's sources; a run beside this one may still use a younger one. */
function removeOlder(): void {
  for (const name of existsSync(cache) ? readdirSync(cache) : []) {
    const folder = join(cache, name);
    if (Date.now() - statSync(folder).mtimeMs > 86_400_000) rmSync(folder, { recursive: true, force: true });
  }
}

/** What a database in memory begins with; undefined outside test runs, where it makes its own schema. */
export async function migratedData(): Promise<Blob | undefined> {
  const folder = folderInUse();
  return folder === null ? undefined : openAsBlob(join(folder, 'db.tar'));
}

/** Gives a new data folder its migrated database; does nothing where it has one, or outside test runs. */
export function furnishDatabase(dataDir: string): void {
  const folder = folderInUse();
  const target = join(dataDir, 'db');
  if (folder === null || existsSync(target)) return;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  execFileSync('cp', ['-a', join(folder, 'db'), target]);
}

/** Name of the schema that the sources make, for what keeps one. */
export function sourcesHash(): string {
  const hash = createHash('sha256');
  for (const folder of ['src/storage', 'src/domain']) {
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).sort()) {
      if (/(?<!\.test)\.ts$/.test(name)) hash.update(readFileSync(join(root, folder, name)));
    }
  }
  hash.update(readFileSync(join(root, 'node_modules/@electric-sql/pglite/package.json')));
  return hash.digest('hex').slice(0, 20);
}
