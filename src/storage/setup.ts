/** The first account of an instance: whoever holds the one-time token creates it, and nobody else can. */
import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { newId } from '../domain/ids.js';
import type { SetupStore } from '../http/dashboard/ports.js';
import { toAccount } from './accounts.js';
import { insertKey } from './keys.js';
import { deleteOldSetupLink } from './old-settings.js';
import type { Database } from './schema.js';
import { hashToken, newSigningSecret } from './secrets.js';
import { toUser, userStore } from './users.js';

export function setupStore(db: Kysely<Database>): SetupStore {
  return {
    async ensureToken() {
      await deleteOldSetupLink(db);
      return db.transaction().execute(async (transaction) => {
        if (await hasOperator(transaction)) {
          await transaction.deleteFrom('setup_links').execute();
          return null;
        }
        const token = randomBytes(24).toString('base64url');
        await transaction
          .insertInto('setup_links')
          .values({ id: 1, token_hash: hashToken(token) })
          // Two processes that start at once: the later one's link holds, and both print one that was valid.
          .onConflict((conflict) =>
            conflict.column('id').doUpdateSet({ token_hash: hashToken(token), created_at: sql<Date>`now()` }),
          )
          .execute();
        return token;
      });
    },

    async isPending() {
      const row = await db.selectFrom('setup_links').select('id').executeTakeFirst();
      return row !== undefined && !(await hasUsers(db));
    },

    async isValid(token) {
      const row = await db
        .selectFrom('setup_links')
        .select('id')
        .where('token_hash', '=', hashToken(token))
        .executeTakeFirst();
      return row !== undefined && !(await hasOperator(db));
    },

    async claim(token, first) {
      return db.transaction().execute(async (transaction) => {
        // The row is the lock: a second racer waits for this transaction and then finds none.
        const link = await transaction
          .selectFrom('setup_links')
          .select('id')
          .where('token_hash', '=', hashToken(token))
          .forUpdate()
          .executeTakeFirst();
        // Version 1.0.0 beside this one has a link of its own, which may have been used.
        if (!link || (await hasOperator(transaction))) return 'invalid';
        if (await isTaken(transaction, first.email)) return 'email-taken';
        await transaction.deleteFrom('setup_links').execute();
        await deleteOldSetupLink(transaction);
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
        const key = await insertKey(transaction, account.id, { name: 'First key', createdBy: user.id });
        return { account: toAccount(account), ...key, signingSecret, user: toUser(user) };
      });
    },
  };
}

/** Someone let in from the command line is no administrator, so that the link still stands. */
async function hasOperator(db: Kysely<Database>): Promise<boolean> {
  const found = await db.selectFrom('users').select('id').where('is_operator', '=', true).limit(1).execute();
  return found.length > 0;
}

async function isTaken(db: Kysely<Database>, email: string): Promise<boolean> {
  return (await userStore(db).findByEmail(email)) !== null;
}

async function hasUsers(db: Kysely<Database>): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}
