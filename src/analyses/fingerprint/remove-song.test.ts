import { expect, it } from 'vitest';
import type { Transaction } from '../analysis.js';
import type { FingerprintIndex } from './ports.js';
import { purgeCatalogues } from './purge.js';
import { removeSong } from './remove-song.js';

/** An index of the songs that are named, which notes what is asked of it. */
function index(
  songs: string[],
  maintain: () => Promise<boolean>,
): { asked: string[]; index: FingerprintIndex } {
  const asked: string[] = [];
  const part: Pick<FingerprintIndex, 'remove' | 'maintain'> = {
    async remove(_transaction, accountId, musicId) {
      asked.push(`remove ${accountId} ${musicId}`);
      return songs.splice(songs.indexOf(musicId) >>> 0, 1).length > 0;
    },
    maintain(accountId) {
      asked.push(`purge ${accountId}`);
      return maintain();
    },
  };
  // The two calls that a removal makes.
  return { asked, index: part as FingerprintIndex };
}
const transact = <Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> =>
  work({} as Transaction);
const merge = (): never => {
  throw new Error('nothing is merged here');
};

it('the song is gone when the call ends, and its bytes follow without anyone waiting', async () => {
  let purged = (): void => {};
  const { asked, index: fingerprints } = index(
    ['mus_1'],
    () => new Promise((resolve) => (purged = () => resolve(true))),
  );
  const left: string[] = [];
  const parts = { index: fingerprints, transact, merge, onLeft: (accountId: string) => left.push(accountId) };
  expect(await removeSong(parts, 'acct_1', 'mus_1')).toBe(true);
  await expect.poll(() => asked.at(-1)).toBe('purge acct_1');
  purged();
  expect(left).toEqual([]);
});

it('a song that is not there changes nothing', async () => {
  const { asked, index: fingerprints } = index([], async () => true);
  const parts = { index: fingerprints, transact, merge, onLeft: () => {} };
  expect(await removeSong(parts, 'acct_1', 'mus_1')).toBe(false);
  expect(asked).toEqual(['remove acct_1 mus_1']);
});

it('where its bytes cannot leave, the song is gone all the same, and the failure is reported', async () => {
  const { index: fingerprints } = index(['mus_1'], () => Promise.reject(new Error('disk full')));
  const left: unknown[] = [];
  const parts = { index: fingerprints, transact, merge, onLeft: (...what: unknown[]) => left.push(what) };
  expect(await removeSong(parts, 'acct_1', 'mus_1')).toBe(true);
  await expect.poll(() => left).toMatchObject([['acct_1', { message: 'disk full' }]]);
});

it('catalogues are purged one after the other until the process stops', async () => {
  const abort = new AbortController();
  const { asked, index: fingerprints } = index([], async () => {
    if (asked.length === 2) abort.abort(new Error('stopping'));
    return true;
  });
  const round = purgeCatalogues(fingerprints, ['acct_1', 'acct_2', 'acct_3'], merge, abort.signal);
  await expect(round).rejects.toThrow('stopping');
  expect(asked).toEqual(['purge acct_1', 'purge acct_2']);
});
