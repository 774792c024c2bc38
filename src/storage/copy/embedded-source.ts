/** The embedded instance that a backup or a move reads. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CopyRefusedError } from './target.js';

/**
 * Throws CopyRefusedError where the folder holds no database: opening it would make one, and a mistyped folder would give a
 * backup of nothing that looks like any other.
 */
export function requireEmbeddedSource(dataDir: string): void {
  if (existsSync(join(dataDir, 'db', 'PG_VERSION'))) return;
  throw new CopyRefusedError(
    `There is no instance in ${dataDir}. Set CONTRAFACT_DATA_DIR to its data folder.`,
  );
}
