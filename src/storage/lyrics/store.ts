/** The lyric index on the database. */
import { type Kysely, sql, type Transaction } from 'kysely';
import type {
  LyricIndex,
  NewSegment,
  SongFacts,
  StoredSegment,
} from '../../analyses/lyric-plagiarism/ports.js';
import { searchableDatasets } from '../dataset-access.js';
import { defaultKeptSeconds } from '../replaced-files.js';
import type { Database } from '../schema.js';
import { releaseEncodingLease, takeEncodingLease } from './leases.js';
import { type SegmentFiles, segmentFiles } from './segment-files.js';

/** Each listing anew means that another process replaced a segment meanwhile. */
const maxListings = 100;

/**
 * `cacheFolder` holds copies of the segments for the compute processes; it can be deleted while nothing runs.
 * `keptSeconds`: how long a copy stays after its segment was replaced, longer than a search may take.
 */
export function createLyricStore(
  db: Kysely<Database>,
  cacheFolder: string,
  keptSeconds: number = defaultKeptSeconds,
): LyricIndex {
  const files = segmentFiles(db, cacheFolder, keptSeconds);

  /** Songs with lyrics and without a place in a segment of this encoder. */
  const missingAnywhere = (encoder: string) =>
    db
      .selectFrom('dataset_songs')
      .where('lyrics', 'is not', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('lyric_segment_songs')
              .select('song_id')
              .whereRef('lyric_segment_songs.song_id', '=', 'dataset_songs.id')
              .where('encoder', '=', encoder),
          ),
        ),
      );
  const missing = (encoder: string, datasetIds: readonly string[]) =>
    missingAnywhere(encoder).where('dataset_id', 'in', [...datasetIds]);

  return {
    searchable: (accountId, datasetId) => searchableDatasets(db, accountId, datasetId),

    async countUnindexed(encoder, datasetIds) {
      if (datasetIds.length === 0) return 0;
      const row = await missing(encoder, datasetIds)
        .select(({ fn }) => fn.countAll<number>().as('songs'))
        .executeTakeFirstOrThrow();
      return Number(row.songs);
    },

    async unindexed(encoder, datasetId, limit) {
      const rows = await missing(encoder, [datasetId])
        .select(['id', 'dataset_id', 'lyrics'])
        .orderBy('created_at')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map((row) => ({ songId: row.id, datasetId: row.dataset_id, lyrics: row.lyrics! }));
    },

    async add(segment) {
      await db.transaction().execute(async (transaction) => {
        const id = await insertSegment(transaction, segment);
        if (id === null) return;
        await sql`
          insert into lyric_segment_songs (encoder, song_id, segment_id, ordinal)
          select ${segment.encoder}, given.song_id, ${id}, given.ordinal - 1
          from unnest(${[...segment.songIds]}::text[]) with ordinality as given (song_id, ordinal)
          join dataset_songs on dataset_songs.id = given.song_id
          on conflict (encoder, song_id) do nothing`.execute(transaction);
      });
    },

    lease: (encoder, datasetId, holder, seconds) =>
      takeEncodingLease(db, encoder, datasetId, holder, seconds),
    release: (encoder, datasetId, holder) => releaseEncodingLease(db, encoder, datasetId, holder),

    async segments(encoder, datasetIds) {
      if (datasetIds.length === 0) return [];
      for (let round = 0; round < maxListings; round++) {
        const segments = await listSegments(db, files, encoder, datasetIds);
        if (segments !== null) return segments;
      }
      throw new Error(`The lyric index changed ${maxListings} times while it was listed.`);
    },

    async replace(old, segment) {
      const replaced = await db.transaction().execute(async (transaction) => {
        const ids = old.map(({ id }) => id);
        const locked = await transaction
          .selectFrom('lyric_segments')
          .select('id')
          .where('id', 'in', ids)
          .orderBy('id')
          .forUpdate()
          .execute();
        if (locked.length !== ids.length) return false;
        const id = await insertSegment(transaction, segment);
        if (id === null) return false;
        // Only songs that still stand in the old segments: whoever was removed meanwhile stays removed.
        await sql`
          update lyric_segment_songs set segment_id = ${id}, ordinal = given.ordinal - 1
          from unnest(${[...segment.songIds]}::text[]) with ordinality as given (song_id, ordinal)
          where lyric_segment_songs.song_id = given.song_id and encoder = ${segment.encoder}
            and segment_id = any(${ids}::bigint[])`.execute(transaction);
        await transaction.deleteFrom('lyric_segments').where('id', 'in', ids).execute();
        return true;
      });
      if (replaced) await files.deleteUnused();
      return replaced;
    },

    async behind(encoder) {
      const rows = await missingAnywhere(encoder).select('dataset_id').distinct().execute();
      return rows.map((row) => row.dataset_id);
    },

    async deleteOtherEncoders(encoder) {
      const { numDeletedRows } = await db
        .deleteFrom('lyric_segments')
        .where('encoder', '<>', encoder)
        .executeTakeFirst();
      if (numDeletedRows > 0n) await files.deleteUnused();
      return Number(numDeletedRows);
    },

    async withRemoved() {
      const { rows } = await sql<{ encoder: string; dataset_id: string }>`
        select distinct encoder, dataset_id from lyric_segments where songs > (
          select count(*) from lyric_segment_songs s where s.segment_id = lyric_segments.id)`.execute(db);
      return rows.map(({ encoder, dataset_id }) => ({ encoder, datasetId: dataset_id }));
    },

    deleteUnused: () => files.deleteUnused(),

    async facts(songIds) {
      const facts = new Map<string, SongFacts>();
      if (songIds.length === 0) return facts;
      const rows = await db
        .selectFrom('dataset_songs')
        .select(['id', 'dataset_id', 'artist', 'title', 'year'])
        .where('id', 'in', [...songIds])
        .execute();
      for (const { id, dataset_id: datasetId, ...song } of rows) facts.set(id, { ...song, datasetId });
      return facts;
    },
  };
}

