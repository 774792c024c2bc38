/** Chunks of the melody index as a search engine knows them: each state of a chunk is a block. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { ListedChunk } from '../../analyses/plagiarism/ports.js';
import type { Connection } from '../fingerprint/segments.js';
import { chunkSlots } from '../plagiarism/store.js';
import type { MelodyCodes } from './ports.js';

/**
 * Chunks with songs of this engine version, of all datasets or of those named (and there of one chunk), in the order of a search. Its songs are in a block's name
 * beside its revisions: a database that was restored from a backup gives revisions out again.
 */
export async function melodyBlocks(
  db: Connection,
  version: number,
  datasetIds?: readonly string[],
  chunk?: number,
): Promise<ListedChunk[]> {
  const { rows } = await sql<{ dataset_id: string; chunk: number; songs: number; state: string }>`
    select dataset_id, slot / ${sql.lit(chunkSlots)} as chunk, count(*)::int as songs,
      count(*) || ' ' || sum(revision) || ' ' || max(revision) || ' '
        || sum(hashtextextended(song_id || ' ' || music_id, 0)) as state
    from melody_songs
    where engine = ${version}
      ${datasetIds ? sql`and dataset_id = any(${[...datasetIds]}::text[])` : sql``}
      ${chunk === undefined ? sql`` : sql`and slot >= ${chunk * chunkSlots} and slot < ${(chunk + 1) * chunkSlots}`}
    group by 1, 2 order by 1, 2`.execute(db);
  return rows.map(({ dataset_id: datasetId, chunk: number, songs, state }) => ({
    datasetId,
    chunk: Number(number),
    songs,
    block: createHash('sha256')
      .update(`melodies ${version} ${datasetId} ${number} ${state}`)
      .digest()
      .readBigUInt64LE(),
  }));
}

export interface MelodyLag {
  readonly chunks: number;
  readonly songs: number;
}

/** What the engine has not confirmed. Rejects where it does not answer. */
export async function readMelodyLag(db: Connection, codes: MelodyCodes, version: number): Promise<MelodyLag> {
  const confirmed = await codes.confirmed();
  const missing = (await melodyBlocks(db, version)).filter(
    ({ block }) => (confirmed.get(block) ?? null) === null,
  );
  return { chunks: missing.length, songs: missing.reduce((sum, { songs }) => sum + songs, 0) };
}
