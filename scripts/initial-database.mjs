// Writes dist/storage/initial-database.br with the compiled code: an empty database that has this version's schema.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';

const storage = resolve(import.meta.dirname, '..', 'dist', 'storage');
const { openDatabase } = await import(join(storage, 'database.js'));
const { migrations } = await import(join(storage, 'migrations', 'all.js'));
const { packDatabase } = await import(join(storage, 'initial-database.js'));

const folder = mkdtempSync(join(tmpdir(), 'contrafact-initial-'));
try {
  const database = await openDatabase({ url: null, folder: join(folder, 'db') }, migrations);
  const statements = [
    // What the server would copy for a new database: none is ever made beside this one, and they are half of the files.
    "update pg_database set datistemplate = false where datname in ('template0', 'template1')",
    'drop database template0',
    'drop database template1',
    // The log of writes begins anew, so that nothing of it has to be shipped but the record of the closing.
    'set wal_recycle = off',
    'select pg_switch_wal()',
    'checkpoint',
  ];
  for (const statement of statements) await sql.raw(statement).execute(database.db);
  await database.close();
  writeFileSync(join(storage, 'initial-database.br'), packDatabase(join(folder, 'db')));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