/** Null when the dataset is gone. */
async function insertSegment(
  transaction: Transaction<Database>,
  segment: NewSegment,
): Promise<number | null> {
  // Locked, so that the dataset cannot be deleted before the segment refers to it.
  const dataset = await transaction
    .selectFrom('datasets')
    .select('id')
    .where('id', '=', segment.datasetId)
    .forShare()
    .executeTakeFirst();
  if (!dataset) return null;
  const row = await transaction
    .insertInto('lyric_segments')
    .values({
      dataset_id: segment.datasetId,
      encoder: segment.encoder,
      songs: segment.songIds.length,
      lines: segment.lines,
      bytes: segment.bytes.length,
      content: segment.bytes,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** The segments at one moment; null where one was replaced, or lost a song, while they were looked at. */
async function listSegments(
  db: Kysely<Database>,
  files: SegmentFiles,
  encoder: string,
  datasetIds: readonly string[],
): Promise<StoredSegment[] | null> {
  const rows = await db
    .selectFrom('lyric_segments')
    .select(['id', 'dataset_id', 'songs', 'bytes'])
    .select(
      sql<number>`(select count(*) from lyric_segment_songs s where s.segment_id = lyric_segments.id)`.as(
        'living',
      ),
    )
    .where('encoder', '=', encoder)
    .where('dataset_id', 'in', [...datasetIds])
    .orderBy('id')
    .execute();
  const segments: StoredSegment[] = [];
  for (const row of rows) {
    if (row.living === 0) continue;
    const path = await files.path(row.id, row.bytes);
    if (path === null) return null;
    const dead = row.living < row.songs ? await deadOrdinals(db, row.id, row.songs) : [];
    if (dead.length !== row.songs - row.living) return null;
    segments.push({ id: row.id, datasetId: row.dataset_id, path, songs: row.songs, dead });
  }
  return segments;
}

async function deadOrdinals(db: Kysely<Database>, segmentId: number, songs: number): Promise<number[]> {
  const rows = await db
    .selectFrom('lyric_segment_songs')
    .select('ordinal')
    .where('segment_id', '=', segmentId)
    .execute();
  const living = new Set(rows.map(({ ordinal }) => ordinal));
  return Array.from({ length: songs }, (_, ordinal) => ordinal).filter((ordinal) => !living.has(ordinal));
}
