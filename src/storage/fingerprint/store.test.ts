import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Transaction } from '../../analyses/analysis.js';
import { mergeBlocks } from '../../analyses/fingerprint/look-up/merge-blocks.js';
import type { FingerprintIndex, IndexExtent, SongToIndex } from '../../analyses/fingerprint/ports.js';
import { purgeSong } from '../../analyses/fingerprint/purge.js';
import { forEachPosting, type PostingPage } from '../../domain/posting-block.js';
import type { OpenDatabase } from '../database.js';
import type { Database } from '../schema.js';
import { searchEngineMigration } from '../search/migration.js';
import { openTestDatabase } from '../test-support/database.js';
import { opaque } from '../transaction.js';
import { fingerprintMigration } from './migration.js';
import { createFingerprintStore } from './store.js';

let opened: OpenDatabase;
let db: Kysely<Database>;
let index: FingerprintIndex;

beforeAll(async () => {
  opened = await openTestDatabase([fingerprintMigration, searchEngineMigration]);
  db = opened.db;
  index = createFingerprintStore(db);
});
afterAll(() => opened.close());

const merge = async (step: Parameters<typeof mergeBlocks>[0]): Promise<ReturnType<typeof mergeBlocks>> =>
  mergeBlocks(step);

/** A song whose posting i has key (seed · 7919 + i · 104729) mod 2^26 at time i. */
function song(seed: number, count = 300): SongToIndex {
  const pairs = Array.from({ length: count }, (_, i) => [(seed * 7919 + i * 104_729) % 2 ** 26, i] as const);
  pairs.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return {
    musicId: `mus_${seed}`,
    engine: 1,
    title: `Song ${seed}`,
    artist: 'Someone',
    durationSeconds: 60,
    lengthUnits: count,
    keys: Uint32Array.from(pairs, (pair) => pair[0]),
    times: Uint32Array.from(pairs, (pair) => pair[1]),
    peaks: Uint8Array.of(seed, 1, 2, 3),
  };
}

const add = (account: string, item: SongToIndex): Promise<{ added: boolean }> =>
  db.transaction().execute((transaction) => index.add(opaque(transaction), account, item));
const remove = (account: string, musicId: string): Promise<boolean> =>
  db.transaction().execute((transaction) => index.remove(opaque(transaction), account, musicId));

function hits(pages: readonly PostingPage[], keys: Uint32Array): number[] {
  const wanted = new Set(keys);
  const positions: number[] = [];
  for (const page of pages) {
    page.cellKeys.forEach((firstKey, cell) => {
      const from = cell === 0 ? 0 : page.cellEnds[cell - 1]!;
      forEachPosting(page.bytes, from, page.cellEnds[cell]!, firstKey, (key, position) => {
        if (wanted.has(key)) positions.push(page.base + position);
      });
    });
  }
  return positions.sort((a, b) => a - b);
}

