import { type Kysely, sql } from 'kysely';
import type { CallbackSettingsStore } from '../accounts/ports.js';
import { releaseWaiting } from './outbox.js';
import type { Database } from './schema.js';
import { newSigningSecret } from './secrets.js';

/** For how long the secret before a rotation still signs beside the new one. */
const rotationOverlapHours = 24;

/** `onReleased` is called after held messages became due. */
export function callbackSettingsStore(db: Kysely<Database>, onReleased: () => void): CallbackSettingsStore {
  return {
    async get(accountId) {
      const account = await db
        .selectFrom('accounts')
        .selectAll()
        .where('id', '=', accountId)
        .executeTakeFirst();
      if (!account) return null;
      const secrets = await db
        .selectFrom('signing_secrets')
        .select(['secret', 'expires_at'])
        .where('account_id', '=', accountId)
        .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', new Date())]))
        .orderBy('id', 'desc')
        .execute();
      return {
        url: account.callback_url,
        verifiedAt: account.callback_verified_at,
        disabledAt: account.callback_disabled_at,
        disabledReason: account.callback_disabled_reason,
        secrets: secrets.map((row) => ({ secret: row.secret, expiresAt: row.expires_at })),
      };
    },

    async setVerified(accountId, url) {
      await db.transaction().execute(async (transaction) => {
        await transaction
          .updateTable('accounts')
          .set({
            callback_url: url,
            callback_verified_at: new Date(),
            callback_disabled_at: null,
            callback_disabled_reason: null,
            callback_failing_since: null,
          })
          .where('id', '=', accountId)
          .execute();
        await releaseWaiting(transaction, accountId);
      });
      onReleased();
    },

    async setUnverified(accountId, url) {
      const saved = await db
        .updateTable('accounts')
        .set({ callback_url: url, callback_verified_at: null })
        .where('id', '=', accountId)
        .where((eb) => eb.or([eb('callback_verified_at', 'is', null), eb('callback_url', '=', url)]))
        .executeTakeFirst();
      return saved.numUpdatedRows > 0n;
    },

    async clear(accountId) {
      await db
        .updateTable('accounts')
        .set({ callback_url: null, callback_verified_at: null })
        .where('id', '=', accountId)
        .execute();
    },

    async rotateSecret(accountId) {
      const secret = newSigningSecret();
      await db.transaction().execute(async (transaction) => {
        await transaction
          .updateTable('signing_secrets')
          .set({ expires_at: sql<Date>`now() + make_interval(hours => ${rotationOverlapHours})` })
          .where('account_id', '=', accountId)
          .where('expires_at', 'is', null)
          .execute();
        await transaction.insertInto('signing_secrets').values({ account_id: accountId, secret }).execute();
      });
      return secret;
    },
  };
}
