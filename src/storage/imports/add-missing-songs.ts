/** Adds songs to a dataset that it does not have yet, in one statement. */
import { sql, type Transaction } from 'kysely';
import { newId } from '../../domain/ids.js';
import type { NewSong } from '../../domain/song.js';
import type { Database } from '../schema.js';
import { songIdentity } from './song-identity.js';

/**
 * Locks the dataset for adding to it: imports of one dataset wait for each other, so that none misses what another adds.
 * False where there is no such dataset of this account (null: `default`).
 */
export async function lockDataset(
  transaction: Transaction<Database>,
  accountId: string | null,
  datasetId: string,
): Promise<boolean> {
  // Account, dataset, import: the order in which a deletion locks them.
  await sql`select 1 from accounts where id = ${accountId} for key share`.execute(transaction);
  const dataset = await sql`select 1 from datasets
    where id = ${datasetId} and account_id is not distinct from ${accountId}
    for no key update`.execute(transaction);
  return dataset.rows.length > 0;
}

/** Ids of the songs added, in their order. The caller has locked the dataset. */
export async function addMissingSongs(
  transaction: Transaction<Database>,
  accountId: string | null,
  datasetId: string,
  songs: readonly NewSong[],
): Promise<string[]> {
  if (songs.length === 0) return [];
  const column = (pick: (song: NewSong) => string | null): (string | null)[] => songs.map(pick);
  const { rows } = await sql<{ id: string }>`
    with given as (
      select g.*, ${sql.raw(songIdentity('g'))} as identity
      from unnest(
        ${songs.map(() => newId('song'))}::text[],
        ${column((song) => song.title)}::text[],
        ${column((song) => song.artist)}::text[],
        ${column((song) => song.year)}::text[],
        ${column((song) => song.link)}::text[],
        ${column((song) => song.language)}::text[],
        ${column((song) => song.lyrics)}::text[],
        ${column((song) => song.musicId)}::text[]
      ) with ordinality as g (id, title, artist, year, link, language, lyrics, music_id, place)),
    numbered as (select *, row_number() over (partition by identity order by place) as copy from given)
    insert into dataset_songs (id, dataset_id, account_id, title, artist, year, link, language, lyrics, music_id)
    select id, ${datasetId}, ${accountId}::text, title, artist, year, link, language, lyrics, music_id
    from numbered
    -- The limit makes it one look into the index for each row, and never a scan of the dataset.
    left join lateral (
      select 1 as found from dataset_songs s
      where s.dataset_id = ${datasetId} and ${sql.raw(songIdentity('s'))} = numbered.identity
      limit 1) there on true
    where copy = 1 and there.found is null
    order by place
    returning id`.execute(transaction);
  return rows.map(({ id }) => id);
}
