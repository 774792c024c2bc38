/** Batches on the database. What their analyses came to is read from the tasks themselves. */
import { type Kysely, sql, type Transaction } from 'kysely';
import { type Batch, type BatchAnalysis, type BatchCounts, batchStateOf } from '../../domain/batch.js';
import { newId } from '../../domain/ids.js';
import {
  AlreadyStartedError,
  type BatchPlace,
  type BatchRow,
  type BatchStore,
} from '../../http/dashboard/batches/ports.js';
import { json } from '../json.js';
import type { Database } from '../schema.js';
import { kyselyOf } from '../transaction.js';
import { countedBatches } from './counted-batches.js';

/** Batches of an account that have not ended, and those that it keeps. */
const maxOpen = 20;
const maxKept = 100;
/** Shown besides those that have not ended: the list is read every few seconds, with every task of its batches. */
const newestShown = 20;

export function batchStore(db: Kysely<Database>): BatchStore {
  return {
    create: ({ accountId, userId, name, analyses, files }) =>
      db.transaction().execute(async (transaction) => {
        // Held, so that the limit holds where many begin at once.
        await sql`select 1 from accounts where id = ${accountId} for no key update`.execute(transaction);
        const { rows: open } = await sql`select 1 from batches where account_id = ${accountId}
          and ended_at is null limit ${maxOpen}`.execute(transaction);
        if (open.length >= maxOpen) return 'too-many';
        const id = newId('bat');
        await transaction
          .insertInto('batches')
          .values({ id, account_id: accountId, name, analyses: json(analyses), started_by: userId })
          .execute();
        await sql`insert into batch_files (batch_id, position, name, bytes, state)
          select ${id}, place - 1, name, bytes, 'waiting' from unnest(${files.map((one) => one.name)}::text[],
            ${files.map(({ bytes }) => bytes)}::bigint[]) with ordinality as chosen (name, bytes, place)`.execute(
          transaction,
        );
        await sql`delete from batches where account_id = ${accountId} and ended_at is not null and id not in (
          select id from batches where account_id = ${accountId} order by created_at desc, id desc
          limit ${maxKept})`.execute(transaction);
        const [created] = await readBatches(transaction, accountId, id);
        return created!;
      }),

    list: (accountId) => readBatches(db, accountId),

    async get(accountId, batchId) {
      const [batch] = await readBatches(db, accountId, batchId);
      return batch ?? null;
    },

    async rows(accountId, batchId, position) {
      const { rows } = await sql<BatchRow>`
        select f.position, f.name, f.bytes, f.state, f.music_id as "musicId", f.known, f.detail,
          coalesce(json_agg(json_build_object('operation', t.operation, 'taskId', t.id, 'status', t.status,
              'progress', t.progress, 'finding', t.finding, 'error', t.error) order by t.created_at, t.id)
            filter (where t.id is not null), '[]') as tasks
        from batches b join batch_files f on f.batch_id = b.id
          left join batch_tasks bt on bt.batch_id = f.batch_id and bt.position = f.position
          left join tasks t on t.id = bt.task_id
        where b.id = ${batchId} and b.account_id = ${accountId}
          and (${position ?? null}::integer is null or f.position = ${position ?? null}::integer)
        group by f.batch_id, f.position order by f.position`.execute(db);
      return rows;
    },

    arrive: (place, musicId, created) =>
      change(db, place, async (transaction) => {
        await sql`update batch_files f set state = 'waiting', music_id = ${musicId}, detail = null,
            known = case when exists (select 1 from batch_files other where other.batch_id = f.batch_id
                and other.music_id = ${musicId} and other.position <> f.position) then 'batch'
              when ${created} then null else 'library' end
          where batch_id = ${place.batchId} and position = ${place.position}
            and exists (select 1 from music where id = ${musicId} and account_id = ${place.accountId})`.execute(
          transaction,
        );
      }),

    accept: (place) =>
      change(db, place, async (transaction) => {
        await sql`update batch_files set state = 'accepted' where batch_id = ${place.batchId}
          and position = ${place.position} and state = 'waiting'`.execute(transaction);
      }),

    reject: (place, detail) =>
      change(db, place, async (transaction) => {
        await transaction
          .updateTable('batch_files')
          .set({ state: 'rejected', detail })
          .where('batch_id', '=', place.batchId)
          .where('position', '=', place.position)
          .execute();
      }),

    async addTask(transaction, { batchId, position }, operation, taskId) {
      const added = await kyselyOf(transaction)
        .insertInto('batch_tasks')
        .values({ batch_id: batchId, position, operation, task_id: taskId })
        .onConflict((conflict) => conflict.doNothing())
        .returning('task_id')
        .executeTakeFirst();
      if (!added) throw new AlreadyStartedError(operation);
    },

    async close(accountId, batchId) {
      const closed = await db
        .updateTable('batches')
        .set({ closed_at: sql<Date>`coalesce(closed_at, now())` })
        .where('account_id', '=', accountId)
        .where('id', '=', batchId)
        .returning('id')
        .executeTakeFirst();
      return closed !== undefined;
    },

    async remove(accountId, batchId) {
      const removed = await db
        .deleteFrom('batches')
        .where('account_id', '=', accountId)
        .where('id', '=', batchId)
        .returning('id')
        .executeTakeFirst();
      return removed !== undefined;
    },
  };
}

/** Runs `work` while the batch is held; does nothing where it is not the account's, or is gone. */
async function change(
  db: Kysely<Database>,
  { accountId, batchId }: BatchPlace,
  work: (transaction: Transaction<Database>) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const held = await transaction
      .updateTable('batches')
      .set({ active_at: sql<Date>`now()` })
      .where('account_id', '=', accountId)
      .where('id', '=', batchId)
      .returning('id')
      .executeTakeFirst();
    if (held) await work(transaction);
  });
}

interface CountedRow extends BatchCounts {
  id: string;
  account_id: string;
  name: string;
  analyses: BatchAnalysis[];
  created_at: Date;
  closed_at: Date | null;
  ended_at: Date | null;
}

/** Those that have not ended and the newest ones, newest first; `batchId`: that one alone. */
async function readBatches(reader: Kysely<Database>, accountId: string, batchId?: string): Promise<Batch[]> {
  const isShown = sql`(b.ended_at is null or b.id in (select id from batches where account_id = ${accountId}
    order by created_at desc, id desc limit ${newestShown}))`;
  const { rows } = await sql<CountedRow>`
    select b.*, f.*, t.* from ${countedBatches}
    where b.account_id = ${accountId} and ${batchId === undefined ? isShown : sql`b.id = ${batchId}`}
    order by b.created_at desc, b.id desc`.execute(reader);
  return rows.map(({ files, waiting, rejected, tasks, ended, failed, found, possible, ...row }) => {
    const counts = { files, waiting, rejected, tasks, ended, failed, found, possible };
    return {
      id: row.id,
      accountId: row.account_id,
      name: row.name,
      analyses: row.analyses,
      state: batchStateOf(counts, row.closed_at !== null),
      isClosed: row.closed_at !== null,
      createdAt: row.created_at,
      endedAt: row.ended_at,
      counts,
    };
  });
}
