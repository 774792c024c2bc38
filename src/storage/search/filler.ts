/**
 * Keeps the search engine filled from the database: one round brings it up to date, and is safe to repeat and to cut
 * off anywhere. What the engine confirms is written down after it; what it may hold in part is deleted first.
 */
import { type Kysely, sql } from 'kysely';
import { keyBits } from '../../domain/posting-block.js';
import { liveSegments } from '../fingerprint/segments.js';
import type { Database } from '../schema.js';
import { copyBacklog } from './backlog.js';
import { catalogueOf, deleteChanges, markAttempted, nextChanges, type SongChange } from './changes.js';
import { createLyricFiller, type ReadSegmentCodes } from './lyric-filler.js';
import { createMelodyFiller, type MelodyFillerOptions } from './melody-filler.js';
import type { SearchEngine } from './ports.js';
import {
  advance,
  readRegistration,
  registerEngine,
  releaseFillLease,
  takeFillLease,
  unregisterEngine,
} from './registration.js';
import { collectPostings, type PostingLists } from './segment-postings.js';
import { copyAgain, differingPostings } from './verify-postings.js';

/** Songs in one batch. */
const batchSongs = 500;
const allBlocks = { first: 0, last: 2 ** keyBits };
/**
 * How long removed songs may wait for others, how often deleted rows' bytes are taken off the engine's disk, when that is
 * tried again after a failure, how often all rows of lyrics and melodies, and of fingerprints, are counted, and how long a
 * chunk of melodies has to be left alone. Fingerprints are counted also after each start of the engine.
 */
const defaultDelays = {
  removalSeconds: 30,
  eraseSeconds: 24 * 3600,
  eraseAgainSeconds: 600,
  verifySeconds: 600,
  settleSeconds: 60,
  verifyPostingsSeconds: 3600,
};

export interface FillerOptions {
  readonly delays?: typeof defaultDelays;
  readonly readCodes: ReadSegmentCodes;
  readonly melodies: MelodyFillerOptions['melodies'];
  onNotice(fields: object, message: string): void;
}

export interface Filler {
  /** Registers the engine where none is, then copies and follows the changes until there are none left. */
  round(): Promise<void>;
  /** Ends a round after the batch that runs. */
  stop(): void;
}

