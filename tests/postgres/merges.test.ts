/** Two processes that merge one fingerprint catalogue, because the first was frozen past its lease. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mergeBlocks } from '../../src/analyses/fingerprint/look-up/merge-blocks.js';
import type { MergeBlocks, SongToIndex } from '../../src/analyses/fingerprint/ports.js';
import { type OpenDatabase, openDatabase } from '../../src/storage/database.js';
import { createFingerprintStore } from '../../src/storage/fingerprint/store.js';
import { migrations } from '../../src/storage/migrations/all.js';
import { opaque } from '../../src/storage/transaction.js';
import { afterFirst } from './after-query.js';
import { type Cluster, postgresPrograms, startCluster, withoutPostgres } from './cluster.js';

const merge: MergeBlocks = async (step) => mergeBlocks(step);

describe.skipIf(postgresPrograms === null)(`merges of two processes (${withoutPostgres})`, () => {
  let cluster: Cluster;
  let open: OpenDatabase;
  beforeAll(async () => {
    cluster = await startCluster();
    open = await openDatabase({ url: await cluster.createDatabase(), folder: '' }, migrations);
  });
  afterAll(async () => {
    await open?.close();
    cluster?.stop();
  });

  it('a merge that lost its lease deletes nothing, and leaves the lease of the other alone', async () => {
    for (let seed = 1; seed <= 8; seed++) {
      await open.db
        .transaction()
        .execute((transaction) => createFingerprintStore(open.db).add(opaque(transaction), 'a', song(seed)));
    }
    let continueSecond = (): void => {};
    const secondMayGoOn = new Promise<void>((resolve) => (continueSecond = resolve));
    let second: Promise<boolean> = Promise.resolve(false);
    // After the first process has written its blocks it is frozen until the second has begun.
    const frozen = afterFirst('InsertQueryNode', 'fingerprint_blocks', open.db, async () => {
      await sql`update fingerprint_catalogues set merging_until = now() - interval '1 second'`.execute(
        open.db,
      );
      await new Promise<void>((hasBegun) => {
        second = createFingerprintStore(open.db).maintain('a', async (step) => {
          hasBegun();
          await secondMayGoOn;
          return merge(step);
        });
      });
    });
    expect(await createFingerprintStore(frozen).maintain('a', merge)).toBe(false);
    const { rows } = await sql<{ postings: number }>`select coalesce(sum(postings), 0)::float8 as postings
      from fingerprint_segments where is_live`.execute(open.db);
    expect(rows[0]?.postings).toBe(8 * 300);
    const lease = await sql`select 1 from fingerprint_catalogues where merging_until > now()`.execute(
      open.db,
    );
    expect(lease.rows).toHaveLength(1);
    continueSecond();
    expect(await second).toBe(true);
    expect(await createFingerprintStore(open.db).size('a')).toMatchObject({ songs: 8, postings: 8 * 300 });
    const ends = await sql`select merging_until from fingerprint_catalogues`.execute(open.db);
    expect(ends.rows).toEqual([{ merging_until: null }]);
  });
});

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
