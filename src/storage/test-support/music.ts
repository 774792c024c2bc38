/** A song for tests of what hangs on one: its row alone, without a file. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.js';

/** Does nothing where the id is taken. */
export async function addTestMusic(db: Kysely<Database>, accountId: string, musicId: string): Promise<void> {
  await sql`insert into music (id, account_id, title, artist, filename, format, duration_seconds, sample_rate,
      channels, bytes, sha256, blob_key)
    values (${musicId}, ${accountId}, 'A', 'B', 'a.wav', 'wav', 1, 44100, 2, 10, ${musicId}, ${`music/${musicId}`})
    on conflict (id) do nothing`.execute(db);
}
