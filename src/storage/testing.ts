/** A migrated database in memory for tests: real PostgreSQL, gone when closed. */
import { type OpenDatabase, openDatabase } from './database.js';
import { migrations } from './migrations/all.js';

export function openTestDatabase(): Promise<OpenDatabase> {
  return openDatabase({ url: null, folder: 'memory://' }, migrations);
}
