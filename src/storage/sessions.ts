import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { SessionStore } from '../http/dashboard/ports.js';
import type { Database } from './schema.js';
import { hashToken } from './secrets.js';
import { toUser } from './users.js';

/** Browser sessions. A token is 256 random bits, so a fast hash of it is enough. */
export function sessionStore(db: Kysely<Database>): SessionStore {
  return {
    async open(userId, lifetimeSeconds) {
      const token = randomBytes(32).toString('base64url');
      // Signing in is rare enough to clear away what has ended, so that no other job is needed for it.
      await deleteEndedSessions(db);
      await db
        .insertInto('sessions')
        .values({
          token_hash: hashToken(token),
          user_id: userId,
          expires_at: new Date(Date.now() + lifetimeSeconds * 1000),
        })
        .execute();
      return token;
    },

    async find(token) {
      const row = await db
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'sessions.user_id')
        .selectAll('users')
        .where('sessions.token_hash', '=', hashToken(token))
        .where('sessions.expires_at', '>', new Date())
        .executeTakeFirst();
      return row ? toUser(row) : null;
    },

    async close(token) {
      await db.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute();
    },
  };
}

export async function deleteEndedSessions(db: Kysely<Database>): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', new Date()).execute();
}
