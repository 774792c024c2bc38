/** With the embedded database this process is the only one: leases that it finds are a dead process's. */
import { type Kysely, sql } from 'kysely';
import type { Database } from './schema.js';

/** Ends all leases, so that what was interrupted goes on at once instead of when its lease lapses. */
export async function releaseLeases(db: Kysely<Database>): Promise<void> {
  await sql`update tasks set lease_expires_at = now() - interval '1 second' where status = 'processing'`.execute(
    db,
  );
  await sql`update messages set lease_owner = null, lease_expires_at = null where lease_owner is not null`.execute(
    db,
  );
  await sql`update imports set lease_owner = null, lease_expires_at = null where lease_owner is not null`.execute(
    db,
  );
  await sql`update description_requests set run_after = now() where run_after > now() and failure is null`.execute(
    db,
  );
  await sql`update email_confirmations set lease_owner = null, lease_expires_at = null where lease_owner is not null`.execute(
    db,
  );
  await sql`update notice_deliveries set lease_owner = null, lease_expires_at = null where lease_owner is not null`.execute(
    db,
  );
}
