// Writes dist/storage/initial-database.br with the compiled code: an empty database that has this version's schema.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const storage = resolve(import.meta.dirname, '..', 'dist', 'storage');
const { openDatabase } = await import(join(storage, 'database.js'));
const { migrations } = await import(join(storage, 'migrations', 'all.js'));
const { packDatabase } = await import(join(storage, 'initial-database.js'));

const folder = mkdtempSync(join(tmpdir(), 'contrafact-initial-'));
try {
  const database = await openDatabase({ url: null, folder: join(folder, 'db') }, migrations);
  await database.close();
  writeFileSync(join(storage, 'initial-database.br'), packDatabase(join(folder, 'db')));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
