/** Before all tests: an embedded database that has its schema is made once, and each test begins with a copy of it. */
import { makeMigratedDatabase } from '../../src/storage/test-support/migrated-database.js';

export default async function setup(): Promise<void> {
  process.env.CONTRAFACT_TEST_MIGRATED_DATABASE = await makeMigratedDatabase();
}
