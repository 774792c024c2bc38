import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LyricDatabase, openLyricDatabase } from '../../../tests/support/lyric-database.js';
import { catchUp } from '../../analyses/lyric-plagiarism/encode-songs.js';
import { type LyricEncoder, shippedEncoder } from '../../analyses/lyric-plagiarism/engine.js';

const songs = 1_001;
const lyrics = (song: number): string => `A lantern hangs above the ${song}th harbour gate tonight`;
/** What an installation has stored that ran a release with the first edition of the same encoder. */
const firstEdition: LyricEncoder = { ...shippedEncoder(), key: 'mini-multi-static-128@03ee4448068a' };

let database: LyricDatabase;
beforeAll(async () => {
  database = await openLyricDatabase(
    Object.fromEntries(Array.from({ length: songs }, (_, song) => [`Title ${song}`, lyrics(song)])),
  );
  await catchUp({ ...database, encoder: firstEdition }, ['default']);
});
afterAll(() => database.close());

it('songs that the first edition of the shipped encoder encoded are encoded anew, with progress, and its index is dropped', async () => {
  const shipped = shippedEncoder();
  expect(shipped.id).toBe(firstEdition.id);
  expect(shipped.key).not.toBe(firstEdition.key);
  expect(await database.index.behind(firstEdition.key)).toEqual([]);
  expect(await database.index.behind(shipped.key)).toEqual(['default']);
  const shares: number[] = [];
  const done = await catchUp({ ...database, encoder: shipped, onProgress: (share) => shares.push(share) }, [
    'default',
  ]);
  expect(done).toBe(songs);
  expect(shares.length).toBeGreaterThan(1);
  expect(shares.at(-1)).toBe(1);
  expect(await database.index.deleteOtherEncoders(shipped.key)).toBeGreaterThan(0);
  const outcome = await database.check(lyrics(7));
  expect(outcome.detail).toMatchObject({ engines: [{ model: shipped.key }, {}] });
  expect(outcome.result).toMatchObject({ total_songs_checked: songs });
});
