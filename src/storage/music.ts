/** Music records. The bytes themselves are blobs. */

import { type Kysely, type Selectable, sql } from 'kysely';
import { deleteMusicRows } from './delete-rows.js';
import { requireKnownCursor } from './known-cursor.js';
import { artistPlace, titlePlace } from './name-order.js';
import type { Music, MusicSort, MusicStore, StoredBytes } from './ports.js';
import type { Database, MusicTable } from './schema.js';
import { containing } from './search-pattern.js';
import { opaque } from './transaction.js';

function toMusic(row: Selectable<MusicTable>): Music {
  return {
    id: row.id,
    accountId: row.account_id,
    title: row.title,
    artist: row.artist,
    filename: row.filename,
    format: row.format,
    durationSeconds: row.duration_seconds,
    sampleRateHz: row.sample_rate,
    channels: row.channels,
    bytes: row.bytes,
    sha256: row.sha256,
    blobKey: row.blob_key,
    createdAt: row.created_at,
  };
}

/** Each ends with the id, so that no two rows have one place. */
const orders: Readonly<Record<MusicSort, { columns: readonly string[]; descending: boolean }>> = {
  newest: { columns: ['created_at', 'id'], descending: true },
  oldest: { columns: ['created_at', 'id'], descending: false },
  title: { columns: [titlePlace, 'id'], descending: false },
  artist: { columns: [artistPlace, titlePlace, 'id'], descending: false },
};

export function musicStore(db: Kysely<Database>): MusicStore {
  async function findBySha256(accountId: string, sha256: string): Promise<Music | null> {
    const row = await db
      .selectFrom('music')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('sha256', '=', sha256)
      .executeTakeFirst();
    return row ? toMusic(row) : null;
  }

  return {
    findBySha256,

    async expectBlob(key) {
      // A crash before the record is there leaves a blob that nobody knows: no upload takes a day.
      await sql`insert into stale_blobs (key, due_at) values (${key}, now() + interval '1 day')`.execute(db);
    },

    async blobRemoved(key) {
      await db.deleteFrom('stale_blobs').where('key', '=', key).execute();
    },

    storedBytes: (accountId) => storedBytes(db, accountId),

    async add(music, writeWith, checkRoom) {
      const row = await db.transaction().execute(async (transaction) => {
        if (checkRoom) {
          // Held to the end: uploads of one moment do not see each other's rows.
          await sql`select 1 from accounts where id = ${music.accountId} for no key update`.execute(
            transaction,
          );
        }
        const inserted = await transaction
          .insertInto('music')
          .values({
            id: music.id,
            account_id: music.accountId,
            title: music.title,
            artist: music.artist,
            filename: music.filename,
            format: music.format,
            duration_seconds: music.durationSeconds,
            sample_rate: music.sampleRateHz,
            channels: music.channels,
            bytes: music.bytes,
            sha256: music.sha256,
            blob_key: music.blobKey,
          })
          // Two uploads of the same bytes at once: one wins, the other gets the winner's record.
          .onConflict((conflict) => conflict.columns(['account_id', 'sha256']).doNothing())
          .returningAll()
          .executeTakeFirst();
        if (!inserted) return null;
        if (checkRoom) {
          const { plan, bytes } = await storedBytes(transaction, music.accountId);
          checkRoom({ plan, bytes: bytes - music.bytes });
        }
        await transaction.deleteFrom('stale_blobs').where('key', '=', inserted.blob_key).execute();
        await writeWith?.(opaque(transaction), toMusic(inserted));
        return inserted;
      });
      if (row) return { music: toMusic(row), created: true };
      const earlier = await findBySha256(music.accountId, music.sha256);
      if (!earlier) throw new Error('The music was removed while the same bytes were uploaded again.');
      return { music: earlier, created: false };
    },

    async get(accountId, musicId) {
      const row = await db
        .selectFrom('music')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('id', '=', musicId)
        .executeTakeFirst();
      return row ? toMusic(row) : null;
    },

    async formats(accountId, musicIds) {
      if (musicIds.length === 0) return new Map();
      const rows = await db
        .selectFrom('music')
        .select(['id', 'format'])
        .where('account_id', '=', accountId)
        .where('id', 'in', [...musicIds])
        .execute();
      return new Map(rows.map(({ id, format }) => [id, format]));
    },

    async list(accountId, { limit, cursor, search, sort = 'newest', kind, tag }) {
      const { columns, descending } = orders[sort];
      let query = db
        .selectFrom('music')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy(sql.raw(columns.map((column) => `${column} ${descending ? 'desc' : 'asc'}`).join(', ')))
        .limit(limit + 1);
      if (search) {
        const pattern = containing(search);
        query = query.where((eb) =>
          eb.or([
            eb('title', 'ilike', pattern),
            eb('artist', 'ilike', pattern),
            eb('filename', 'ilike', pattern),
          ]),
        );
      }
      if (tag !== undefined) {
        query = query.where(
          sql<boolean>`exists (select 1 from music_tags t where t.music_id = music.id and t.tag = ${tag})`,
        );
      }
      if (kind !== undefined) {
        const inDataset = sql<boolean>`exists (select 1 from dataset_songs s where s.music_id = music.id)`;
        query = query.where(kind === 'references' ? inDataset : sql<boolean>`not ${inDataset}`);
      }
      if (cursor !== undefined) {
        const place = sql.raw(columns.join(', '));
        query = query.where(
          sql<boolean>`(${place}) ${sql.raw(descending ? '<' : '>')} (select ${place} from music
            where id = ${cursor} and account_id = ${accountId})`,
        );
      }
      const rows = await query.execute();
      await requireKnownCursor(rows, cursor, (id) =>
        db
          .selectFrom('music')
          .select('id')
          .where('account_id', '=', accountId)
          .where('id', '=', id)
          .executeTakeFirst(),
      );
      const items = rows.slice(0, limit).map(toMusic);
      return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
    },

    async rename(accountId, musicId, { title, artist }) {
      return db.transaction().execute(async (transaction) => {
        const row = await transaction
          .updateTable('music')
          .set({ title, artist })
          .where('account_id', '=', accountId)
          .where('id', '=', musicId)
          .returningAll()
          .executeTakeFirst();
        if (!row) return null;
        await transaction
          .updateTable('fingerprint_songs')
          .set({ title, artist })
          .where('account_id', '=', accountId)
          .where('music_id', '=', musicId)
          .execute();
        return toMusic(row);
      });
    },

    async remove(accountId, musicId) {
      return db.transaction().execute(async (transaction) => {
        const row = await transaction
          .selectFrom('music')
          .selectAll()
          .where('account_id', '=', accountId)
          .where('id', '=', musicId)
          .forUpdate()
          .executeTakeFirst();
        if (!row) return null;
        await deleteMusicRows(transaction, row);
        return toMusic(row);
      });
    },
  };
}

/** The record whoever uploaded it: that it may be used is the caller's to know. Null where there is none. */
export async function findAnyMusic(db: Kysely<Database>, musicId: string): Promise<Music | null> {
  const row = await db.selectFrom('music').selectAll().where('id', '=', musicId).executeTakeFirst();
  return row ? toMusic(row) : null;
}

async function storedBytes(db: Kysely<Database>, accountId: string): Promise<StoredBytes> {
  const { rows } = await sql<StoredBytes>`
    select plan, (select coalesce(sum(bytes), 0)::bigint from music where account_id = accounts.id) as bytes
    from accounts where id = ${accountId}`.execute(db);
  return rows[0] ?? { plan: 'free', bytes: 0 };
}
