/**
 * Keeps the number of segments small (merge-policy.ts), in steps over ranges of keys. Each step is a statement or two of its own;
 * only the last, which swaps old for new, locks the catalogue. A process that dies in between leaves an unfinished segment that
 * nothing reads and the next merge deletes. A long merge makes room for shorter ones between its steps: the songs that are added
 * meanwhile do not pile up as segments of their own.
 */
import { type Kysely, sql } from 'kysely';
import type { MergeBlocks, MergeSource } from '../../analyses/fingerprint/ports.js';
import { blockShift, keyBits } from '../../domain/posting-block.js';
import type { Database } from '../schema.js';
import { pendingStarts } from '../search/changes.js';
import { type MergeLease, MergeLeaseLostError, takeMergeLease } from './merge-lease.js';
import { type DueMerge, dueMerge } from './merge-policy.js';
import { liveSegments, readBlocks, type Segment, writeBlocks } from './segments.js';

/** Postings merged in one step: a few megabytes in, a few out. */
const postingsPerStep = 400_000;
/** A segment of which this share belongs to removed songs is rewritten. */
const deadShare = 0.25;

export async function mergeWhatIsDue(
  db: Kysely<Database>,
  accountId: string,
  merge: MergeBlocks,
  purge: boolean,
): Promise<boolean> {
  const lease = await takeMergeLease(db, accountId);
  if (!lease) return !(await hasCatalogue(db, accountId));
  try {
    await deleteUnfinished(db, accountId);
    const catalogue = { db, accountId, lease, merge };
    // Each merge lowers the number of segments or of dead postings, so this ends.
    for (;;) {
      await mergeSmall(catalogue, Number.POSITIVE_INFINITY);
      const dead = await withDeadPostings(db, accountId, purge);
      if (!dead) return true;
      await mergeSegments(catalogue, { segments: [dead], level: dead.level });
    }
  } catch (error) {
    // The new holder deletes what is unfinished, so that writing it may fail in more than one way.
    if (error instanceof MergeLeaseLostError || !(await isStillHeld(db, lease))) return false;
    throw error;
  } finally {
    await lease.release();
  }
}

/** True as well where it cannot be found out: then the error that led here is what matters. */
function isStillHeld(db: Kysely<Database>, lease: MergeLease): Promise<boolean> {
  return db
    .transaction()
    .execute((transaction) => lease.isHeld(transaction))
    .catch(() => true);
}

