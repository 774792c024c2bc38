/** The queue of music that waits for its description, on the database. */
import { type Kysely, sql } from 'kysely';
import type { DescriptionQueue } from '../../analyses/describe/ports.js';
import type { DescriptionsTables } from './tables.js';

/** `db` is the instance's database; `onRequested` is called after a request was committed. */
export function createDescriptionQueue<Schema extends DescriptionsTables>(
  db: Kysely<Schema>,
  onRequested: () => void,
): DescriptionQueue {
  // A schema with more tables than these; Kysely's type is invariant in it.
  const tables = db as unknown as Kysely<DescriptionsTables>;
  return {
    async request(engine, musicId) {
      const { numAffectedRows } = await sql`
        insert into description_requests (music_id, engine)
        select id, ${engine} from music where id = ${musicId}
        on conflict (music_id) do update
          set engine = excluded.engine, attempts = 0, run_after = now(), failure = null, requested_at = now()
          where description_requests.engine <> excluded.engine`.execute(tables);
      if (numAffectedRows) onRequested();
    },

    async requestMissing(engine) {
      const { numAffectedRows } = await sql`
        insert into description_requests (music_id, engine)
        select id, ${engine} from music where not exists (
          select 1 from music_descriptions d where d.music_id = music.id and d.engine = ${engine})
        on conflict (music_id) do update
          set engine = excluded.engine, attempts = 0, run_after = now(), failure = null, requested_at = now()
          where description_requests.engine <> excluded.engine`.execute(tables);
      if (numAffectedRows) onRequested();
      return Number(numAffectedRows ?? 0);
    },

    async claim(engine, leaseSeconds) {
      const { rows } = await sql<{ music_id: string; attempts: number }>`
        update description_requests
        set attempts = attempts + 1, run_after = now() + make_interval(secs => ${leaseSeconds})
        where music_id = (
          select music_id from description_requests
          where failure is null and engine = ${engine} and run_after <= now()
          order by run_after limit 1 for update skip locked)
        returning music_id, attempts`.execute(tables);
      const row = rows[0];
      return row ? { musicId: row.music_id, attempts: row.attempts } : null;
    },

    async later(musicId, delaySeconds) {
      await sql`update description_requests set run_after = now() + make_interval(secs => ${delaySeconds})
        where music_id = ${musicId} and failure is null`.execute(tables);
    },

    async fail(engine, musicId, reason) {
      await sql`insert into description_requests (music_id, engine, failure)
        select id, ${engine}, ${reason} from music where id = ${musicId}
        on conflict (music_id) do update set engine = excluded.engine, failure = excluded.failure`.execute(
        tables,
      );
    },

    async failure(engine, musicId) {
      const row = await tables
        .selectFrom('description_requests')
        .select('failure')
        .where('music_id', '=', musicId)
        .where('engine', '=', engine)
        .executeTakeFirst();
      return row?.failure ?? null;
    },
  };
}
