/** Administration without a running service, for commands. */
import { pino } from 'pino';
import { type Administration, createAdministration } from '../accounts/administration.js';
import type { Config } from '../config.js';
import { datasetImporter } from '../storage/dataset-import.js';
import { createEgress, type Egress } from './egress.js';
import { type Instance, openInstance } from './instance.js';

export function administrationOf(instance: Instance, egress: Egress): Administration {
  return createAdministration({
    accounts: instance.accounts,
    keys: instance.keys,
    callbacks: instance.callbackSettings,
    datasets: datasetImporter(instance.db),
    async verifyUrl(accountId, url) {
      const verdict = await egress.verifyCallbackUrl(accountId, url);
      return verdict.verified
        ? { verified: true }
        : { verified: false, reason: `${verdict.reason}: ${verdict.explanation}` };
    },
  });
}

/** Opens the instance's database itself. Throws InstanceLockedError while the service runs. */
export async function openAdministration(
  config: Config,
): Promise<{ administration: Administration; close(): Promise<void> }> {
  const instance = await openInstance(config, pino({ level: 'silent' }));
  return {
    administration: administrationOf(instance, createEgress(instance)),
    close: () => instance.close(),
  };
}
