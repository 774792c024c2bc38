/** The object store of the uploads fails half-way: in an upload, and while tasks fetch their songs. */
import { setTimeout as sleep } from 'node:timers/promises';
import { startObjectStore } from '../support/object-store.js';
import { songFile } from '../support/songs.js';
import type { SiteReport } from './fault.js';
import { recovery, startTasks } from './fault.js';
import { type Engine, openSite } from './site.js';
import { uploadStatus } from './upload-status.js';

/** Runs `judge` on the site before it is closed. */
export async function objectStoreFails(
  engine: Engine,
  tasks: number,
  judge: (report: SiteReport) => Promise<void>,
): Promise<void> {
  const store = await startObjectStore();
  // More songs than the local copies may hold: tasks must fetch some of them.
  const site = await openSite(engine, {
    songs: 5,
    songSeconds: 150,
    env: { ...store.env, CONTRAFACT_BLOB_CACHE_MB: '16' },
  });
  try {
    const before = store.files();
    store.fail({ kind: 'cut', afterBytes: 100_000 });
    await startTasks(site, tasks);
    const { status, code } = await uploadStatus(site, songFile(5, 20));
    if (status !== 503 || code !== 'unavailable')
      throw new Error(`the upload was answered ${status} ${code}`);
    store.fail({ kind: 'cut-answer', afterBytes: 100_000 });
    await sleep(2000);
    store.fail({ kind: 'error' });
    await sleep(2000);
    if (store.failed === 0) throw new Error('nothing asked the store while it failed');
    store.fail(null);
    const left = store.files().filter((name) => !before.includes(name));
    if (left.length > 0) throw new Error(`the refused upload left ${left.join(', ')}`);
    const again = await uploadStatus(site, songFile(5, 20));
    if (again.status !== 201) throw new Error(`with the store back, the upload was answered ${again.status}`);
    const seen = `${store.failed} connections failed; upload meanwhile: 503 unavailable, nothing left behind`;
    await judge({ site, figures: { recoverySeconds: await recovery(site), seen } });
  } finally {
    await site.close();
    await store.close();
  }
}
