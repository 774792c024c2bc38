import type { Kysely, Selectable } from 'kysely';
import type { Account, AccountStore } from '../accounts/ports.js';
import { newId } from '../domain/ids.js';
import { insertKey } from './keys.js';
import type { AccountsTable, Database } from './schema.js';
import { newSigningSecret } from './secrets.js';

export function toAccount(
  row: Pick<Selectable<AccountsTable>, 'id' | 'name' | 'plan' | 'created_at'>,
): Account {
  return { id: row.id, name: row.name, plan: row.plan, createdAt: row.created_at };
}

export function accountStore(db: Kysely<Database>): AccountStore {
  return {
    async create(name, plan) {
      return db.transaction().execute(async (transaction) => {
        const row = await transaction
          .insertInto('accounts')
          .values({ id: newId('acct'), name, plan })
          .returningAll()
          .executeTakeFirstOrThrow();
        const signingSecret = newSigningSecret();
        await transaction
          .insertInto('signing_secrets')
          .values({ account_id: row.id, secret: signingSecret })
          .execute();
        const { keyId, apiKey } = await insertKey(transaction, row.id, {});
        return { account: toAccount(row), keyId, apiKey, signingSecret };
      });
    },

    async get(accountId) {
      const row = await db.selectFrom('accounts').selectAll().where('id', '=', accountId).executeTakeFirst();
      return row ? toAccount(row) : null;
    },

    async list() {
      const rows = await db.selectFrom('accounts').selectAll().orderBy('created_at').execute();
      return rows.map(toAccount);
    },

    async setPlan(accountId, plan) {
      const result = await db
        .updateTable('accounts')
        .set({ plan })
        .where('id', '=', accountId)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    async remove(accountId) {
      const result = await db.deleteFrom('accounts').where('id', '=', accountId).executeTakeFirst();
      return result.numDeletedRows > 0n;
    },
  };
}
