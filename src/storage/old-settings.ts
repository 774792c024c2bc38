/**
 * What version 1.0.0 keeps as instance settings, and later versions in tables of their own. While both run beside each
 * other the older one goes on writing them there: they are moved by housekeeping, and when one is asked for.
 */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from './schema.js';

const invitationPrefix = 'invitation:';
const setupName = 'setup_token';

/** Moves invitations of accounts that exist, and drops those that are too old or of nobody. Returns how many rows went. */
export async function moveOldInvitations(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ moved: number }>`
    with old as (
      delete from instance_settings where starts_with(name, ${invitationPrefix}) returning name, value::jsonb as kept),
    moved as (
      insert into invitations (token_hash, account_id, email, role, expires_at)
      select substr(name, ${invitationPrefix.length + 1}), kept->>'accountId', kept->>'email', kept->>'role',
        (kept->>'expiresAt')::timestamptz
      from old where (kept->>'expiresAt')::timestamptz > now()
        and exists (select 1 from accounts where id = kept->>'accountId')
      on conflict do nothing)
    select count(*)::float8 as moved from old`.execute(db);
  return rows[0]?.moved ?? 0;
}

/** Those of one account, which is being deleted. */
export async function deleteOldInvitations(
  transaction: Transaction<Database>,
  accountId: string,
): Promise<void> {
  await sql`delete from instance_settings where starts_with(name, ${invitationPrefix})
    and value::jsonb->>'accountId' = ${accountId}`.execute(transaction);
}

/** The setup link of a 1.0.0 process: a newer one, or an account, has taken its place. */
export async function deleteOldSetupLink(db: Kysely<Database>): Promise<void> {
  await db.deleteFrom('instance_settings').where('name', '=', setupName).execute();
}
