/** Notices with the names that they mention, as these are now: what was deleted has none. */
import { type Kysely, sql } from 'kysely';
import type { Notice } from '../../domain/notice.js';
import type { Database } from '../schema.js';
import { taskSubject } from '../tasks/names.js';

export async function readNotices(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<Map<string, Notice>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('notices')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
  const batchIds = rows.flatMap(({ body }) => body.batches.map((batch) => batch.id));
  const taskIds = rows.flatMap(({ body }) => body.findings.map(({ taskId }) => taskId));
  const batches = await sql<{ id: string; name: string }>`
    select id, name from batches where id = any(${batchIds}::text[])`.execute(db);
  const tasks = await sql<{ id: string; subject: string | null }>`
    select id, ${taskSubject} as subject from tasks
    where id = any(${taskIds}::text[])`.execute(db);
  const names = new Map(batches.rows.map(({ id, name }) => [id, name]));
  const subjects = new Map(tasks.rows.map(({ id, subject }) => [id, subject]));
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        sequence: row.sequence,
        createdAt: row.created_at,
        batches: row.batches,
        found: row.found,
        possible: row.possible,
        named: row.body.batches.map((batch) => ({ ...batch, name: names.get(batch.id) ?? null })),
        results: row.body.findings.map((one) => ({ ...one, subject: subjects.get(one.taskId) ?? null })),
      },
    ]),
  );
}
