/** What the list of a dataset's songs says of their recordings. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  openTestDashboard,
  recording,
  setUp,
  type TestDashboard,
} from '../../../tests/support/dashboard-routes.js';
import { datasetSongs } from '../../storage/dataset-songs.js';

let test: TestDashboard;
beforeAll(async () => {
  test = await openTestDashboard();
});
afterAll(() => test.close());

it('the songs of a dataset say whether their recording is sound or notes, and say nothing where it is gone', async () => {
  const browser = await setUp(test);
  const given = { name: 'Sound and notes' };
  const { dataset_id: datasetId } = (await browser.send('POST', '/datasets', given)).json();
  const names = ['sound.wav', 'sheet.mid', 'gone.wav'];
  const ids: string[] = [];
  for (const name of names) ids.push(await recording(test, browser, name));
  await test.db.updateTable('music').set({ format: 'midi' }).where('id', '=', ids[1]!).execute();
  const { account_id: accountId } = await test.db
    .selectFrom('datasets')
    .select('account_id')
    .where('id', '=', datasetId)
    .executeTakeFirstOrThrow();
  const unknown = { artist: '', year: '', link: null, language: '', lyrics: null };
  const songs = ids.map((musicId, at) => ({ ...unknown, title: names[at]!, musicId }));
  await datasetSongs(test.db).addSongs(accountId, datasetId, songs);
  await browser.send('DELETE', `/music/${ids[2]}`);
  const listed = (await browser.send('GET', `/datasets/${datasetId}/songs`)).json().songs as Array<{
    title: string;
    music_format: string | null;
  }>;
  expect(new Map(listed.map(({ title, music_format: format }) => [title, format]))).toEqual(
    new Map([
      ['sound.wav', 'wav'],
      ['sheet.mid', 'midi'],
      ['gone.wav', null],
    ]),
  );
});
