/**
 * Before the unit tests: the sources are compiled where they changed, so that compute processes and decoders start without
 * tsx, and an embedded database that has its schema lies ready, of which each test begins with a copy.
 */

import { makeMigratedDatabase } from '../../src/storage/test-support/migrated-database.js';
import { build } from './build.js';
import { keepTemporaryFilesInMemory } from './memory-folder.js';

export default function setup(): () => void {
  build('server', 'initial database');
  process.env.CONTRAFACT_TEST_COMPILED = '1';
  process.env.CONTRAFACT_TEST_MIGRATED_DATABASE = makeMigratedDatabase();
  return keepTemporaryFilesInMemory();
}
