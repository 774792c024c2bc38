/** The songs of datasets. Every query goes through the dataset's owner. */

import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { newId } from '../domain/ids.js';
import type { NewSong } from '../domain/song.js';
import { readableBy } from './dataset-access.js';
import { requireKnownCursor } from './known-cursor.js';
import { titlePlace } from './name-order.js';
import type { DatasetSong, DatasetStore } from './ports.js';
import type { Database, DatasetSongsTable } from './schema.js';
import { containing } from './search-pattern.js';
import { opaque } from './transaction.js';

/** Rows an INSERT carries: ten columns each stay far below the 65,535 parameters of one statement. */
const rowsAtOnce = 500;

function toSong(row: Selectable<DatasetSongsTable>): DatasetSong {
  return {
    id: row.id,
    datasetId: row.dataset_id,
    title: row.title,
    artist: row.artist,
    year: row.year,
    link: row.link,
    language: row.language,
    lyrics: row.lyrics,
    musicId: row.music_id,
    createdAt: row.created_at,
  };
}

type SongMethods = Pick<DatasetStore, 'addSongs' | 'replaceSong' | 'listSongs' | 'getSong' | 'removeSong'>;

async function insert(
  transaction: Transaction<Database>,
  accountId: string | null,
  datasetId: string,
  songs: readonly NewSong[],
): Promise<DatasetSong[]> {
  const rows = await transaction
    .insertInto('dataset_songs')
    .values(
      songs.map((song) => ({
        id: newId('song'),
        dataset_id: datasetId,
        account_id: accountId,
        title: song.title,
        artist: song.artist,
        year: song.year,
        link: song.link,
        language: song.language,
        lyrics: song.lyrics,
        music_id: song.musicId,
      })),
    )
    .returningAll()
    .execute();
  return rows.map(toSong);
}

/** What songs are listed by; the id follows, so that every song has one place. */
const orders = { oldest: sql<Date>`created_at`, title: sql.raw<string>(titlePlace) } as const;

export function datasetSongs(db: Kysely<Database>): SongMethods {
  async function isReadable(accountId: string, datasetId: string): Promise<boolean> {
    const row = await db
      .selectFrom('datasets')
      .select('id')
      .where('id', '=', datasetId)
      .where(readableBy(accountId))
      .executeTakeFirst();
    return row !== undefined;
  }

  return {
    async addSongs(accountId, datasetId, songs, writeWith) {
      return db.transaction().execute(async (transaction) => {
        // Locked, so that the dataset cannot be deleted between the look and the insert.
        const dataset = await transaction
          .selectFrom('datasets')
          .select('id')
          .where('id', '=', datasetId)
          .where('account_id', 'is not distinct from', accountId)
          .forShare()
          .executeTakeFirst();
        if (!dataset) return null;
        const added: DatasetSong[] = [];
        for (let start = 0; start < songs.length; start += rowsAtOnce)
          added.push(
            ...(await insert(transaction, accountId, datasetId, songs.slice(start, start + rowsAtOnce))),
          );
        await writeWith?.(opaque(transaction), added);
        return added;
      });
    },

    // A song of its own and not a row that changes: what the indexes know of the old one goes with it.
    async replaceSong(accountId, datasetId, songId, song, writeWith) {
      return db.transaction().execute(async (transaction) => {
        const old = await transaction
          .deleteFrom('dataset_songs')
          .where('dataset_id', '=', datasetId)
          .where('account_id', 'is not distinct from', accountId)
          .where('id', '=', songId)
          .returning('id')
          .executeTakeFirst();
        if (!old) return null;
        const [added] = await insert(transaction, accountId, datasetId, [song]);
        await writeWith?.(opaque(transaction), added!);
        return added!;
      });
    },

    async listSongs(accountId, datasetId, { limit, cursor, search, sort = 'oldest' }) {
      if (!(await isReadable(accountId, datasetId))) return null;
      let query = db
        .selectFrom('dataset_songs')
        .selectAll()
        .where('dataset_id', '=', datasetId)
        .orderBy(orders[sort])
        .orderBy('id')
        .limit(limit + 1);
      if (search) {
        const pattern = containing(search);
        query = query.where((eb) => eb.or([eb('title', 'ilike', pattern), eb('artist', 'ilike', pattern)]));
      }
      if (cursor !== undefined) {
        query = query.where(
          sql<boolean>`(${orders[sort]}, id) > (select ${orders[sort]}, id from dataset_songs
            where id = ${cursor} and dataset_id = ${datasetId})`,
        );
      }
      const rows = await query.execute();
      await requireKnownCursor(rows, cursor, (id) =>
        db
          .selectFrom('dataset_songs')
          .select('id')
          .where('id', '=', id)
          .where('dataset_id', '=', datasetId)
          .executeTakeFirst(),
      );
      const items = rows.slice(0, limit).map(toSong);
      return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
    },

    async getSong(accountId, datasetId, songId) {
      if (!(await isReadable(accountId, datasetId))) return null;
      const row = await db
        .selectFrom('dataset_songs')
        .selectAll()
        .where('dataset_id', '=', datasetId)
        .where('id', '=', songId)
        .executeTakeFirst();
      return row ? toSong(row) : null;
    },

    async removeSong(accountId, datasetId, songId) {
      const row = await db
        .deleteFrom('dataset_songs')
        .where('dataset_id', '=', datasetId)
        .where('account_id', 'is not distinct from', accountId)
        .where('id', '=', songId)
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}
