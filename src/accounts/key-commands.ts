/** API keys of an account. */
import { AdministrationError } from './administration-error.js';
import type { KeyLine } from './command-answers.js';
import type { Administration, AdministrationDependencies } from './commands.js';
import type { ApiKey } from './ports.js';
import { resolveAccount } from './resolve-account.js';

export function keyCommands({
  accounts,
  keys,
}: AdministrationDependencies): Pick<Administration, 'createKey' | 'listKeys' | 'revokeKey'> {
  return {
    async createKey({ accountId, name, expires }) {
      const account = await resolveAccount(accounts, accountId);
      // A time in the past is allowed: it is how an integrator tests what an expired key is answered.
      const expiresAt = expires === undefined ? null : new Date(expires);
      const { keyId, apiKey } = await keys.create(account.id, { name, expiresAt });
      return { key_id: keyId, api_key: apiKey };
    },

    async listKeys({ accountId }) {
      const account = await resolveAccount(accounts, accountId);
      return (await keys.list(account.id)).map((key) => keyLine(key, new Date()));
    },

    async revokeKey({ accountId, keyId }) {
      const candidates =
        accountId === undefined ? await accounts.list() : [await resolveAccount(accounts, accountId)];
      for (const account of candidates) {
        if (await keys.revoke(account.id, keyId)) return { key_id: keyId, revoked: true };
      }
      throw new AdministrationError(
        'unknown_key',
        `There is no key ${keyId}${accountId === undefined ? '' : ` in account ${accountId}`}. ` +
          '`contrafact key list` shows the ids (the key itself is not its id).',
      );
    },
  };
}

function keyLine(key: ApiKey, now: Date): KeyLine {
  const expired = key.expiresAt !== null && key.expiresAt <= now;
  return {
    key_id: key.id,
    account_id: key.accountId,
    prefix: key.prefix,
    name: key.name,
    status: key.revokedAt ? 'revoked' : expired ? 'expired' : 'active',
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    created_by: key.createdBy === null ? null : (key.createdBy.email ?? 'a former member'),
  };
}
