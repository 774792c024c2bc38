/**
 * The fingerprint index on the database: songs as rows, postings packed in the blocks of a log-structured merge
 * tree. The same on the embedded engine and on PostgreSQL, with any number of processes.
 */
import { type Kysely, sql } from 'kysely';
import type {
  FingerprintIndex,
  IndexExtent,
  IndexedSong,
  SongToIndex,
} from '../../analyses/fingerprint/ports.js';
import { blockShift } from '../../domain/posting-block.js';
import type { Database } from '../schema.js';
import { kyselyOf } from '../transaction.js';
import { BlockCache } from './block-cache.js';
import { mergeWhatIsDue } from './merging.js';
import { PageReader } from './pages.js';
import { type Connection, catalogueOf, liveSegments, type Segment, writeSegment } from './segments.js';
import { songRow } from './song-row.js';

export interface FingerprintStoreOptions {
  /** Memory for recently read blocks and peaks. */
  readonly cacheBytes?: number;
}

export function createFingerprintStore(
  db: Kysely<Database>,
  options: FingerprintStoreOptions = {},
): FingerprintIndex {
  const cache = new BlockCache(options.cacheBytes ?? 96 * 2 ** 20);
  /** What each extent was the sum of, and what was read of it last, to go on from. */
  const segmentsOf = new WeakMap<IndexExtent, readonly Segment[]>();
  const readers = new WeakMap<IndexExtent, PageReader>();

  /** Out of the others' reach while it reads. Nothing where the extent is another index's. */
  function takeReader(extent: IndexExtent, keys: Uint32Array): PageReader | undefined {
    const last = readers.get(extent);
    if (last?.goesOnTo(keys)) {
      readers.delete(extent);
      return last;
    }
    const segments = segmentsOf.get(extent);
    return segments && new PageReader(segments);
  }

  return {
    async add(transaction, accountId, song) {
      const inside = kyselyOf(transaction);
      // Upserting the catalogue's row first locks it: two additions to one account take turns.
      await lockCatalogue(inside, accountId);
      const present = await inside
        .selectFrom('fingerprint_songs')
        .select('engine')
        .where('account_id', '=', accountId)
        .where('music_id', '=', song.musicId)
        .executeTakeFirst();
      if (present?.engine === song.engine) return { added: false };
      if (present) await removeSong(inside, accountId, song.musicId);
      await insertSong(inside, accountId, song);
      return { added: true };
    },

    async has(accountId, musicId, engine) {
      const row = await db
        .selectFrom('fingerprint_songs')
        .select('engine')
        .where('account_id', '=', accountId)
        .where('music_id', '=', musicId)
        .executeTakeFirst();
      return row?.engine === engine;
    },

    async remove(transaction, accountId, musicId) {
      const inside = kyselyOf(transaction);
      await lockCatalogue(inside, accountId);
      return removeSong(inside, accountId, musicId);
    },

    async removeAccount(transaction, accountId) {
      const inside = kyselyOf(transaction);
      await inside.deleteFrom('fingerprint_segments').where('account_id', '=', accountId).execute();
      await inside.deleteFrom('fingerprint_songs').where('account_id', '=', accountId).execute();
      await inside.deleteFrom('fingerprint_catalogues').where('account_id', '=', accountId).execute();
      await inside.deleteFrom('search_backlog').where('account_id', '=', accountId).execute();
    },

    async postings(accountId, keys, extent) {
      // A merge can replace segments before all is read; then what was read is incomplete: ask again.
      for (let attempt = 0; ; attempt++) {
        const begun = attempt === 0 && extent ? takeReader(extent, keys) : undefined;
        const reader = begun ?? new PageReader(await liveSegments(db, accountId));
        const { pages, isWhole } = await reader.read(db, cache, keys);
        if (!isWhole && attempt < 4) continue;
        if (extent) readers.set(extent, reader);
        return pages;
      }
    },

    songsAt: (accountId, positions) => songsAt(db, cache, accountId, positions),

    async starts(accountId, limit) {
      // One value: thousands of rows take ten times as long.
      const { rows } = await sql<{
        starts: number[] | null;
      }>`select array_agg(start_position::float8 order by start_position) as starts
        from (select start_position from fingerprint_songs where account_id = ${accountId} order by start_position limit ${limit}) s`.execute(
        db,
      );
      return rows[0]?.starts ?? [];
    },

    async peaksOf(accountId, starts, engine) {
      if (starts.length === 0) return new Map();
      const rows = await db
        .selectFrom('fingerprint_songs')
        .select(['start_position', 'peaks'])
        .where('account_id', '=', accountId)
        .where('engine', '=', engine)
        .where(sql<boolean>`start_position = any(${[...starts]}::bigint[])`)
        .execute();
      return new Map(rows.map((row) => [Number(row.start_position), row.peaks]));
    },

    async extent(accountId) {
      const { songs, segments } = await catalogueOf(db, accountId);
      const extent = { songs, postings: segments.reduce((sum, { postings }) => sum + postings, 0) };
      segmentsOf.set(extent, segments);
      return extent;
    },

    async size(accountId) {
      const [songs, segments] = await Promise.all([
        db
          .selectFrom('fingerprint_songs')
          .select([
            sql<number>`count(*)::float8`.as('songs'),
            sql<number>`coalesce(sum(length(peaks)), 0)::float8`.as('peakBytes'),
          ])
          .where('account_id', '=', accountId)
          .executeTakeFirstOrThrow(),
        db
          .selectFrom('fingerprint_segments')
          .select([
            sql<number>`coalesce(sum(postings), 0)::float8`.as('postings'),
            sql<number>`coalesce(sum(bytes), 0)::float8`.as('postingBytes'),
          ])
          .where('account_id', '=', accountId)
          .where('is_live', '=', true)
          .executeTakeFirstOrThrow(),
      ]);
      return { ...songs, ...segments };
    },

    async maintain(accountId, merge, { purge = false } = {}) {
      const isDone = await mergeWhatIsDue(db, accountId, merge, purge);
      if (isDone && purge) {
        cache.clear();
        // Deleted rows stay in the tables' files until they are vacuumed, and the embedded engine never does.
        await sql`vacuum fingerprint_songs, fingerprint_segments, fingerprint_blocks`.execute(db);
      }
      return isDone;
    },
  };
}

