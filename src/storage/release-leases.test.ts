import { afterAll, beforeAll, expect, it } from 'vitest';
import { accountStore } from './accounts.js';
import type { OpenDatabase } from './database.js';
import { createDescriptionQueue } from './descriptions/requests.js';
import { releaseLeases } from './release-leases.js';
import { openTestDatabase } from './test-support/database.js';
import { addTestMusic } from './test-support/music.js';

let open: OpenDatabase;
beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(() => open.close());

it('a description that was cut off is claimed again at once, one that failed for good is not', async () => {
  const { account } = await accountStore(open.db).create('A', 'pro');
  const queue = createDescriptionQueue(open.db, () => {});
  for (const id of ['mus_1', 'mus_2']) {
    await addTestMusic(open.db, account.id, id);
    await queue.request(7, id);
    await queue.claim(7, 120);
  }
  await queue.fail(7, 'mus_2', 'It is too short.');
  expect(await queue.claim(7, 120)).toBeNull();
  await releaseLeases(open.db);
  expect(await queue.claim(7, 120)).toMatchObject({ musicId: 'mus_1' });
  expect(await queue.claim(7, 120)).toBeNull();
});
