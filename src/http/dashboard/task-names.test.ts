/** By which words a result is named and found. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  type Browser,
  openTestDashboard,
  recording,
  setUp,
  type TestDashboard,
} from '../../../tests/support/dashboard-routes.js';

let test: TestDashboard;
let browser: Browser;
beforeAll(async () => {
  test = await openTestDashboard({ requestsPerMinuteByPlan: { free: 1e6, pro: 1e6, enterprise: 1e6 } });
});
beforeEach(async () => {
  await test.reset();
  browser = await setUp(test);
});
afterAll(() => test.close());

it('results are named by the file, and by title once it says more; and found by title and artist, corrected ones too', async () => {
  const musicId = await recording(test, browser, 'track07.wav');
  const start = { operation: 'fingerprint-check', music_id: musicId };
  const { id } = (await browser.send('POST', '/tasks', start)).json();
  const found = async (words: string): Promise<string[]> =>
    (await browser.send('GET', `/tasks?search=${encodeURIComponent(words)}`))
      .json()
      .tasks.map((task: { id: string }) => task.id);
  const names = async (): Promise<string[]> => [
    (await browser.send('GET', `/tasks/${id}`)).json().name,
    (await browser.send('GET', `/tasks?music_id=${musicId}`)).json().tasks[0].name,
  ];
  expect(await names()).toEqual(['track07.wav', 'track07.wav']);
  expect(await found('track07')).toEqual([id]);
  expect(await found('harbour lights')).toEqual([]);
  await browser.send('PATCH', `/music/${musicId}`, { title: 'Harbour Lights', artist: 'Nobody Known' });
  expect(await found('harbour lights')).toEqual([id]);
  expect(await found('nobody known')).toEqual([id]);
  expect(await names()).toEqual(['Harbour Lights', 'Harbour Lights']);
});
