/** Administration without a running service, for commands. */
import { pino } from 'pino';
import { createAdministration } from '../accounts/administration.js';
import type { Administration } from '../accounts/commands.js';
import type { Config } from '../config.js';
import { passwords } from '../http/dashboard/passwords.js';
import { datasetImporter } from '../storage/dataset-import.js';
import { invitationStore } from '../storage/invitations.js';
import type { BlobStore } from '../storage/ports.js';
import { auditLog } from '../storage/review/audit.js';
import { userStore } from '../storage/users.js';
import { openBlobs } from './blobs.js';
import { deleteAccount } from './deletion.js';
import { createEgress, type Egress } from './egress.js';
import { type Instance, openInstance } from './instance.js';
import { openSearchIndexes, type SearchIndexes } from './search-indexes.js';

export function administrationOf(
  instance: Instance,
  egress: Egress,
  indexes: SearchIndexes,
  blobs: BlobStore,
): Administration {
  return createAdministration({
    accounts: instance.accounts,
    keys: instance.keys,
    callbacks: instance.callbackSettings,
    datasets: datasetImporter(instance.db),
    members: userStore(instance.db),
    invitations: invitationStore(instance.db),
    audit: auditLog(instance.db),
    hashPassword: passwords().hash,
    deleteAccount: (accountId) => deleteAccount(instance, indexes, blobs, accountId),
    verifyUrl: egress.verifyCallbackUrl,
  });
}

/** Opens the instance's database itself. Throws InstanceLockedError while the service runs. */
export async function openAdministration(
  config: Config,
): Promise<{ administration: Administration; close(): Promise<void> }> {
  const instance = await openInstance(config, pino({ level: 'silent' }));
  try {
    const blobs = await openBlobs(config);
    const indexes = openSearchIndexes(instance, blobs);
    return {
      administration: administrationOf(instance, createEgress(instance), indexes, blobs),
      async close() {
        await blobs.close();
        await instance.close();
      },
    };
  } catch (error) {
    await instance.close();
    throw error;
  }
}
