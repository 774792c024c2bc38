import type { Kysely } from 'kysely';
import type { KeyStore, NewKey } from '../accounts/ports.js';
import { newId } from '../domain/ids.js';
import type { Database } from './schema.js';
import { hashToken, newApiKey } from './secrets.js';

/** A key's last use is written at most this often, so that reading requests do not become writes. */
const lastUseResolutionMs = 60_000;

export async function insertKey(
  db: Kysely<Database>,
  accountId: string,
  options: NewKey,
): Promise<{ keyId: string; apiKey: string }> {
  const apiKey = newApiKey();
  const keyId = newId('key');
  await db
    .insertInto('api_keys')
    .values({
      id: keyId,
      account_id: accountId,
      hash: hashToken(apiKey),
      prefix: apiKey.slice(0, 8),
      name: options.name ?? '',
      expires_at: options.expiresAt ?? null,
      created_by: options.createdBy ?? null,
    })
    .execute();
  return { keyId, apiKey };
}

export function keyStore(db: Kysely<Database>): KeyStore {
  return {
    create: (accountId, options) => insertKey(db, accountId, options),

    async list(accountId) {
      const rows = await db
        .selectFrom('api_keys')
        .leftJoin('users', 'users.id', 'api_keys.created_by')
        .selectAll('api_keys')
        .select('users.email as maker')
        .where('api_keys.account_id', '=', accountId)
        .orderBy('api_keys.created_at')
        .execute();
      return rows.map((row) => ({
        id: row.id,
        accountId: row.account_id,
        prefix: row.prefix,
        name: row.name,
        createdAt: row.created_at,
        expiresAt: row.expires_at,
        revokedAt: row.revoked_at,
        lastUsedAt: row.last_used_at,
        createdBy: row.created_by === null ? null : { userId: row.created_by, email: row.maker },
      }));
    },

    async revoke(accountId, keyId) {
      const row = await db
        .updateTable('api_keys')
        .set((eb) => ({ revoked_at: eb.fn.coalesce('revoked_at', eb.val(new Date())) }))
        .where('account_id', '=', accountId)
        .where('id', '=', keyId)
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },

    async authenticate(apiKey) {
      const row = await db
        .selectFrom('api_keys')
        .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
        .select([
          'api_keys.id as keyId',
          'api_keys.expires_at',
          'api_keys.last_used_at',
          'accounts.id',
          'accounts.name',
          'accounts.plan',
          'accounts.created_at',
        ])
        .where('api_keys.hash', '=', hashToken(apiKey))
        .where('api_keys.revoked_at', 'is', null)
        .executeTakeFirst();
      if (!row) return { outcome: 'unknown' };
      const now = Date.now();
      if (row.expires_at && row.expires_at.getTime() <= now) return { outcome: 'expired' };
      if (now - (row.last_used_at?.getTime() ?? 0) > lastUseResolutionMs) {
        await db
          .updateTable('api_keys')
          .set({ last_used_at: new Date(now) })
          .where('id', '=', row.keyId)
          .execute();
      }
      return {
        outcome: 'ok',
        keyId: row.keyId,
        account: { id: row.id, name: row.name, plan: row.plan, createdAt: row.created_at },
      };
    },
  };
}
