import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DescriptionQueue } from '../../analyses/describe/ports.js';
import type { OpenDatabase } from '../database.js';
import type { Database } from '../schema.js';
import { openTestDatabase } from '../test-support/database.js';
import { createDescriptionQueue } from './requests.js';
import { createDescriptionStore } from './store.js';

describe('music that waits for its description', () => {
  let open: OpenDatabase;
  let db: Kysely<Database>;
  let queue: DescriptionQueue;
  let wakeUps = 0;
  beforeAll(async () => {
    open = await openTestDatabase();
    ({ db } = open);
    queue = createDescriptionQueue(db, () => wakeUps++);
    await sql`insert into accounts (id, name, plan) values ('acct_1', 'One', 'free')`.execute(db);
  });
  beforeEach(async () => {
    await sql`delete from music`.execute(db);
    for (const id of ['m1', 'm2']) {
      await sql`insert into music (id, account_id, title, artist, filename, format, duration_seconds, sample_rate,
        channels, bytes, sha256, blob_key)
        values (${id}, 'acct_1', 'A', 'B', 'a.wav', 'wav', 1, 44100, 2, 10, ${id}, ${id})`.execute(db);
    }
    wakeUps = 0;
  });
  afterAll(() => open.close());

  it('is claimed once, and again only when its lease has lapsed', async () => {
    await queue.request(1, 'm1');
    await queue.request(1, 'm1');
    expect(wakeUps).toBe(1);
    expect(await queue.claim(1, 60)).toEqual({ musicId: 'm1', attempts: 1 });
    expect(await queue.claim(1, 60)).toBeNull();
    await queue.later('m1', 0);
    expect(await queue.claim(1, 0)).toEqual({ musicId: 'm1', attempts: 2 });
    expect(await queue.claim(1, 60)).toEqual({ musicId: 'm1', attempts: 3 });
    expect(await queue.claim(2, 60)).toBeNull();
  });

  it('leaves the queue when it is described, and is not missing any more', async () => {
    expect(await queue.requestMissing(1)).toBe(2);
    await createDescriptionStore(db).put(1, 'm1', Uint8Array.of(1));
    expect(await queue.claim(1, 60)).toMatchObject({ musicId: 'm2' });
    expect(await queue.claim(1, 60)).toBeNull();
    expect(await queue.requestMissing(1)).toBe(0);
    expect(await queue.requestMissing(2)).toBe(2);
  });

  it('keeps why it failed, until another engine is asked', async () => {
    await queue.request(1, 'm1');
    await queue.fail(1, 'm1', 'no sound');
    await queue.request(1, 'm1');
    expect(await queue.failure(1, 'm1')).toBe('no sound');
    expect(await queue.claim(1, 60)).toBeNull();
    await queue.request(2, 'm1');
    expect(await queue.failure(2, 'm1')).toBeNull();
    expect(await queue.claim(2, 60)).toEqual({ musicId: 'm1', attempts: 1 });
  });

  it('is deleted with the music, and never asked for music that is not there', async () => {
    await queue.request(1, 'm1');
    await sql`delete from music where id = 'm1'`.execute(db);
    await queue.request(1, 'm_none');
    await queue.fail(1, 'm_none', 'x');
    expect(await queue.claim(1, 60)).toBeNull();
    expect(await queue.failure(1, 'm_none')).toBeNull();
  });
});
