import { AdministrationError } from './administration-error.js';
import type { Account, AccountStore } from './ports.js';

/** The account that a command is about: the named one, or the only one. Rejects with AdministrationError. */
export async function resolveAccount(accounts: AccountStore, id: string | undefined): Promise<Account> {
  if (id !== undefined) {
    const account = await accounts.get(id);
    if (account) return account;
    throw new AdministrationError(
      'unknown_account',
      `There is no account ${id}. \`contrafact account list\` shows them.`,
    );
  }
  const all = await accounts.list();
  if (all.length === 1) return all[0]!;
  throw new AdministrationError(
    'account_needed',
    all.length === 0
      ? 'There is no account yet. Make one with `contrafact account create --name NAME --plan free`.'
      : `There are ${all.length} accounts: say which with --account ID (\`contrafact account list\` shows them).`,
  );
}
