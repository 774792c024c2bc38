/** Tags of recordings. */
import { type Kysely, sql } from 'kysely';
import type { TagStore } from '../http/dashboard/ports.js';
import type { Database } from './schema.js';

/** Of one recording; and different ones in an account, so that a list of them can be chosen from. */
const maxTags = 20;
const maxDifferentTags = 500;

export function tagStore(db: Kysely<Database>): TagStore {
  return {
    async of(accountId, musicIds) {
      if (musicIds.length === 0) return new Map();
      const rows = await db
        .selectFrom('music_tags')
        .select(['music_id', 'tag'])
        .where('account_id', '=', accountId)
        .where('music_id', 'in', [...musicIds])
        .orderBy('tag')
        .execute();
      const tags = new Map<string, string[]>();
      for (const { music_id: id, tag } of rows) tags.set(id, [...(tags.get(id) ?? []), tag]);
      return tags;
    },

    async list(accountId) {
      return db
        .selectFrom('music_tags')
        .select(['tag', sql<number>`count(*)::float8`.as('recordings')])
        .where('account_id', '=', accountId)
        .groupBy('tag')
        .orderBy('tag')
        .limit(maxDifferentTags)
        .execute();
    },

    add: (accountId, musicId, tag) =>
      db.transaction().execute(async (transaction) => {
        // Held, so that the limits below hold where many tag at once.
        const music = await sql`select 1 from music where id = ${musicId} and account_id = ${accountId}
          for no key update`.execute(transaction);
        if (music.rows.length === 0) return 'not-found';
        const { rows } = await sql<{ own: number; known: boolean; different: number }>`
          select (select count(*)::float8 from music_tags where music_id = ${musicId} and tag <> ${tag}) as own,
            exists (select 1 from music_tags where account_id = ${accountId} and tag = ${tag}) as known,
            (select count(distinct tag)::float8 from music_tags where account_id = ${accountId}) as different`.execute(
          transaction,
        );
        const [counts] = rows;
        if (!counts || counts.own >= maxTags || (!counts.known && counts.different >= maxDifferentTags)) {
          return 'too-many';
        }
        await sql`insert into music_tags (music_id, account_id, tag) values (${musicId}, ${accountId}, ${tag})
          on conflict do nothing`.execute(transaction);
        return 'added';
      }),

    async remove(accountId, musicId, tag) {
      await db
        .deleteFrom('music_tags')
        .where('account_id', '=', accountId)
        .where('music_id', '=', musicId)
        .where('tag', '=', tag)
        .execute();
    },
  };
}
