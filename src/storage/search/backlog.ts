/**
 * Copies what an account's catalogue held before the engine was registered, segment by segment, under the lease on
 * merging: nothing moves meanwhile. It can stop at any time and goes on where it was.
 */

import { type Kysely, sql } from 'kysely';
import { keyBits } from '../../domain/posting-block.js';
import { countAtMost } from '../../numbers/rising.js';
import { type MergeLease, takeMergeLease } from '../fingerprint/merge-lease.js';
import { type Connection, liveSegments, type Segment } from '../fingerprint/segments.js';
import type { Database } from '../schema.js';
import { catalogueOf } from './changes.js';
import type { SearchEngine } from './ports.js';
import { advance, readRegistration } from './registration.js';
import { collectPostings, type PostingLists } from './segment-postings.js';

/** Postings copied in one step: some megabytes. */
const postingsPerStep = 300_000;

interface Backlog {
  readonly accountId: string;
  readonly end: number;
  readonly segmentId: number | null;
  readonly nextBucket: number;
}

/** An account that waits to be copied; null where none does. */
async function nextAccount(db: Kysely<Database>, after: string): Promise<Backlog | null> {
  const row = await db
    .selectFrom('search_backlog')
    .selectAll()
    .where('account_id', '>', after)
    .orderBy('account_id')
    .executeTakeFirst();
  return row
    ? {
        accountId: row.account_id,
        end: Number(row.end_position),
        segmentId: row.segment_id === null ? null : Number(row.segment_id),
        nextBucket: row.next_bucket,
      }
    : null;
}

/** Copies account after account until `goOn` says no. An account whose segments are being merged is left for later. */
export async function copyBacklog(
  db: Kysely<Database>,
  engine: SearchEngine,
  goOn: () => Promise<boolean>,
): Promise<void> {
  for (let backlog = await nextAccount(db, ''); backlog; backlog = await nextAccount(db, backlog.accountId)) {
    const { accountId } = backlog;
    const lease = await takeMergeLease(db, accountId);
    if (!lease) {
      const { numDeletedRows } = await db
        .deleteFrom('search_backlog')
        .where('account_id', '=', accountId)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('fingerprint_catalogues').select('account_id').where('account_id', '=', accountId),
            ),
          ),
        )
        .executeTakeFirst();
      if (numDeletedRows === 0n && !(await goOn())) return;
      continue;
    }
    try {
      if (!(await copyAccount(db, engine, backlog, lease, goOn))) return;
    } finally {
      await lease.release();
    }
  }
}

async function copyAccount(
  db: Kysely<Database>,
  engine: SearchEngine,
  { accountId, end, segmentId, nextBucket }: Backlog,
  lease: MergeLease,
  goOn: () => Promise<boolean>,
): Promise<boolean> {
  const catalogue = catalogueOf(accountId);
  // Unfinished ones are the rest of a merge that died.
  const segments = (await liveSegments(db, accountId))
    .filter((segment) => segment.base < end)
    .sort((a, b) => a.base - b.base);
  let at = segments.findIndex(({ id }) => id === segmentId);
  let bucket = nextBucket;
  if (at < 0) {
    // A new account, or its segments were merged since: from the beginning.
    at = 0;
    bucket = 0;
    await engine.remove(catalogue, [{ from: 0, to: end }]);
  } else {
    const { base, end: segmentEnd, shift } = segments[at]!;
    await engine.remove(catalogue, [{ from: base, to: segmentEnd }], bucket * 2 ** shift);
  }
  for (; at < segments.length; at++, bucket = 0) {
    const segment = segments[at]!;
    const buckets = 2 ** (keyBits - segment.shift);
    // Whoever is removed from here on is among the changes, which wait until this account is copied.
    const living = await livingSongs(db, accountId, segment);
    const perStep = Math.max(1, Math.floor((buckets * postingsPerStep) / Math.max(1, segment.postings)));
    for (; bucket < buckets; bucket += perStep) {
      if (!(await goOn())) return false;
      await lease.renew();
      const registration = await readRegistration(db);
      if (!registration) return false;
      const rows: PostingLists = { keys: [], positions: [] };
      const range = { first: bucket, last: bucket + perStep - 1 };
      await collectPostings(db, segment, range, (position) => isLiving(living, position), rows);
      // Written down before the engine is: from here on, what it may hold is deleted first.
      await noteProgress(db, accountId, segment.id, bucket);
      await engine.insert({ catalogue, ...rows });
      await engine.confirm(registration.epoch, registration.sequence + 1);
      await db.transaction().execute(async (transaction) => {
        await advance(transaction, registration, false);
        await noteProgress(transaction, accountId, segment.id, Math.min(buckets, bucket + perStep));
      });
    }
  }
  await db.deleteFrom('search_backlog').where('account_id', '=', accountId).execute();
  return true;
}

async function noteProgress(
  db: Connection,
  accountId: string,
  segmentId: number,
  bucket: number,
): Promise<void> {
  await db
    .updateTable('search_backlog')
    .set({ segment_id: segmentId, next_bucket: bucket })
    .where('account_id', '=', accountId)
    .execute();
}

interface Living {
  /** Rising. */
  readonly starts: Float64Array;
  readonly ends: Float64Array;
}

async function livingSongs(db: Kysely<Database>, accountId: string, segment: Segment): Promise<Living> {
  const { rows } = await sql<{ start_position: number; length_units: number }>`
    select start_position, length_units from fingerprint_songs
    where account_id = ${accountId} and start_position >= ${segment.base} and start_position < ${segment.end}
    order by start_position`.execute(db);
  return {
    starts: Float64Array.from(rows, (song) => Number(song.start_position)),
    ends: Float64Array.from(rows, (song) => Number(song.start_position) + song.length_units),
  };
}

function isLiving({ starts, ends }: Living, position: number): boolean {
  const begun = countAtMost(starts, position);
  return begun > 0 && position < ends[begun - 1]!;
}
