import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../test-support/database.js';
import { createLyricStore } from './store.js';

const steps = new Set<string | symbol>(['selectFrom', 'select', 'where', 'orderBy']);

/** The database, with `then` awaited after every query that its builders execute. */
function afterEachQuery<Builder extends object>(
  builder: Builder,
  then: (rows: unknown) => Promise<void>,
): Builder {
  return new Proxy(builder, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key);
      if (typeof member !== 'function') return member;
      if (key === 'execute') {
        return async (): Promise<unknown> => {
          const rows: unknown = await member.call(target);
          await then(rows);
          return rows;
        };
      }
      return (...args: unknown[]): unknown => {
        const next: object = member.apply(target, args);
        return steps.has(key) ? afterEachQuery(next, then) : next;
      };
    },
  });
}

it('a segment that another process replaces while the index is listed is listed in its new form, not left out', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'contrafact-listing-'));
  const database = await openTestDatabase();
  try {
    for (const id of ['one', 'two']) {
      await sql`insert into dataset_songs (id, dataset_id, title, lyrics) values (${id}, 'default', ${id}, ${id})`.execute(
        database.db,
      );
    }
    const segmentOf = (songIds: string[]) => {
      return { encoder: 'e', datasetId: 'default', songIds, lines: 1, bytes: Buffer.from(songIds.join()) };
    };
    const other = createLyricStore(database.db, join(folder, 'other'));
    await other.add(segmentOf(['one', 'two']));
    await sql`delete from dataset_songs where id = 'two'`.execute(database.db);

    let replaced = false;
    const meanwhile = async (rows: unknown): Promise<void> => {
      if (replaced || !(Array.isArray(rows) && rows.some((row: object) => 'living' in row))) return;
      replaced = true;
      expect(await other.replace(await other.segments('e', ['default']), segmentOf(['one']))).toBe(true);
    };
    const index = createLyricStore(afterEachQuery(database.db, meanwhile), join(folder, 'empty'));
    const listed = await index.segments('e', ['default']);
    expect(replaced).toBe(true);
    expect(listed.map(({ songs, dead }) => [songs, dead])).toEqual([[1, []]]);
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
