import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LyricDatabase, openLyricDatabase } from '../../../tests/support/lyric-database.js';
import { catchUp } from '../../analyses/lyric-plagiarism/encode-songs.js';
import { shippedEncoder } from '../../analyses/lyric-plagiarism/engine.js';
import type { Compute } from '../../domain/compute.js';

const songs = 1_500;
const encoder = shippedEncoder();
let database: LyricDatabase;

beforeAll(async () => {
  database = await openLyricDatabase(
    Object.fromEntries(
      Array.from({ length: songs }, (_, song) => [`Title ${song}`, `Lantern number ${song}`]),
    ),
  );
});
afterAll(() => database.close());

it('songs are encoded once, however many processes notice them, and by another where one died', async () => {
  const encoded: string[] = [];
  const compute: Compute = {
    run(name, input, options) {
      if (name === 'lyrics.encode') {
        for (const { songId } of (input as { songs: { songId: string }[] }).songs) encoded.push(songId);
      }
      return database.compute.run(name, input, options);
    },
  };
  expect(await database.index.lease(encoder.key, 'default', 'dead', 600)).toBe(true);
  expect(await database.index.lease(encoder.key, 'default', 'another', 600)).toBe(false);
  // Held by a process that no longer is, for another second.
  expect(await database.index.lease(encoder.key, 'default', 'dead', 1)).toBe(true);
  const waited: string[] = [];
  const process = (): Promise<number> =>
    catchUp({ index: database.index, compute, encoder, onProgress: (_, stage) => waited.push(stage) }, [
      'default',
    ]);
  const done = await Promise.all([process(), process(), process()]);
  expect(done.reduce((sum, one) => sum + one, 0)).toBe(songs);
  expect(encoded).toHaveLength(songs);
  expect(new Set(encoded).size).toBe(songs);
  expect(waited).toContain('waiting for songs that are being indexed');
  expect(await database.index.countUnindexed(encoder.key, ['default'])).toBe(0);
});

it('a lease is its holder’s alone: another cannot release it, and a dataset that is gone has none', async () => {
  expect(await database.index.lease(encoder.key, 'default', 'one', 60)).toBe(true);
  await database.index.release(encoder.key, 'default', 'two');
  expect(await database.index.lease(encoder.key, 'default', 'two', 60)).toBe(false);
  expect(await database.index.lease(encoder.key, 'default', 'one', 60)).toBe(true);
  await database.index.release(encoder.key, 'default', 'one');
  expect(await database.index.lease(encoder.key, 'default', 'two', 60)).toBe(true);
  expect(await database.index.lease(encoder.key, 'gone', 'one', 60)).toBe(false);
});
