/** One-time invitations into an account, until they are accepted, withdrawn or too old. */
import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { newId } from '../domain/ids.js';
import type { InvitationStore } from '../http/dashboard/ports.js';
import { moveOldInvitations } from './old-settings.js';
import type { Database } from './schema.js';
import { hashToken } from './secrets.js';
import { toUser } from './users.js';

export function invitationStore(db: Kysely<Database>): InvitationStore {
  return {
    async create(accountId, email, role, lifetimeSeconds) {
      const token = randomBytes(24).toString('base64url');
      await db
        .insertInto('invitations')
        .values({
          token_hash: hashToken(token),
          account_id: accountId,
          email,
          role,
          expires_at: sql<Date>`now() + make_interval(secs => ${lifetimeSeconds})`,
        })
        .execute();
      return token;
    },

    async list(accountId) {
      await moveOldInvitations(db);
      const rows = await db
        .selectFrom('invitations')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('expires_at', '>', sql<Date>`now()`)
        .orderBy('created_at')
        .execute();
      return rows.map((row) => ({
        id: row.token_hash,
        email: row.email,
        role: row.role,
        expiresAt: row.expires_at,
      }));
    },

    async revoke(accountId, invitationId) {
      const gone = await db
        .deleteFrom('invitations')
        .where('account_id', '=', accountId)
        .where('token_hash', '=', invitationId)
        .returning('token_hash')
        .executeTakeFirst();
      return gone !== undefined;
    },

    async peek(token) {
      await moveOldInvitations(db);
      const row = await db
        .selectFrom('invitations')
        .innerJoin('accounts', 'accounts.id', 'invitations.account_id')
        .select(['invitations.email', 'accounts.name'])
        .where('token_hash', '=', hashToken(token))
        .where('expires_at', '>', sql<Date>`now()`)
        .executeTakeFirst();
      return row ? { email: row.email, accountName: row.name } : null;
    },

    async accept(token, passwordHash) {
      await moveOldInvitations(db);
      return db.transaction().execute(async (transaction) => {
        // The deleted row is the lock: a second racer waits for this transaction and then finds no row.
        const spent = await transaction
          .deleteFrom('invitations')
          .where('token_hash', '=', hashToken(token))
          .where('expires_at', '>', sql<Date>`now()`)
          .returningAll()
          .executeTakeFirst();
        if (!spent) return 'invalid';
        const user = await transaction
          .insertInto('users')
          .values({
            id: newId('usr'),
            account_id: spent.account_id,
            email: spent.email,
            password_hash: passwordHash,
            role: spent.role,
            is_operator: false,
          })
          .onConflict((conflict) => conflict.doNothing())
          .returningAll()
          .executeTakeFirst();
        return user ? toUser(user) : 'email-taken';
      });
    },
  };
}

/** Deletes those that are too old to be accepted, also those of version 1.0.0; returns how many. */
export async function purgeInvitations(db: Kysely<Database>): Promise<number> {
  await moveOldInvitations(db);
  const gone = await db
    .deleteFrom('invitations')
    .where('expires_at', '<=', sql<Date>`now()`)
    .returning('token_hash')
    .execute();
  return gone.length;
}
