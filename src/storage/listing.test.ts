import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verdictToJson } from '../domain/finding.js';
import { accountStore } from './accounts.js';
import type { OpenDatabase } from './database.js';
import { datasetStore } from './datasets.js';
import { musicStore } from './music.js';
import { artistPlace, titlePlace } from './name-order.js';
import { musicSorts, type SongSort } from './ports.js';
import { taskQueue } from './tasks/queue.js';
import { taskService } from './tasks/service.js';
import { openTestDatabase } from './test-support/database.js';
import { addTestMusic } from './test-support/music.js';

let open: OpenDatabase;
let accountId = '';
let otherId = '';
beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(() => open.close());
beforeEach(async () => {
  await sql`delete from accounts`.execute(open.db);
  accountId = (await accountStore(open.db).create('A', 'enterprise')).account.id;
  otherId = (await accountStore(open.db).create('B', 'enterprise')).account.id;
});

it('songs of a dataset are listed as they were added or from A to Z, page after page, without a gap or a repeat', async () => {
  const datasets = datasetStore(open.db);
  const { id } = await datasets.create(accountId, { name: 'Ours', description: '' });
  const titles = ['Same', 'another', 'Same', 'Zebra', 'Band on the run'];
  const song = { artist: '', year: '', link: null, language: '', lyrics: 'la', musicId: null };
  for (const [at, title] of titles.entries()) {
    await datasets.addSongs(accountId, id, [{ ...song, title, lyrics: `la ${at}` }]);
    // The embedded engine's clock has milliseconds: songs of the same one are in no order.
    await sleep(2);
  }
  const listed = async (sort: SongSort): Promise<string[]> => {
    const seen: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await datasets.listSongs(accountId, id, { limit: 2, sort, ...(cursor && { cursor }) });
      seen.push(...page!.items.map(({ title }) => title));
      if (page!.nextCursor === null) return seen;
      cursor = page!.nextCursor;
    }
  };
  expect(await listed('oldest')).toEqual(titles);
  expect(await listed('title')).toEqual(['another', 'Band on the run', 'Same', 'Same', 'Zebra']);
});

it.each([
  ['a dataset by title', `dataset_songs where dataset_id = 'd' order by ${titlePlace}, id`],
  ['the library by title', `music where account_id = 'a' order by ${titlePlace}, id`],
  ['the library by artist', `music where account_id = 'a' order by ${artistPlace}, ${titlePlace}, id`],
])('a page of %s is read from an index and sorts nothing, however many songs there are', async (_, query) => {
  const plan = await open.db.transaction().execute(async (transaction) => {
    // The planner would sort the few rows of a test; of many it chooses by cost.
    await sql`set local enable_sort = off`.execute(transaction);
    await sql`set local enable_seqscan = off`.execute(transaction);
    return sql.raw(`explain select * from ${query} limit 50`).execute(transaction);
  });
  expect(JSON.stringify(plan.rows)).toMatch(/Index Scan using \w+_by_(title|artist)/);
  expect(JSON.stringify(plan.rows)).not.toContain('Sort');
});

it('songs with long titles are added and listed: no entry of an index is too large', async () => {
  const datasets = datasetStore(open.db);
  const { id } = await datasets.create(accountId, { name: 'Long', description: '' });
  const song = { artist: '', year: '', link: null, language: '', lyrics: 'la', musicId: null };
  // Not compressible, four bytes a character.
  const title = Array.from({ length: 500 }, (_, at) => String.fromCodePoint(0x20000 + 37 * at)).join('');
  await datasets.addSongs(accountId, id, [{ ...song, title }]);
  expect((await datasets.listSongs(accountId, id, { limit: 1, sort: 'title' }))?.items[0]?.title).toBe(title);
});