export function createFiller(
  db: Kysely<Database>,
  engine: SearchEngine,
  { delays = defaultDelays, readCodes, melodies: readMelodies, onNotice }: FillerOptions,
): Filler {
  let stopping = false;
  let lease: string | null = null;
  let verifiedAt = Number.NEGATIVE_INFINITY;
  const lyrics = createLyricFiller(db, engine.lyrics, { readCodes, delays, onNotice });
  const melodies = createMelodyFiller(db, engine.melodies, { melodies: readMelodies, delays, onNotice });

  /** False where another process fills by now. */
  async function renew(): Promise<boolean> {
    lease = await takeFillLease(db, lease);
    return lease !== null && !stopping;
  }

  async function round(): Promise<void> {
    await engine.prepare();
    await registerEngine(db);
    if (!(await renew())) return;
    try {
      await startAnewWhereNeeded();
      await verifyWhenDue();
      await follow();
      await copyBacklog(db, engine, async () => (await renew()) && (await follow()));
      await follow();
      // Before lyrics and melodies: their first filling takes long, and deleted bytes are promised to go.
      await eraseWhenDue();
      await lyrics.round(async () => (await renew()) && (await follow()));
      await melodies.round(async () => (await renew()) && (await follow()));
    } finally {
      if (lease !== null) await releaseFillLease(db, lease);
      lease = null;
    }
  }

  /**
   * The engine is where the database left it, or one batch on: that one was not written down. Otherwise it was restored
   * from a backup, or is another one, or the database was: then nothing in it can be relied on.
   */
  async function startAnewWhereNeeded(): Promise<void> {
    const registration = await readRegistration(db);
    if (!registration) return;
    const { epoch, sequence } = registration;
    const confirmed = await engine.confirmed(epoch);
    if (confirmed === sequence || confirmed === sequence + 1) return;
    if (sequence > 0 || confirmed !== null) {
      onNotice(
        { confirmed, sequence },
        'the search engine does not hold what it confirmed: it is filled anew',
      );
      await unregisterEngine(db);
      await registerEngine(db);
      lease = null;
      await renew();
    }
    const fresh = await readRegistration(db);
    if (!fresh || lease === null) return;
    await engine.drop();
    await engine.prepare();
    await engine.confirm(fresh.epoch, 0);
  }

  /** Works the changes off. False where it must stop. */
  async function follow(): Promise<boolean> {
    for (;;) {
      const changes = await nextChanges(db, batchSongs, delays.removalSeconds);
      if (changes.length === 0) return true;
      await apply(changes);
      if (!(await renew())) return false;
    }
  }

  async function apply(changes: readonly SongChange[]): Promise<void> {
    const registration = await readRegistration(db);
    if (!registration) return;
    await markAttempted(db, changes);
    let hasRemoved = false;
    for (const accountId of new Set(changes.map((change) => change.accountId))) {
      const own = changes.filter((change) => change.accountId === accountId);
      const catalogue = catalogueOf(accountId);
      const stale = own.filter(({ isRemoval, isAttempted }) => isRemoval || isAttempted);
      if (stale.length > 0) {
        hasRemoved = true;
        await engine.remove(
          catalogue,
          (await isGone(accountId)) ? 'all' : stale.map(({ start, end }) => ({ from: start, to: end })),
        );
      }
      const rows = await postingsOf(
        accountId,
        own.filter(({ isRemoval }) => !isRemoval),
      );
      if (rows === null) {
        // A version from before the engine merged them: the account is copied again.
        onNotice({ account_id: accountId }, 'songs were merged before the search engine had them');
        await copyAgain(db, accountId);
        continue;
      }
      await engine.insert({ catalogue, ...rows });
    }
    await engine.confirm(registration.epoch, registration.sequence + 1);
    await db.transaction().execute(async (transaction) => {
      await advance(transaction, registration, hasRemoved);
      await deleteChanges(transaction, changes);
    });
  }

  /** Accounts of which the engine lost or regained postings are copied again; what is nobody's is removed. */
  async function verifyWhenDue(): Promise<void> {
    const sinceMs = Date.now() - verifiedAt;
    const isRestarted = (await engine.upSeconds()) * 1000 <= sinceMs;
    if (!isRestarted && sinceMs < delays.verifyPostingsSeconds * 1000) return;
    // Before: where the engine cannot count in time, what is missing is copied all the same.
    verifiedAt = Date.now();
    const different = await differingPostings(db, engine).catch((error: unknown) => {
      onNotice({ err: error }, 'the postings in the search engine could not be counted');
      return { accounts: [], unknown: [] };
    });
    if (different.accounts.length > 0) {
      onNotice(
        { accounts: different.accounts.length },
        'the search engine does not hold the postings it confirmed: these accounts are copied again',
      );
      for (const accountId of different.accounts)
        await db.transaction().execute((transaction) => copyAgain(transaction, accountId));
    }
    if (different.unknown.length > 0) {
      onNotice(
        { catalogues: different.unknown.length },
        'the search engine holds postings that no account has: they are removed',
      );
      await sql`update search_engine set has_erased = true`.execute(db);
      for (const catalogue of different.unknown) await engine.remove(catalogue, 'all');
    }
  }

  async function isGone(accountId: string): Promise<boolean> {
    const song = await db
      .selectFrom('fingerprint_songs')
      .select('music_id')
      .where('account_id', '=', accountId)
      .limit(1)
      .executeTakeFirst();
    return song === undefined;
  }

  /** The postings of songs that are still there; null where one of them is in a merged segment. */
  async function postingsOf(accountId: string, added: readonly SongChange[]): Promise<PostingLists | null> {
    const rows: PostingLists = { keys: [], positions: [] };
    if (added.length === 0) return rows;
    const starts = [...new Set(added.map(({ start }) => start))];
    const living = await db
      .selectFrom('fingerprint_songs')
      .select('start_position')
      .where('account_id', '=', accountId)
      .where('start_position', 'in', starts)
      .execute();
    const own = await liveSegments(db, accountId, starts);
    const segments = new Map(own.map((segment) => [segment.base, segment]));
    for (const song of living) {
      const segment = segments.get(Number(song.start_position));
      if (!segment) return null;
      await collectPostings(db, segment, allBlocks, () => true, rows);
    }
    return rows;
  }

  async function eraseWhenDue(): Promise<void> {
    const { rows } = await sql`select 1 from search_engine where has_erased
      and erased_at <= clock_timestamp() - make_interval(secs => ${delays.eraseSeconds})`.execute(db);
    if (rows.length === 0) return;
    await sql`update search_engine set has_erased = false, erased_at = clock_timestamp()`.execute(db);
    try {
      await engine.erase();
    } catch (error) {
      const sinceSeconds = delays.eraseSeconds - delays.eraseAgainSeconds;
      await sql`update search_engine set has_erased = true,
        erased_at = clock_timestamp() - make_interval(secs => ${sinceSeconds})`.execute(db);
      throw error;
    }
  }

  return {
    round,
    stop() {
      stopping = true;
    },
  };
}
