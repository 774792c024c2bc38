/** Segments of the lyric index as a search engine knows them: each a block, named by a number that no other segment ever has. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Connection } from '../fingerprint/segments.js';
import type { LyricCodes } from './ports.js';

export interface LyricBlock {
  readonly segmentId: number;
  readonly block: bigint;
  readonly songs: number;
  readonly ageSeconds: number;
}

/** All segments, or those named; segments that are gone are left out. Oldest first. */
export async function lyricBlocks(db: Connection, segmentIds?: readonly number[]): Promise<LyricBlock[]> {
  const { rows } = await sql<{
    id: number;
    songs: number;
    name: string;
    age: number;
  }>`select id, songs, id || ' ' || bytes || ' ' || extract(epoch from created_at) as name,
      extract(epoch from clock_timestamp() - created_at)::float8 as age
    from lyric_segments ${segmentIds ? sql`where id = any(${[...segmentIds]}::bigint[])` : sql``}
    order by id`.execute(db);
  return rows.map(({ id, songs, name, age }) => ({
    segmentId: Number(id),
    block: blockOf(name),
    songs,
    ageSeconds: age,
  }));
}

/**
 * The time of its making is in the name: a database that was restored from a backup uses an id again, for a segment of
 * other songs.
 */
function blockOf(name: string): bigint {
  return createHash('sha256').update(`lyrics ${name}`).digest().readBigUInt64LE();
}

export interface LyricLag {
  readonly segments: number;
  readonly songs: number;
  readonly oldestSeconds: number;
}

/** What the engine has not confirmed. Rejects where it does not answer. */
export async function readLyricLag(db: Connection, codes: LyricCodes): Promise<LyricLag> {
  const confirmed = await codes.confirmed();
  const missing = (await lyricBlocks(db)).filter(({ block }) => (confirmed.get(block) ?? null) === null);
  return {
    segments: missing.length,
    songs: missing.reduce((sum, { songs }) => sum + songs, 0),
    oldestSeconds: Math.max(0, ...missing.map(({ ageSeconds }) => ageSeconds)),
  };
}
