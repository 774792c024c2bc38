/** Where callbacks go, and the secrets that sign them. */
import type { Administration, AdministrationDependencies } from './commands.js';
import { unsavableUrlRules } from './ports.js';
import { resolveAccount } from './resolve-account.js';

export function callbackCommands({
  accounts,
  callbacks,
  verifyUrl,
}: AdministrationDependencies): Pick<
  Administration,
  'setCallback' | 'showCallback' | 'showSecrets' | 'rotateSecret'
> {
  return {
    async setCallback({ accountId, url }) {
      const account = await resolveAccount(accounts, accountId);
      const check = await verifyUrl(account.id, url);
      if (check.verified) {
        await callbacks.setVerified(account.id, url);
        return { verified: true };
      }
      const saved = !unsavableUrlRules.has(check.rule) && (await callbacks.setUnverified(account.id, url));
      const kept = (await callbacks.get(account.id))?.url ?? null;
      return { verified: false, reason: `${check.rule}: ${check.reason}`, saved, url: kept };
    },

    async showCallback({ accountId }) {
      const account = await resolveAccount(accounts, accountId);
      const settings = await callbacks.get(account.id);
      return {
        account_id: account.id,
        url: settings?.url ?? null,
        verified: settings?.verifiedAt != null,
        verified_at: settings?.verifiedAt?.toISOString() ?? null,
        disabled_at: settings?.disabledAt?.toISOString() ?? null,
        disabled_reason: settings?.disabledReason ?? null,
        active_secrets: settings?.secrets.length ?? 0,
      };
    },

    async showSecrets({ accountId }) {
      const account = await resolveAccount(accounts, accountId);
      const settings = await callbacks.get(account.id);
      return {
        account_id: account.id,
        signing_secrets: settings?.secrets.map(({ secret }) => secret) ?? [],
      };
    },

    async rotateSecret({ accountId }) {
      const account = await resolveAccount(accounts, accountId);
      return { account_id: account.id, signing_secret: await callbacks.rotateSecret(account.id) };
    },
  };
}
