/** Song descriptions on the database. */
import { type Kysely, sql } from 'kysely';
import type { DescriptionStore } from '../../analyses/describe/ports.js';
import type { DescriptionsTables } from './tables.js';

/** `db` is the instance's database, whose schema has DescriptionsTables among others. */
export function createDescriptionStore<Schema extends DescriptionsTables>(
  db: Kysely<Schema>,
): DescriptionStore {
  // A schema with more tables than these; Kysely's type is invariant in it.
  const tables = db as unknown as Kysely<DescriptionsTables>;
  return {
    async find(engine, musicId) {
      const row = await tables
        .selectFrom('music_descriptions')
        .select('description')
        .where('music_id', '=', musicId)
        .where('engine', '=', engine)
        .executeTakeFirst();
      return row?.description ?? null;
    },

    async put(engine, musicId, description) {
      // Selected from the music itself: deleted music leaves nothing behind, whenever it was deleted.
      await sql`
        with described as (delete from description_requests where music_id = ${musicId})
        insert into music_descriptions (music_id, engine, description)
        select id, ${engine}, ${description}::bytea from music where id = ${musicId}
        on conflict (music_id) do update
          set engine = excluded.engine, description = excluded.description, described_at = now()`.execute(
        tables,
      );
    },
  };
}
