import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '../database.js';
import { migrations } from '../migrations/all.js';
import { openTestDatabase } from '../test-support/database.js';
import { descriptionsMigration } from './migration.js';
import { createDescriptionStore } from './store.js';
import type { DescriptionsTables } from './tables.js';

describe('stored descriptions', () => {
  let open: OpenDatabase;
  let db: Kysely<DescriptionsTables>;
  beforeAll(async () => {
    const all = migrations.some(({ name }) => name === descriptionsMigration.name)
      ? migrations
      : [...migrations, descriptionsMigration];
    open = await openTestDatabase(all);
    db = open.db as unknown as Kysely<DescriptionsTables>;
    await sql`insert into accounts (id, name, plan) values ('acct_1', 'One', 'free')`.execute(db);
    await sql`insert into music (id, account_id, title, artist, filename, format, duration_seconds, sample_rate,
      channels, bytes, sha256, blob_key)
      values ('music_1', 'acct_1', 'A', 'B', 'a.wav', 'wav', 1, 44100, 2, 10, 'ff', 'key')`.execute(db);
  });
  afterAll(() => open.close());

  it('come back byte for byte, for the engine that wrote them only', async () => {
    const store = createDescriptionStore(db);
    await store.put(1, 'music_1', Uint8Array.of(1, 2, 255));
    expect(Array.from((await store.find(1, 'music_1')) ?? [])).toEqual([1, 2, 255]);
    expect(await store.find(2, 'music_1')).toBeNull();
    await store.put(2, 'music_1', Uint8Array.of(7));
    expect(Array.from((await store.find(2, 'music_1')) ?? [])).toEqual([7]);
    expect(await store.find(1, 'music_1')).toBeNull();
  });

  it('are not kept for music that is not on record, and go with the music', async () => {
    const store = createDescriptionStore(db);
    await store.put(1, 'music_gone', Uint8Array.of(1));
    expect(await store.find(1, 'music_gone')).toBeNull();
    await store.put(1, 'music_1', Uint8Array.of(1));
    await sql`delete from music where id = 'music_1'`.execute(db);
    expect(await store.find(1, 'music_1')).toBeNull();
  });
});
