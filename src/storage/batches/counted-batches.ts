import { sql } from 'kysely';

/** What batches are read from: `b` the batches, `f` and `t` with the counts of each one's files and tasks (BatchCounts). */
export const countedBatches = sql`batches b,
  lateral (select count(*)::integer as files, count(*) filter (where state = 'waiting')::integer as waiting,
      count(*) filter (where state = 'rejected')::integer as rejected
    from batch_files where batch_id = b.id) f,
  lateral (select count(*)::integer as tasks,
      count(*) filter (where status not in ('pending', 'processing'))::integer as ended,
      count(*) filter (where status = 'failure')::integer as failed,
      count(*) filter (where finding = 'found')::integer as found,
      count(*) filter (where finding = 'possible')::integer as possible
    from batch_tasks bt join tasks on tasks.id = bt.task_id where bt.batch_id = b.id) t`;
