/** Leases on the encoding of a dataset's songs: of several processes one does it, and another when that one dies. */
import { type Kysely, sql } from 'kysely';
import { hasLapsed } from '../lease.js';
import type { Database } from '../schema.js';

/** Takes the lease, or renews one's own. False while another holder's has not lapsed, or where the dataset is gone. */
export async function takeEncodingLease(
  db: Kysely<Database>,
  encoder: string,
  datasetId: string,
  holder: string,
  seconds: number,
): Promise<boolean> {
  const { rows } = await sql`
    insert into lyric_encoding_leases (encoder, dataset_id, holder, leased_until)
    select ${encoder}, id, ${holder}, now() + make_interval(secs => ${seconds}) from datasets where id = ${datasetId}
    on conflict (encoder, dataset_id) do update set holder = excluded.holder, leased_until = excluded.leased_until
      where lyric_encoding_leases.holder = excluded.holder
        or ${hasLapsed(sql.ref('lyric_encoding_leases.leased_until'), seconds)}
    returning holder`.execute(db);
  return rows.length > 0;
}

/** Gives a lease back; one that another holder has meanwhile is left alone. */
export async function releaseEncodingLease(
  db: Kysely<Database>,
  encoder: string,
  datasetId: string,
  holder: string,
): Promise<void> {
  await db
    .deleteFrom('lyric_encoding_leases')
    .where('encoder', '=', encoder)
    .where('dataset_id', '=', datasetId)
    .where('holder', '=', holder)
    .execute();
}
