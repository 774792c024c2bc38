import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { User, UserStore } from '../http/dashboard/ports.js';
import type { Database, UsersTable } from './schema.js';
import { hashToken } from './secrets.js';

export function toUser(row: Omit<Selectable<UsersTable>, 'password_hash'>): User {
  return {
    id: row.id,
    accountId: row.account_id,
    email: row.email,
    role: row.role,
    isOperator: row.is_operator,
    language: row.language,
    createdAt: row.created_at,
  };
}

export function userStore(db: Kysely<Database>): UserStore {
  return {
    async findByEmail(email) {
      const row = await db
        .selectFrom('users')
        .selectAll()
        .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
        .executeTakeFirst();
      return row ? { user: toUser(row), passwordHash: row.password_hash } : null;
    },

    async list(accountId) {
      const rows = await db
        .selectFrom('users')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('created_at')
        .execute();
      return rows.map(toUser);
    },

    async setPassword(userId, passwordHash, keepToken) {
      await db.transaction().execute(async (transaction) => {
        await transaction
          .updateTable('users')
          .set({ password_hash: passwordHash })
          .where('id', '=', userId)
          .execute();
        await transaction
          .deleteFrom('sessions')
          .where('user_id', '=', userId)
          .where('token_hash', '<>', keepToken === null ? '' : hashToken(keepToken))
          .execute();
      });
    },

    async setLanguage(userId, language) {
      await db.updateTable('users').set({ language }).where('id', '=', userId).execute();
    },

    async remove(accountId, userId, { revokeKeys }) {
      return db.transaction().execute(async (transaction) => {
        const situation = await situationOf(transaction, accountId, userId);
        if (situation !== 'free') return situation;
        if (revokeKeys) {
          await transaction
            .updateTable('api_keys')
            .set({ revoked_at: sql<Date>`now()` })
            .where('account_id', '=', accountId)
            .where('created_by', '=', userId)
            .where('revoked_at', 'is', null)
            .execute();
        }
        await transaction.deleteFrom('users').where('id', '=', userId).execute();
        return 'removed';
      });
    },

    async setRole(accountId, userId, role) {
      return db.transaction().execute(async (transaction) => {
        const situation = await situationOf(transaction, accountId, userId);
        if (situation === 'not-found' || (situation === 'last-owner' && role !== 'owner')) return situation;
        await transaction.updateTable('users').set({ role }).where('id', '=', userId).execute();
        return 'changed';
      });
    },
  };
}

/** Locks the account's users, so that two owners cannot remove each other at the same time. */
async function situationOf(
  transaction: Transaction<Database>,
  accountId: string,
  userId: string,
): Promise<'free' | 'not-found' | 'last-owner'> {
  const rows = await transaction
    .selectFrom('users')
    .select(['id', 'role'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (!rows.some((row) => row.id === userId)) return 'not-found';
  return rows.some((row) => row.id !== userId && row.role === 'owner') ? 'free' : 'last-owner';
}
