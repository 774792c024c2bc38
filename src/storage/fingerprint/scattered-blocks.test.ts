import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OpenDatabase } from '../database.js';
import { searchEngineMigration } from '../search/migration.js';
import { openTestDatabase } from '../test-support/database.js';
import { fingerprintMigration } from './migration.js';
import { lengthAt, lengthBytes, readScatteredBlocks } from './scattered-blocks.js';
import { writeBlocks } from './segments.js';

let opened: OpenDatabase;
const ids: number[] = [];
/** Some segments have every bucket up to 2500, the others every fifth. */
const steps = [1, 5, 1];
const last = 2500;
const bytesOf = (segment: number, bucket: number): number[] => [
  segment,
  bucket % 256,
  bucket >> 8,
  255,
  0,
  128,
];

beforeAll(async () => {
  opened = await openTestDatabase([fingerprintMigration, searchEngineMigration]);
  for (const [segment, step] of steps.entries()) {
    const { id } = await opened.db
      .insertInto('fingerprint_segments')
      .values({
        account_id: 'a',
        level: 1,
        base_position: 0,
        end_position: 1,
        postings: 1,
        bytes: 1,
        shift: 7,
        is_live: true,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.push(Number(id));
    const buckets = Array.from({ length: Math.floor(last / step) + 1 }, (_, i) => i * step);
    await writeBlocks(
      opened.db,
      Number(id),
      buckets.map((bucket) => ({ bucket, bytes: Uint8Array.from(bytesOf(segment, bucket)) })),
    );
  }
});
afterAll(() => opened.close());

const rising = (count: number, step: number, from = 0): number[] =>
  Array.from({ length: count }, (_, i) => from + i * step);

it.each([
  ['far apart', [rising(40, 60), [], rising(20, 100, 7)]],
  ['side by side, and with some left out', [rising(1200, 2), rising(30, 1, 100), rising(300, 1, 2100)]],
  ['of all three, near and far', [[0, 1, 2, ...rising(20, 3, 500), 2499, 2500], [5, 10, 15, 1000], [2500]]],
  ['beyond the last', [rising(20, 1, last - 4), [last + 5], []]],
  ['of no segment', [[], [], []]],
])(
  'blocks %s are each read once, with their bytes, and those that are not there are not',
  async (_, wanted) => {
    const read: string[] = [];
    await readScatteredBlocks(
      opened.db,
      wanted.map((buckets, segment) => ({ id: ids[segment]!, buckets: Uint32Array.from(buckets) })),
      (segment, place, bytes, at) => {
        const start = at + lengthBytes;
        read.push(`${segment} ${place} ${[...bytes.subarray(start, start + lengthAt(bytes, at))]}`);
      },
    );
    const expected = wanted.flatMap((buckets, segment) =>
      buckets.flatMap((bucket, place) =>
        bucket <= last && bucket % steps[segment]! === 0
          ? [`${segment} ${place} ${bytesOf(segment, bucket)}`]
          : [],
      ),
    );
    expect(read.sort()).toEqual(expected.sort());
  },
);

it('blocks of a segment that a merge has replaced are said not to be all', async () => {
  const wanted = ids.map((id) => ({ id, buckets: Uint32Array.of(0, 5) }));
  expect(await readScatteredBlocks(opened.db, wanted, () => {})).toBe(true);
  await opened.db
    .updateTable('fingerprint_segments')
    .set({ is_live: false })
    .where('id', '=', ids[1]!)
    .execute();
  expect(await readScatteredBlocks(opened.db, wanted, () => {})).toBe(false);
  expect(await readScatteredBlocks(opened.db, wanted.slice(2), () => {})).toBe(true);
});
