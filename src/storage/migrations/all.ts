import { descriptionsMigration } from '../descriptions/migration.js';
import { descriptionRequestsMigration } from '../descriptions/requests-migration.js';
import { fingerprintMigration } from '../fingerprint/migration.js';
import { lyricLeasesMigration } from '../lyrics/leases-migration.js';
import { lyricsMigration } from '../lyrics/migration.js';
import type { Migration } from '../migrate.js';
import { plagiarismMigration } from '../plagiarism/migration.js';
import { caseReviewMigration } from '../review/migration.js';
import { searchEngineMigration } from '../search/migration.js';
import { coreMigration } from './0001-core.js';
import { dataCareMigration } from './0007-data-care.js';
import { importsMigration } from './0009-imports.js';
import { accountsMigration } from './0010-accounts.js';
import { queueMigration } from './0011-queue.js';
import { compatibilityMigration } from './0012-compatibility.js';
import { requestIdsMigration } from './0013-request-ids.js';
import { reviewMigration } from './0017-review.js';
import { batchesMigration } from './0023-batches.js';
import { emailConfirmationsMigration } from './0024-email-confirmations.js';
import { songsByNameMigration } from './0025-songs-by-name.js';

/** Every migration of this version, in the order of their application. Append; never change a released one. */
export const migrations: readonly Migration[] = [
  coreMigration,
  fingerprintMigration,
  lyricsMigration,
  descriptionsMigration,
  plagiarismMigration,
  descriptionRequestsMigration,
  dataCareMigration,
  lyricLeasesMigration,
  importsMigration,
  accountsMigration,
  queueMigration,
  compatibilityMigration,
  requestIdsMigration,
  reviewMigration,
  caseReviewMigration,
  searchEngineMigration,
  batchesMigration,
  emailConfirmationsMigration,
  songsByNameMigration,
];
