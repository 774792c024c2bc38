/** Before the whole-service tests: the program is built where its sources changed, and its database made as for unit tests. */
import { makeMigratedDatabase } from '../../src/storage/test-support/migrated-database.js';
import { build } from './build.js';

export default async function setup(): Promise<void> {
  build();
  process.env.CONTRAFACT_TEST_MIGRATED_DATABASE = await makeMigratedDatabase();
}
