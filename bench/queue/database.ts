/** Accounts and waiting tasks of a bench. */
import { type Kysely, sql } from 'kysely';
import { accountStore } from '../../src/storage/accounts.js';
import type { Database } from '../../src/storage/schema.js';

export async function addAccounts(db: Kysely<Database>, count: number): Promise<void> {
  for (let n = 0; n < count; n++) await accountStore(db).create(`Account ${n}`, 'pro');
}

/** `count` tasks without music, spread evenly over all accounts. */
export async function addTasks(db: Kysely<Database>, count: number): Promise<void> {
  await sql`
    insert into tasks (id, account_id, operation, model, variant, parameters, status, priority)
    select 'task_' || gen_random_uuid(), a.id, 'fingerprint-check', '', 'music', '{}', 'pending', 10
    from (select id, row_number() over (order by id) - 1 as place, count(*) over () as accounts from accounts) a
    join generate_series(0, ${count - 1}::integer) n on n % a.accounts = a.place`.execute(db);
}

/** As after a night's vacuum, so that one measurement does not carry another's dead rows. */
export async function reset(db: Kysely<Database>): Promise<void> {
  await sql`truncate tasks, messages cascade`.execute(db);
  await sql`vacuum analyze accounts, instance_settings, tasks`.execute(db);
}
