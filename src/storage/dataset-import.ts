/** Import of songs by the operator, safe to repeat: what is there already is not added again. */
import { type Kysely, sql } from 'kysely';
import type { DatasetImporter } from '../accounts/ports.js';
import type { NewSong } from '../domain/song.js';
import { datasetSongs } from './dataset-songs.js';
import type { Database } from './schema.js';

const identity = (song: Pick<NewSong, 'title' | 'artist' | 'lyrics' | 'musicId'>): string =>
  JSON.stringify([song.title, song.artist, song.lyrics, song.musicId]);

export function datasetImporter(db: Kysely<Database>): DatasetImporter {
  return {
    async addMissingSongs(accountId, datasetId, songs) {
      const rows = await db
        .selectFrom('dataset_songs')
        .select(['title', 'artist', 'lyrics', 'music_id as musicId'])
        .where('dataset_id', '=', datasetId)
        .where(sql<boolean>`title = any(${songs.map((song) => song.title)})`)
        .execute();
      const present = new Set(rows.map(identity));
      const missing = songs.filter((song) => {
        const key = identity(song);
        if (present.has(key)) return false;
        present.add(key);
        return true;
      });
      const added = await datasetSongs(db).addSongs(accountId, datasetId, missing);
      return added && { added: added.length, present: songs.length - added.length };
    },

    async listAll() {
      return db
        .selectFrom('datasets')
        .select(['id', 'account_id as accountId', 'name'])
        .select(
          sql<number>`(select count(*) from dataset_songs s where s.dataset_id = datasets.id)`.as('songs'),
        )
        .orderBy(sql`account_id nulls first`)
        .orderBy('created_at')
        .execute();
    },
  };
}