async function lockCatalogue(db: Connection, accountId: string): Promise<void> {
  await sql`insert into fingerprint_catalogues (account_id, next_position) values (${accountId}, 0)
    on conflict (account_id) do update set next_position = fingerprint_catalogues.next_position`.execute(db);
}

/** Positions left empty between songs, so that no look-up lands on the wrong side of a border. */
export const gapUnits = 8;

/** A song is one block until a merge, one write; only recordings beyond some minutes take more. */
const postingsPerSongBlock = 8192;

async function insertSong(db: Connection, accountId: string, song: SongToIndex): Promise<void> {
  const { next_position } = await db
    .updateTable('fingerprint_catalogues')
    .set({
      next_position: sql`next_position + ${song.lengthUnits + gapUnits}::bigint`,
      songs: sql`songs + 1`,
    })
    .where('account_id', '=', accountId)
    .returning('next_position')
    .executeTakeFirstOrThrow();
  const end = Number(next_position);
  const start = end - song.lengthUnits - gapUnits;
  const bytes = await writeSegment(
    db,
    accountId,
    { level: 0, base: start, end, shift: blockShift(song.keys.length, postingsPerSongBlock) },
    { keys: song.keys, positions: song.times },
  );
  await db
    .insertInto('fingerprint_songs')
    .values(songRow(accountId, song, { startPosition: start, postingBytes: bytes }))
    .execute();
}

async function removeSong(db: Connection, accountId: string, musicId: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('fingerprint_songs')
    .where('account_id', '=', accountId)
    .where('music_id', '=', musicId)
    .returning('start_position')
    .executeTakeFirst();
  if (!removed) return false;
  await db
    .updateTable('fingerprint_catalogues')
    .set({ songs: sql`songs - 1` })
    .where('account_id', '=', accountId)
    .execute();
  // A song that no merge has touched is a segment of its own, and goes at once.
  await db
    .deleteFrom('fingerprint_segments')
    .where('account_id', '=', accountId)
    .where('level', '=', 0)
    .where('base_position', '=', removed.start_position)
    .execute();
  return true;
}

async function songsAt(
  db: Connection,
  cache: BlockCache,
  accountId: string,
  positions: readonly number[],
): Promise<(IndexedSong | null)[]> {
  if (positions.length === 0) return [];
  const { rows } = await sql<{
    ordinal: number;
    music_id: string;
    engine: number;
    title: string;
    artist: string;
    duration_seconds: number;
    start_position: number;
    length_units: number;
  }>`
    select w.ordinal, s.*
    from unnest(${positions.map(Math.floor)}::bigint[]) with ordinality as w (position, ordinal)
    cross join lateral (
      select music_id, engine, title, artist, duration_seconds, start_position, length_units
      from fingerprint_songs f
      where f.account_id = ${accountId} and f.start_position <= w.position
      order by f.start_position desc limit 1) s
    where w.position < s.start_position + s.length_units`.execute(db);
  const starts = [...new Set(rows.map((row) => Number(row.start_position)))];
  const peaks = await peaksOfSongs(db, cache, accountId, starts);
  const found: (IndexedSong | null)[] = positions.map(() => null);
  for (const row of rows) {
    const bytes = peaks.get(Number(row.start_position));
    if (!bytes) continue; // Removed between the two questions.
    found[Number(row.ordinal) - 1] = {
      musicId: row.music_id,
      engine: row.engine,
      title: row.title,
      artist: row.artist,
      durationSeconds: row.duration_seconds,
      startPosition: Number(row.start_position),
      lengthUnits: row.length_units,
      peaks: bytes,
    };
  }
  return found;
}

async function peaksOfSongs(
  db: Connection,
  cache: BlockCache,
  accountId: string,
  starts: readonly number[],
): Promise<Map<number, Uint8Array>> {
  const peaks = new Map<number, Uint8Array>();
  for (const start of starts) {
    const bytes = cache.peaksOf(accountId, start);
    if (bytes) peaks.set(start, bytes);
  }
  const missing = starts.filter((start) => !peaks.has(start));
  if (missing.length === 0) return peaks;
  const rows = await db
    .selectFrom('fingerprint_songs')
    .select(['start_position', 'peaks'])
    .where('account_id', '=', accountId)
    .where('start_position', 'in', missing)
    .execute();
  for (const row of rows) {
    peaks.set(Number(row.start_position), row.peaks);
    cache.addPeaks(accountId, Number(row.start_position), row.peaks);
  }
  return peaks;
}