async function hasCatalogue(db: Kysely<Database>, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('fingerprint_catalogues')
    .select('account_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row !== undefined;
}

async function deleteUnfinished(db: Kysely<Database>, accountId: string): Promise<void> {
  await db
    .deleteFrom('fingerprint_segments')
    .where('account_id', '=', accountId)
    .where('is_live', '=', false)
    .execute();
}

/** A catalogue whose segments this process alone merges. */
interface LeasedCatalogue {
  readonly db: Kysely<Database>;
  readonly accountId: string;
  readonly lease: MergeLease;
  readonly merge: MergeBlocks;
}

/** Does what is due among segments of lower levels than `belowLevel`. */
async function mergeSmall(catalogue: LeasedCatalogue, belowLevel: number): Promise<void> {
  const { db, accountId } = catalogue;
  for (;;) {
    const segments = await liveSegments(db, accountId);
    // A search engine reads a song from the segment of its own; it is merged once the engine has it.
    const waiting = new Set(await pendingStarts(db, accountId));
    const ready = segments.filter(
      ({ level, base }) => level < belowLevel && !(level === 0 && waiting.has(base)),
    );
    const due = dueMerge(ready);
    if (!due) return;
    await mergeSegments(catalogue, due);
  }
}

/** A segment to be rewritten without the postings of removed songs. */
async function withDeadPostings(
  db: Kysely<Database>,
  accountId: string,
  purge: boolean,
): Promise<Segment | null> {
  for (const segment of await liveSegments(db, accountId)) {
    const dead = segment.postings - (await livingPostings(db, accountId, segment));
    if (dead > segment.postings * (purge ? 0 : deadShare)) return segment;
  }
  return null;
}

async function livingPostings(db: Kysely<Database>, accountId: string, segment: Segment): Promise<number> {
  const { postings } = await db
    .selectFrom('fingerprint_songs')
    .select(sql<number>`coalesce(sum(postings), 0)::float8`.as('postings'))
    .where('account_id', '=', accountId)
    .where('start_position', '>=', segment.base)
    .where('start_position', '<', segment.end)
    .executeTakeFirstOrThrow();
  return postings;
}

async function mergeSegments(catalogue: LeasedCatalogue, { segments, level }: DueMerge): Promise<void> {
  const { db, accountId, lease, merge } = catalogue;
  const base = Math.min(...segments.map((segment) => segment.base));
  const end = Math.max(...segments.map((segment) => segment.end));
  const total = segments.reduce((sum, segment) => sum + segment.postings, 0);
  const shift = blockShift(total);
  const lowestLevel = Math.min(...segments.map((segment) => segment.level));
  const living = await livingRanges(db, accountId, base, end);
  const { id } = await db
    .insertInto('fingerprint_segments')
    .values({
      account_id: accountId,
      level,
      base_position: base,
      end_position: end,
      postings: 0,
      bytes: 0,
      shift,
      is_live: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  let postings = 0;
  let bytes = 0;
  // A step covers whole blocks of the result; key and position of a posting must fit 53 bits together.
  const wanted = Math.max(total / postingsPerStep, (end - base) / 2 ** (53 - keyBits), 1);
  const steps = Math.min(2 ** (keyBits - shift), 2 ** Math.ceil(Math.log2(wanted)));
  const keysPerStep = 2 ** keyBits / steps;
  for (let firstKey = 0; firstKey < 2 ** keyBits; firstKey += keysPerStep) {
    const endKey = firstKey + keysPerStep;
    const sources = await Promise.all(segments.map((segment) => readSource(db, segment, firstKey, endKey)));
    const merged = await merge({ sources, living, firstKey, endKey, base, shift });
    const blocks = merged.blocks.map((block, i) => ({ bucket: merged.buckets[i]!, bytes: block }));
    if (blocks.length > 0) await writeBlocks(db, Number(id), blocks);
    postings += merged.postings;
    for (const block of blocks) bytes += block.bytes.length;
    await lease.renew();
    if (endKey < 2 ** keyBits) await mergeSmall(catalogue, lowestLevel);
  }
  await swap(db, lease, segments, { id: Number(id), postings, bytes });
}

async function livingRanges(
  db: Kysely<Database>,
  accountId: string,
  base: number,
  end: number,
): Promise<Float64Array> {
  const songs = await db
    .selectFrom('fingerprint_songs')
    .select(['start_position', 'length_units'])
    .where('account_id', '=', accountId)
    .where('start_position', '>=', base)
    .where('start_position', '<', end)
    .orderBy('start_position')
    .execute();
  return Float64Array.from(
    songs.flatMap((song) => [Number(song.start_position), Number(song.start_position) + song.length_units]),
  );
}

async function readSource(
  db: Kysely<Database>,
  segment: Segment,
  firstKey: number,
  endKey: number,
): Promise<MergeSource> {
  const rows = await readBlocks(db, segment.id, firstKey >>> segment.shift, (endKey - 1) >>> segment.shift);
  return {
    base: segment.base,
    shift: segment.shift,
    buckets: Uint32Array.from(rows, (row) => row.bucket),
    blocks: rows.map((row) => row.bytes),
  };
}

/**
 * Puts the new segment in the place of the old ones, if they are all still there; else drops it. Throws
 * MergeLeaseLostError, and changes nothing, where the new segment is another process's to delete.
 */
async function swap(
  db: Kysely<Database>,
  lease: MergeLease,
  old: readonly Segment[],
  merged: { id: number; postings: number; bytes: number },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    if (!(await lease.isHeld(transaction)))
      throw new MergeLeaseLostError('Another process merges this catalogue.');
    const ids = old.map((segment) => segment.id);
    const present = await transaction
      .selectFrom('fingerprint_segments')
      .select('id')
      .where('id', 'in', ids)
      .where('is_live', '=', true)
      .execute();
    if (present.length < ids.length || merged.postings === 0) {
      await transaction.deleteFrom('fingerprint_segments').where('id', '=', merged.id).execute();
      if (present.length < ids.length) return;
    } else {
      const { numUpdatedRows } = await transaction
        .updateTable('fingerprint_segments')
        .set({ is_live: true, postings: merged.postings, bytes: merged.bytes })
        .where('id', '=', merged.id)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new MergeLeaseLostError('The merged segment was deleted.');
    }
    await transaction.deleteFrom('fingerprint_segments').where('id', 'in', ids).execute();
  });
}