describe('the library', () => {
  const named = async (id: string, title: string, artist = ''): Promise<void> => {
    await addTestMusic(open.db, accountId, id);
    await musicStore(open.db).rename(accountId, id, { title, artist });
  };

  it('in every order, pages follow one another without a gap or a repeat, equal titles or not', async () => {
    for (const [id, title] of [
      ['mus_1', 'Same'],
      ['mus_2', 'same'],
      ['mus_3', 'Another'],
      ['mus_4', 'Same'],
    ] as const)
      await named(id, title, 'Band');
    for (const sort of musicSorts) {
      const seen: string[] = [];
      for (let cursor: string | undefined; ; ) {
        const page = await musicStore(open.db).list(accountId, { limit: 1, sort, ...(cursor && { cursor }) });
        seen.push(...page.items.map(({ id }) => id));
        if (page.nextCursor === null) break;
        cursor = page.nextCursor;
      }
      expect([...seen].sort()).toEqual(['mus_1', 'mus_2', 'mus_3', 'mus_4']);
      if (sort === 'title') expect(seen[0]).toBe('mus_3');
    }
  });

  it('is searched for what was typed, signs of patterns too', async () => {
    await named('mus_1', '100 % Love');
    await named('mus_2', '100 times Love');
    const found = async (search: string): Promise<string[]> =>
      (await musicStore(open.db).list(accountId, { limit: 10, search })).items.map(({ id }) => id);
    expect(await found('100 %')).toEqual(['mus_1']);
    expect(await found('LOVE')).toHaveLength(2);
    expect(await found('_')).toEqual([]);
  });

  it('is corrected by its own account alone', async () => {
    await named('mus_1', 'Mine');
    expect(await musicStore(open.db).rename(otherId, 'mus_1', { title: 'Yours', artist: '' })).toBeNull();
    expect((await musicStore(open.db).get(accountId, 'mus_1'))?.title).toBe('Mine');
  });
});

describe('a task that has ended', () => {
  const service = () => taskService(open.db, { queuedTasksByPlan, onEnqueued: () => {} });
  const queuedTasksByPlan = { free: 10, pro: 10, enterprise: 10 };
  const fairShare = {
    weightByPlan: { free: 1, pro: 2, enterprise: 4 },
    concurrencyByPlan: { free: 9, pro: 9, enterprise: 9 },
  };

  /** Resolves with the id of a check of mus_1 with this finding. */
  async function ended(finding: 'found' | 'not_found'): Promise<string> {
    const { id } = await service().enqueue({
      accountId,
      keyId: null,
      operation: 'fingerprint-check',
      model: '',
      variant: 'music',
      musicId: 'mus_1',
      filepath: 'music/mus_1',
      filename: 'a.mp3',
      parameters: {},
    });
    const queue = taskQueue(open.db, fairShare, () => {});
    const task = await queue.claim('w', 60);
    const match = { music_id: 'mus_9', musicname: 'Janine' };
    const verdict = verdictToJson({ finding, match, reasons: [], limits: [] });
    const outcome = { result: { is_duplicate: false }, detail: { verdict } };
    await queue.finish('w', task!, { status: 'success', outcome });
    return id;
  }

  it('is listed by what it found, and the latest of a song by operation', async () => {
    await addTestMusic(open.db, accountId, 'mus_1');
    const first = await ended('found');
    const second = await ended('not_found');
    const ids = async (filter: object): Promise<string[]> =>
      (await service().list(accountId, { limit: 10, ...filter })).tasks.map(({ id }) => id);
    expect(await ids({ finding: 'found' })).toEqual([first]);
    expect(await ids({ finding: 'possible' })).toEqual([]);
    expect(await ids({ search: 'janine' })).toEqual([second, first]);
    expect(await ids({ search: 'b.mp3' })).toEqual([]);
    expect(await ids({ oldestFirst: true })).toEqual([first, second]);
    expect(await service().findings(accountId, ['mus_1'])).toEqual([
      { musicId: 'mus_1', taskId: second, operation: 'fingerprint-check', finding: 'not_found' },
    ]);
    expect(await service().findings(otherId, ['mus_1'])).toEqual([]);
  });
});
