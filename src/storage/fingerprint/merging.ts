/**
 * Keeps the number of segments small: eight of one level become one of the next, in steps over ranges of keys.
 * Each step is a statement or two of its own; only the last, which swaps old for new, locks the catalogue. A
 * process that dies in between leaves an unfinished segment that nothing reads and the next merge deletes.
 */
import { type Kysely, sql } from 'kysely';
import type { MergeBlocks, MergeSource } from '../../analyses/fingerprint/ports.js';
import { blockShift, keyBits } from '../../domain/posting-block.js';
import type { Database } from '../schema.js';
import { pendingStarts } from '../search/changes.js';
import { type MergeLease, MergeLeaseLostError, takeMergeLease } from './merge-lease.js';
import { liveSegments, readBlocks, type Segment, writeBlocks } from './segments.js';

/** Segments of one level that become one of the next. */
const fanIn = 8;
/** Postings merged in one step: a few megabytes in, a few out. */
const postingsPerStep = 400_000;
/** A segment of which this share belongs to removed songs is rewritten. */
const deadShare = 0.25;
/** Positions in a segment count from its base, in 32 bits: some 2 million songs. */
const maxSpan = 2 ** 32;

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
    // Each merge lowers the number of segments or of dead postings, so this ends.
    for (;;) {
      const due = await nextMerge(db, accountId, purge);
      if (!due) return true;
      await mergeSegments(db, accountId, lease, due, merge);
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

async function nextMerge(
  db: Kysely<Database>,
  accountId: string,
  purge: boolean,
): Promise<{ segments: Segment[]; level: number } | null> {
  const segments = await liveSegments(db, accountId);
  const levels = [...new Set(segments.map((segment) => segment.level))].sort((a, b) => a - b);
  const waiting = new Set(await pendingStarts(db, accountId));
  for (const level of levels) {
    // A search engine reads a song from the segment of its own; it is merged once the engine has it.
    const same = segments.filter(
      (segment) => segment.level === level && !(level === 0 && waiting.has(segment.base)),
    );
    const first = same.slice(0, fanIn);
    if (first.length === fanIn && spanOf(first) <= maxSpan) return { segments: first, level: level + 1 };
  }
  for (const segment of segments) {
    const dead = segment.postings - (await livingPostings(db, accountId, segment));
    if (dead > segment.postings * (purge ? 0 : deadShare))
      return { segments: [segment], level: segment.level };
  }
  return null;
}

function spanOf(segments: readonly Segment[]): number {
  return Math.max(...segments.map(({ end }) => end)) - Math.min(...segments.map(({ base }) => base));
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

async function mergeSegments(
  db: Kysely<Database>,
  accountId: string,
  lease: MergeLease,
  { segments, level }: { readonly segments: readonly Segment[]; readonly level: number },
  merge: MergeBlocks,
): Promise<void> {
  const base = Math.min(...segments.map((segment) => segment.base));
  const end = Math.max(...segments.map((segment) => segment.end));
  const total = segments.reduce((sum, segment) => sum + segment.postings, 0);
  const shift = blockShift(total);
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
