/** The melody index on the database. */
import { type Kysely, sql } from 'kysely';
import type {
  EncodeChunk,
  FoundSongFacts,
  MelodyIndex,
  StoredChunk,
  StoredRow,
} from '../../analyses/plagiarism/ports.js';
import { searchableDatasets } from '../dataset-access.js';
import { defaultKeptSeconds } from '../replaced-files.js';
import type { Database } from '../schema.js';
import { chunkFiles } from './chunk-files.js';
import { readCodes } from './stored-codes.js';
import type { PlagiarismTables } from './tables.js';

/** Songs of a chunk: a song that is added costs the rewriting of one such file at the next search. */
export const chunkSlots = 2048;

interface ChunkState {
  dataset_id: string;
  chunk: number;
  name: string;
}

/**
 * `cacheFolder` holds copies of the index for the compute processes; it can be deleted while nothing runs.
 * `encodeChunk` is the analysis's own (code-chunk.ts). `keptSeconds`: how long a copy stays after its chunk was
 * replaced, longer than a search may take.
 */
export function createMelodyStore(
  database: Kysely<Database>,
  cacheFolder: string,
  encodeChunk: EncodeChunk,
  keptSeconds: number = defaultKeptSeconds,
): MelodyIndex {
  // The tables of this index are no part of the common schema.
  const db = database as unknown as Kysely<Database & PlagiarismTables>;
  const files = chunkFiles(cacheFolder, keptSeconds);

  /** Songs of these datasets whose music has no row of this engine. */
  const missing = (engine: number, datasetIds: readonly string[]) =>
    db
      .selectFrom('dataset_songs')
      .where('dataset_songs.dataset_id', 'in', [...datasetIds])
      .where('dataset_songs.music_id', 'is not', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('melody_songs')
              .select('song_id')
              .whereRef('melody_songs.song_id', '=', 'dataset_songs.id')
              .whereRef('melody_songs.music_id', '=', 'dataset_songs.music_id')
              .where('engine', '=', engine),
          ),
        ),
      );

  async function states(engine: number, datasetIds: readonly string[]): Promise<ChunkState[]> {
    if (datasetIds.length === 0) return [];
    // Count, sum and maximum together change with whatever is added, replaced or removed.
    const { rows } = await sql<{ dataset_id: string; chunk: number; state: string }>`
      select dataset_id, slot / ${sql.lit(chunkSlots)} as chunk,
        count(*) || '-' || sum(revision) || '-' || max(revision) as state
      from melody_songs where engine = ${engine} and dataset_id = any(${[...datasetIds]}::text[])
      group by 1, 2 order by 1, 2`.execute(db);
    return rows.map(({ dataset_id, chunk, state }) => ({
      dataset_id,
      chunk: Number(chunk),
      name: `${prefixOf(dataset_id, engine)}${chunk}-${state}`,
    }));
  }

  async function load(engine: number, { dataset_id, chunk }: ChunkState) {
    const rows = await db
      .selectFrom('melody_songs')
      .select(['song_id', 'codes'])
      .where('engine', '=', engine)
      .where('dataset_id', '=', dataset_id)
      .where('slot', '>=', chunk * chunkSlots)
      .where('slot', '<', (chunk + 1) * chunkSlots)
      .orderBy('slot')
      .execute();
    const codes = rows.map((row) => readCodes(row.codes));
    return { songIds: rows.map((row) => row.song_id), bytes: encodeChunk(codes) };
  }

  return {
    searchable: (accountId, datasetId) => searchableDatasets(db, accountId, datasetId),

    async undescribed(engine, datasetIds, limit) {
      if (datasetIds.length === 0) return [];
      const rows = await missing(engine, datasetIds)
        .select(['dataset_songs.id', 'dataset_songs.music_id'])
        .orderBy('dataset_songs.created_at')
        .orderBy('dataset_songs.id')
        .limit(limit)
        .execute();
      return rows.map((row) => ({ songId: row.id, musicId: row.music_id! }));
    },

    async countUndescribed(engine, datasetIds) {
      if (datasetIds.length === 0) return 0;
      const row = await missing(engine, datasetIds)
        .select(({ fn }) => fn.countAll<number>().as('songs'))
        .executeTakeFirstOrThrow();
      return Number(row.songs);
    },

    async put(engine, { songId, musicId, codes, sketch }) {
      const bytes = Buffer.from(codes.buffer, codes.byteOffset, codes.byteLength);
      await sql`
        insert into melody_songs (song_id, dataset_id, engine, music_id, codes, sketch)
        select id, dataset_id, ${engine}, ${musicId}, ${bytes}, ${Buffer.from(sketch)}
        from dataset_songs where id = ${songId} for share
        on conflict (song_id) do update set engine = excluded.engine, music_id = excluded.music_id,
          codes = excluded.codes, sketch = excluded.sketch, revision = nextval('melody_revisions')`.execute(
        db,
      );
    },

    async chunks(engine, datasetIds, leaveOut = () => false) {
      const now = await states(engine, datasetIds);
      const chunks: StoredChunk[] = [];
      for (const state of now) {
        const name = { datasetId: state.dataset_id, chunk: state.chunk };
        if (leaveOut(name)) chunks.push({ ...name, path: null, songIds: [] });
        else chunks.push({ ...name, ...(await files.get(state.name, () => load(engine, state))) });
      }
      const prefixes = datasetIds.map((id) => prefixOf(id, engine));
      await files.deleteUnused(new Set(now.map(({ name }) => name)), prefixes);
      return chunks;
    },

    async rows(engine, places) {
      const found: StoredRow[] = [];
      for (const datasetId of new Set(places.map((place) => place.datasetId))) {
        const own = places.filter((place) => place.datasetId === datasetId);
        const rows = await db
          .selectFrom('melody_songs')
          .select(['song_id', 'slot', 'codes'])
          .where('engine', '=', engine)
          .where('dataset_id', '=', datasetId)
          .where(
            'slot',
            'in',
            own.map(({ chunk, song }) => chunk * chunkSlots + song),
          )
          .orderBy('slot')
          .execute();
        for (const { song_id: songId, slot, codes } of rows) {
          const chunk = Math.floor(Number(slot) / chunkSlots);
          const song = Number(slot) - chunk * chunkSlots;
          found.push({ datasetId, chunk, song, songId, row: readCodes(codes) });
        }
      }
      return found;
    },

    async deleteUnused() {
      const { rows } = await sql<{ engine: number; dataset_ids: string[] }>`
        select engine, array_agg(distinct dataset_id) as dataset_ids from melody_songs group by engine`.execute(
        db,
      );
      const living = new Set<string>();
      for (const { engine, dataset_ids } of rows) {
        for (const { name } of await states(engine, dataset_ids)) living.add(name);
      }
      await files.deleteUnused(living, ['']);
    },

    async songs(engine, songIds, accountId) {
      const found = new Map<string, FoundSongFacts>();
      if (songIds.length === 0) return found;
      const rows = await db
        .selectFrom('melody_songs')
        .innerJoin('dataset_songs', 'dataset_songs.id', 'melody_songs.song_id')
        .leftJoin('music', (join) =>
          join.onRef('music.id', '=', 'melody_songs.music_id').on('music.account_id', '=', accountId),
        )
        .select(['song_id', 'dataset_songs.title', 'dataset_songs.artist', 'link', 'sketch'])
        .select(['melody_songs.music_id', 'music.id as own_music_id', 'music.format'])
        .whereRef('melody_songs.music_id', '=', 'dataset_songs.music_id')
        .where('engine', '=', engine)
        .where('song_id', 'in', [...songIds])
        .execute();
      const bySong = new Map(rows.map((row) => [row.song_id, row]));
      for (const id of songIds) {
        const row = bySong.get(id);
        if (!row) continue;
        const { title, artist, link, music_id: musicId, sketch } = row;
        const playableMusicId = isNotes(row.format) ? null : row.own_music_id;
        found.set(id, { title, artist, link, musicId, playableMusicId, sketch });
      }
      return found;
    },
  };
}

/** Notes are stored as music too, but no browser plays them. */
function isNotes(format: string | null): boolean {
  return format !== null && /^midi?$/i.test(format);
}

function prefixOf(datasetId: string, engine: number): string {
  return `${datasetId}-e${engine}-`;
}
