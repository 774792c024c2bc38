/** Fills the task list of a halted instance: ten thousand calls would take the bench's whole time. */
import { join } from 'node:path';
import { sql } from 'kysely';
import { openDatabase } from '../../src/storage/database.js';
import { migrations } from '../../src/storage/migrations/all.js';

/** Copies of a finished task, a minute apart, each with an id of its own. */
export async function copyTask(dataDir: string, taskId: string, copies: number): Promise<void> {
  const database = await openDatabase({ url: null, folder: join(dataDir, 'db') }, migrations);
  try {
    const columns = await sql<{ name: string }>`
      select column_name as name from information_schema.columns
      where table_name = 'tasks' and is_generated = 'NEVER' and column_name not in ('id', 'created_at')`.execute(
      database.db,
    );
    const names = sql.join(columns.rows.map(({ name }) => sql.ref(name)));
    await sql`
      insert into tasks (id, created_at, ${names})
      select 'task_20260101000000_' || lpad(to_hex(n), 8, '0'), now() - n * interval '1 minute', ${names}
      from tasks cross join generate_series(1, ${copies}) as n where id = ${taskId}`.execute(database.db);
  } finally {
    await database.close();
  }
}
