/** What notices are about, as accounts and workers write it: an account with its owner, and results with a finding. */
import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.js';

export interface AddedFinding {
  readonly value?: 'found' | 'possible';
  readonly filename?: string;
}

/** Its owner is `usr_<id>`. */
export async function addAccount(
  db: Kysely<Database>,
  id: string,
  email: string,
  name = 'Acme',
): Promise<void> {
  await sql`insert into accounts (id, name, plan) values (${id}, ${name}, 'free')`.execute(db);
  await sql`insert into users (id, account_id, email, password_hash, role)
    values (${`usr_${id}`}, ${id}, ${email}, '', 'owner')`.execute(db);
}

/** A result as a worker writes it; gives its task's id. */
export async function addFinding(
  db: Kysely<Database>,
  accountId: string,
  { value = 'found', filename = 'A song.wav' }: AddedFinding = {},
): Promise<string> {
  const id = `task_${randomUUID()}`;
  await sql`insert into tasks (id, account_id, operation, model, variant, filename, parameters, status, priority, finding)
    values (${id}, ${accountId}, 'fingerprint-check', '', 'music', ${filename}, '{}', 'success', 1, ${value})`.execute(
    db,
  );
  await sql`insert into finding_events (task_id, account_id, finding) values (${id}, ${accountId}, ${value})`.execute(
    db,
  );
  return id;
}
