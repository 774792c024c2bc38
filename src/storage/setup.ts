/** The first account of an instance: whoever holds the one-time token creates it, and nobody else can. */
import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { newId } from '../domain/ids.js';
import type { SetupStore } from '../http/dashboard/ports.js';
import { toAccount } from './accounts.js';
import { insertKey } from './keys.js';
import type { Database } from './schema.js';
import { hashToken, newSigningSecret } from './secrets.js';
import { toUser } from './users.js';

const settingName = 'setup_token';

export function setupStore(db: Kysely<Database>): SetupStore {
  return {
    async ensureToken() {
      return db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('instance_settings').where('name', '=', settingName).execute();
        const user = await transaction.selectFrom('users').select('id').limit(1).executeTakeFirst();
        if (user) return null;
        const token = randomBytes(24).toString('base64url');
        await transaction
          .insertInto('instance_settings')
          .values({ name: settingName, value: hashToken(token) })
          // Two processes that start at once: the later one's link holds, and both print one that was valid.
          .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: hashToken(token) }))
          .execute();
        return token;
      });
    },

    async isPending() {
      const row = await db
        .selectFrom('instance_settings')
        .select('name')
        .where('name', '=', settingName)
        .executeTakeFirst();
      return row !== undefined;
    },

    async claim(token, first) {
      return db.transaction().execute(async (transaction) => {
        // The deleted row is the lock: a second racer waits for this transaction and then finds no row.
        const spent = await transaction
          .deleteFrom('instance_settings')
          .where('name', '=', settingName)
          .where('value', '=', hashToken(token))
          .returning('name')
          .executeTakeFirst();
        if (!spent) return null;
        const account = await transaction
          .insertInto('accounts')
          // Whoever runs the instance may use all of it.
          .values({ id: newId('acct'), name: first.accountName, plan: 'enterprise' })
          .returningAll()
          .executeTakeFirstOrThrow();
        const signingSecret = newSigningSecret();
        await transaction
          .insertInto('signing_secrets')
          .values({ account_id: account.id, secret: signingSecret })
          .execute();
        const key = await insertKey(transaction, account.id, { name: 'First key' });
        const user = await transaction
          .insertInto('users')
          .values({
            id: newId('usr'),
            account_id: account.id,
            email: first.email,
            password_hash: first.passwordHash,
            role: 'owner',
            is_operator: true,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        return { account: toAccount(account), ...key, signingSecret, user: toUser(user) };
      });
    },
  };
}