/** Ids of the songs that hold all of another song's postings, in their order of time. */
async function songsHolding(account: string, item: SongToIndex): Promise<string[]> {
  const keys = Uint32Array.from(new Set(item.keys)).sort();
  const positions = hits(await index.postings(account, keys), keys);
  const found = await index.songsAt(account, positions);
  const counts = new Map<string, number>();
  for (const hit of found) if (hit) counts.set(hit.musicId, (counts.get(hit.musicId) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= item.keys.length).map(([id]) => id);
}

describe('fingerprint store', () => {
  it('finds every posting of every song, before and after merges, and keeps the number of segments small', async () => {
    for (let seed = 1; seed <= 20; seed++) expect(await add('a', song(seed))).toEqual({ added: true });
    for (let seed = 1; seed <= 20; seed++)
      expect(await songsHolding('a', song(seed))).toEqual([`mus_${seed}`]);
    const before = await index.size('a');
    await index.maintain('a', merge);
    const { rows } = await sql<{ n: number }>`select count(*)::int n from fingerprint_segments`.execute(db);
    expect(rows[0]?.n).toBe(6);
    for (let seed = 1; seed <= 20; seed++)
      expect(await songsHolding('a', song(seed))).toEqual([`mus_${seed}`]);
    const after = await index.size('a');
    expect(after.postings).toBe(before.postings);
    expect(after.songs).toBe(20);
    const starts = await index.starts('a', 100);
    expect((await index.songsAt('a', starts)).map((found) => found!.musicId).sort()).toEqual(
      Array.from({ length: 20 }, (_, i) => `mus_${i + 1}`).sort(),
    );
    expect(await index.starts('a', 3)).toEqual(starts.slice(0, 3));
    expect(await index.starts('nobody', 3)).toEqual([]);
    const asked = [starts[4]!, starts[7]!, -5];
    const songs = await index.songsAt('a', asked);
    expect(await index.peaksOf('a', asked, songs[0]!.engine)).toEqual(
      new Map(songs.slice(0, 2).map((found) => [found!.startPosition, found!.peaks])),
    );
    expect(await index.peaksOf('a', starts, songs[0]!.engine + 1)).toEqual(new Map());
    expect(await index.peaksOf('b', starts, songs[0]!.engine)).toEqual(new Map());
    expect(await index.extent('a')).toEqual({ songs: 20, postings: 20 * 300 });
    expect(after.postingBytes / after.postings).toBeLessThan(6);
  });

  it('is read as it was at an extent, and as it is now where that was merged away', async () => {
    const everyKey = Uint32Array.from(new Set([1, 2, 9].flatMap((seed) => [...song(seed).keys]))).sort();
    const countAt = async (extent?: IndexExtent): Promise<number> =>
      hits(await index.postings('x', everyKey, extent), everyKey).length;
    await add('x', song(1));
    const extent = await index.extent('x');
    await add('x', song(2));
    expect(await countAt(extent)).toBe(300);
    expect(await countAt()).toBe(600);
    for (let seed = 3; seed <= 9; seed++) await add('x', song(seed));
    // A store that has read no block of what is then merged.
    const other = createFingerprintStore(db);
    const before = await other.extent('x');
    expect(before).toEqual({ songs: 9, postings: 9 * 300 });
    await index.maintain('x', merge);
    expect(hits(await other.postings('x', everyKey, before), everyKey)).toHaveLength(await countAt());
    expect(await other.extent('y')).toEqual({ songs: 0, postings: 0 });
  });

  it('goes on from the keys that it read last of an extent, to what it reads of all keys at once', async () => {
    for (let seed = 1; seed <= 9; seed++) await add('p', song(seed));
    await index.maintain('p', merge);
    await add('p', song(10));
    const everyKey = Uint32Array.from(
      new Set(Array.from({ length: 10 }, (_, i) => [...song(i + 1).keys]).flat()),
    ).sort();
    // Small caches too: what an earlier look-up read is gone by the next.
    for (const store of [createFingerprintStore(db), createFingerprintStore(db, { cacheBytes: 600 })]) {
      const extent = await store.extent('p');
      for (const count of [1, 2, 40, 41, 41, 700, everyKey.length]) {
        const keys = everyKey.subarray(0, count);
        expect(await store.postings('p', keys, extent)).toEqual(await index.postings('p', keys));
      }
      // Other keys, and the first ones again.
      for (const keys of [everyKey.subarray(100, 200), everyKey.subarray(0, 50)]) {
        expect(await store.postings('p', keys, extent)).toEqual(await index.postings('p', keys));
      }
      const atOnce = [300, 600, 900].map((count) => everyKey.subarray(0, count));
      const read = await Promise.all(atOnce.map((keys) => store.postings('p', keys, extent)));
      for (const [i, keys] of atOnce.entries()) expect(read[i]).toEqual(await index.postings('p', keys));
    }
  });

  it('finds every posting with a cache that holds hardly a block', async () => {
    const { keys } = song(5);
    const found = async (store: FingerprintIndex): Promise<number[]> =>
      hits(await store.postings('x', keys), keys);
    const small = createFingerprintStore(db, { cacheBytes: 600 });
    expect(await found(small)).toEqual(await found(index));
    expect(await found(small)).toEqual(await found(index));
    expect((await found(small)).length).toBeGreaterThanOrEqual(300);
  });

  it('adds a song once, however often it is asked to, and at once from two sides', async () => {
    const results = await Promise.all([add('b', song(1)), add('b', song(1)), add('b', song(1))]);
    expect(results.filter(({ added }) => added)).toHaveLength(1);
    expect(await index.size('b')).toMatchObject({ songs: 1, postings: 300 });
  });

  it('replaces a song of an older engine', async () => {
    await add('c', { ...song(1), engine: 0 });
    expect(await index.has('c', 'mus_1', 1)).toBe(false);
    expect(await add('c', song(1))).toEqual({ added: true });
    expect(await index.has('c', 'mus_1', 1)).toBe(true);
    expect((await index.size('c')).songs).toBe(1);
  });

  it('never shows one account the songs of another', async () => {
    await add('d', song(77));
    expect(await songsHolding('d', song(1))).toEqual([]);
    expect(await songsHolding('a', song(77))).toEqual([]);
  });

  it('loses a removed song at once, and its bytes when purged', async () => {
    for (let seed = 1; seed <= 8; seed++) await add('e', song(seed));
    await index.maintain('e', merge);
    expect(await remove('e', 'mus_3')).toBe(true);
    expect(await remove('e', 'mus_3')).toBe(false);
    expect((await index.extent('e')).songs).toBe(7);
    expect(await songsHolding('e', song(3))).toEqual([]);
    expect(await songsHolding('e', song(4))).toEqual(['mus_4']);
    expect((await index.size('e')).postings).toBe(8 * 300);
    await index.maintain('e', merge, { purge: true });
    expect((await index.size('e')).postings).toBe(7 * 300);
    expect(await songsHolding('e', song(4))).toEqual(['mus_4']);
  });

  const transact = <Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> =>
    db.transaction().execute((transaction) => work(opaque(transaction)));

  it('leaves nothing of a song that is deleted, merged or not, and all of the others', async () => {
    for (let seed = 1; seed <= 9; seed++) await add('h', song(seed));
    await index.maintain('h', merge);
    const ranges = new Map<string, readonly [number, number]>();
    for (const row of await db
      .selectFrom('fingerprint_songs')
      .selectAll()
      .where('account_id', '=', 'h')
      .execute()) {
      const start = Number(row.start_position);
      ranges.set(row.music_id, [start, start + row.length_units]);
    }
    // Song 9 is a segment of its own, song 2 lies in a merged one; both are in this process's cache too.
    for (const seed of [2, 9]) expect(await songsHolding('h', song(seed))).toEqual([`mus_${seed}`]);
    for (const seed of [2, 9]) {
      const deleted = await purgeSong(index, 'h', `mus_${seed}`, { transact, merge });
      expect(deleted).toEqual({ removed: true, purged: true });
      expect(await songsHolding('h', song(seed))).toEqual([]);
    }
    const everyKey = Uint32Array.from(
      new Set([1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((s) => [...song(s).keys])),
    ).sort();
    const positions = hits(await index.postings('h', everyKey), everyKey);
    expect(positions).toHaveLength(7 * 300);
    for (const id of ['mus_2', 'mus_9']) {
      const [start, end] = ranges.get(id)!;
      expect(positions.filter((position) => position >= start && position < end)).toEqual([]);
    }
    expect(await index.size('h')).toMatchObject({ songs: 7, postings: 7 * 300 });
    const rows = await db
      .selectFrom('fingerprint_songs')
      .select('music_id')
      .where('account_id', '=', 'h')
      .execute();
    expect(rows.map(({ music_id }) => music_id)).not.toContain('mus_2');
    expect(rows).toHaveLength(7);
    expect(await songsHolding('h', song(4))).toEqual(['mus_4']);
    expect(await purgeSong(index, 'h', 'mus_2', { transact, merge })).toEqual({
      removed: false,
      purged: true,
    });
  });

  it('says that a deleted song is not purged while another process merges, and purges it when asked again', async () => {
    for (let seed = 1; seed <= 8; seed++) await add('i', song(seed));
    await index.maintain('i', merge);
    await sql`update fingerprint_catalogues set merging_until = now() + interval '1 minute'
      where account_id = 'i'`.execute(db);
    const options = { transact, merge, waitSeconds: 0 };
    expect(await purgeSong(index, 'i', 'mus_1', options)).toEqual({ removed: true, purged: false });
    expect(await songsHolding('i', song(1))).toEqual([]);
    await sql`update fingerprint_catalogues set merging_until = null where account_id = 'i'`.execute(db);
    expect(await purgeSong(index, 'i', 'mus_1', options)).toEqual({ removed: false, purged: true });
    expect((await index.size('i')).postings).toBe(7 * 300);
  });

  it('joins the several large segments that an earlier version left, and finds every posting before and after', async () => {
    for (let seed = 1; seed <= 24; seed++) await add('q', song(seed));
    await index.maintain('q', merge);
    await sql`update fingerprint_segments set level = 4 where account_id = 'q'`.execute(db);
    const segments = async (): Promise<number> =>
      (
        await sql<{ n: number }>`select count(*)::int n from fingerprint_segments
          where account_id = 'q' and is_live`.execute(db)
      ).rows[0]!.n;
    expect(await segments()).toBe(3);
    for (let seed = 1; seed <= 24; seed++)
      expect(await songsHolding('q', song(seed))).toEqual([`mus_${seed}`]);
    await index.maintain('q', merge);
    expect(await segments()).toBe(1);
    for (let seed = 1; seed <= 24; seed++)
      expect(await songsHolding('q', song(seed))).toEqual([`mus_${seed}`]);
    expect((await index.size('q')).postings).toBe(24 * 300);
  });

  it('merges songs that are added during a long merge between its steps', async () => {
    // Positions so far apart that the merge of 64 songs takes several steps.
    for (let seed = 1; seed <= 63; seed++) await add('r', song(seed));
    await index.maintain('r', merge);
    await add('r', { ...song(64), lengthUnits: 2 ** 29 });
    const firstKeys: number[] = [];
    await index.maintain('r', async (step) => {
      firstKeys.push(step.firstKey);
      // The second merge that begins is that of all 64.
      if (step.firstKey === 0 && firstKeys.filter((key) => key === 0).length === 2)
        for (let seed = 65; seed <= 72; seed++) await add('r', song(seed));
      return mergeBlocks(step);
    });
    // It began, that of the eight further songs came in between, and it went on.
    const began = firstKeys.indexOf(0, 1);
    expect(firstKeys.slice(began, began + 2)).toEqual([0, 0]);
    expect(firstKeys[began + 2]).toBeGreaterThan(0);
    expect(firstKeys.slice(began + 2)).not.toContain(0);
    for (const seed of [1, 64, 65, 72]) expect(await songsHolding('r', song(seed))).toEqual([`mus_${seed}`]);
    expect((await index.size('r')).postings).toBe(72 * 300);
  });

  it('drops what a merge that died left behind', async () => {
    await add('f', song(1));
    await sql`insert into fingerprint_segments (account_id, level, base_position, end_position, postings, bytes,
      shift, is_live) values ('f', 1, 0, 1, 0, 0, 26, false)`.execute(db);
    await index.maintain('f', merge);
    const { rows } =
      await sql`select 1 from fingerprint_segments where account_id = 'f' and not is_live`.execute(db);
    expect(rows).toHaveLength(0);
    expect(await songsHolding('f', song(1))).toEqual(['mus_1']);
  });

  it('keeps a song that is removed while its segments merge out of the answers', async () => {
    for (let seed = 1; seed <= 8; seed++) await add('g', song(seed));
    let steps = 0;
    await index.maintain('g', async (step) => {
      if (steps++ === 0) await remove('g', 'mus_5');
      return mergeBlocks(step);
    });
    expect(steps).toBeGreaterThan(0);
    expect(await songsHolding('g', song(5))).toEqual([]);
    expect(await songsHolding('g', song(6))).toEqual(['mus_6']);
  });

  it('leaves nothing of a deleted account', async () => {
    await db.transaction().execute((transaction) => index.removeAccount(opaque(transaction), 'a'));
    for (const table of ['fingerprint_songs', 'fingerprint_segments', 'fingerprint_catalogues'] as const) {
      const rows = await db.selectFrom(table).select('account_id').where('account_id', '=', 'a').execute();
      expect(rows).toHaveLength(0);
    }
    const orphans = await sql`select 1 from fingerprint_blocks b
      where not exists (select 1 from fingerprint_segments s where s.id = b.segment_id)`.execute(db);
    expect(orphans.rows).toHaveLength(0);
  });
});
