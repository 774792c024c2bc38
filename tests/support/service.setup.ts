/** Before the whole-service tests: the program is built where its sources changed, and its database lies ready as for unit tests. */
import { makeMigratedDatabase } from '../../src/storage/test-support/migrated-database.js';
import { build } from './build.js';
import { keepTemporaryFilesInMemory } from './memory-folder.js';

export default function setup(): () => void {
  build();
  process.env.CONTRAFACT_TEST_COMPILED = '1';
  process.env.CONTRAFACT_TEST_MIGRATED_DATABASE = makeMigratedDatabase();
  return keepTemporaryFilesInMemory();
}
