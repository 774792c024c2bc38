/** The files of music as their records name them, for copying and backing up. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.js';

export interface StoredFile {
  /** Of its blob. */
  readonly key: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** All of them, by key. */
export async function listStoredFiles(db: Kysely<Database>): Promise<StoredFile[]> {
  const { rows } = await sql<StoredFile>`
    select blob_key as key, sha256, bytes from music order by blob_key`.execute(db);
  return rows;
}

/** At most a hundred with keys behind `after`, in the order of their bytes. */
export async function storedFilesAfter(db: Kysely<Database>, after: string): Promise<StoredFile[]> {
  const { rows } = await sql<StoredFile>`
    select blob_key as key, sha256, bytes from music where blob_key collate "C" > ${after}
    order by blob_key collate "C" limit 100`.execute(db);
  return rows;
}

export async function countStoredBytes(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::float8 as bytes from music`.execute(db);
  return rows[0]!.bytes;
}
