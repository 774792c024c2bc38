/** One-time invitations into an account, kept as instance settings until they are accepted or too old. */
import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { newId } from '../domain/ids.js';
import type { InvitationStore, UserRole } from '../http/dashboard/ports.js';
import type { Database } from './schema.js';
import { hashToken } from './secrets.js';
import { toUser } from './users.js';

const prefix = 'invitation:';

interface Kept {
  accountId: string;
  email: string;
  role: UserRole;
  expiresAt: string;
}

export function invitationStore(db: Kysely<Database>): InvitationStore {
  const nameOf = (token: string): string => prefix + hashToken(token);
  const isOpen = (kept: Kept): boolean => new Date(kept.expiresAt) > new Date();

  async function all(): Promise<Array<{ id: string; kept: Kept }>> {
    const rows = await db
      .selectFrom('instance_settings')
      .selectAll()
      .where('name', 'like', `${prefix}%`)
      .execute();
    return rows.map((row) => ({ id: row.name.slice(prefix.length), kept: JSON.parse(row.value) as Kept }));
  }

  return {
    async create(accountId, email, role, lifetimeSeconds) {
      const token = randomBytes(24).toString('base64url');
      const expiresAt = new Date(Date.now() + lifetimeSeconds * 1000).toISOString();
      const kept: Kept = { accountId, email, role, expiresAt };
      await db
        .insertInto('instance_settings')
        .values({ name: nameOf(token), value: JSON.stringify(kept) })
        .execute();
      return token;
    },

    async list(accountId) {
      return (await all())
        .filter(({ kept }) => kept.accountId === accountId && isOpen(kept))
        .map(({ id, kept }) => ({
          id,
          email: kept.email,
          role: kept.role,
          expiresAt: new Date(kept.expiresAt),
        }));
    },

    async revoke(accountId, invitationId) {
      const found = (await all()).some(({ id, kept }) => id === invitationId && kept.accountId === accountId);
      if (found) {
        await db
          .deleteFrom('instance_settings')
          .where('name', '=', prefix + invitationId)
          .execute();
      }
      return found;
    },

    async peek(token) {
      const row = await db
        .selectFrom('instance_settings')
        .select('value')
        .where('name', '=', nameOf(token))
        .executeTakeFirst();
      const kept = row ? (JSON.parse(row.value) as Kept) : null;
      if (!kept || !isOpen(kept)) return null;
      const account = await db
        .selectFrom('accounts')
        .select('name')
        .where('id', '=', kept.accountId)
        .executeTakeFirst();
      return account ? { email: kept.email, accountName: account.name } : null;
    },

    async accept(token, passwordHash) {
      return db.transaction().execute(async (transaction) => {
        const row = await transaction
          .deleteFrom('instance_settings')
          .where('name', '=', nameOf(token))
          .returning('value')
          .executeTakeFirst();
        const kept = row ? (JSON.parse(row.value) as Kept) : null;
        if (!kept || !isOpen(kept)) return 'invalid';
        const user = await transaction
          .insertInto('users')
          .columns(['id', 'account_id', 'email', 'password_hash', 'role'])
          .expression((eb) =>
            eb
              .selectFrom('accounts')
              .select([
                eb.val(newId('usr')).as('id'),
                'accounts.id as account_id',
                eb.val(kept.email).as('email'),
                eb.val(passwordHash).as('password_hash'),
                eb.val(kept.role).as('role'),
              ])
              .where('accounts.id', '=', kept.accountId),
          )
          .onConflict((conflict) => conflict.doNothing())
          .returningAll()
          .executeTakeFirst();
        return user ? toUser(user) : 'email-taken';
      });
    },
  };
}
