/** Accounts: made, listed, deleted. */
import type { Administration, AdministrationDependencies } from './commands.js';
import { resolveAccount } from './resolve-account.js';

export function accountCommands({
  accounts,
  audit,
  deleteAccount,
}: AdministrationDependencies): Pick<
  Administration,
  'createAccount' | 'listAccounts' | 'deleteAccount' | 'verifyAudit'
> {
  return {
    async createAccount({ name, plan }) {
      const created = await accounts.create(name, plan);
      return {
        account_id: created.account.id,
        api_key: created.apiKey,
        signing_secret: created.signingSecret,
      };
    },

    async listAccounts() {
      return (await accounts.list()).map((account) => ({
        account_id: account.id,
        name: account.name,
        plan: account.plan,
        created_at: account.createdAt.toISOString(),
      }));
    },

    async verifyAudit({ accountId }) {
      const account = await resolveAccount(accounts, accountId);
      const { entries, headHash, brokenAt } = await audit.verify(account.id);
      return { account_id: account.id, entries, head_hash: headHash, broken_at: brokenAt };
    },

    async deleteAccount({ accountId }) {
      const account = await resolveAccount(accounts, accountId);
      await deleteAccount(account.id);
      return { account_id: account.id, deleted: true };
    },
  };
}
