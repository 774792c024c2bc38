/**
 * The disk is full: at an upload (the blobs' disk), and while results and callbacks are written (the database's disk,
 * which on the embedded engine is the service's own).
 */
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { songFile } from '../support/songs.js';
import { recovery, type SiteReport, startTasks } from './fault.js';
import { type Engine, openSite, type Site } from './site.js';
import { openSmallDisk } from './small-disk.js';
import { uploadStatus } from './upload-status.js';

/** Runs `judge` on the site before it is closed. */
export async function fullAtUpload(
  engine: Engine,
  judge: (report: SiteReport) => Promise<void>,
): Promise<void> {
  const disk = openSmallDisk(16);
  const site = await openSite(engine, { env: { CONTRAFACT_BLOBS: disk.folder } });
  try {
    await startTasks(site, 2);
    const before = filesBelow(disk.folder);
    disk.fill();
    const { status, code } = await uploadStatus(site, songFile(5, 30));
    if (status !== 507 || code !== 'storage_full')
      throw new Error(`the upload was answered ${status} ${code}`);
    disk.free();
    const left = (): string[] => filesBelow(disk.folder).filter((name) => !before.includes(name));
    for (const end = Date.now() + 30_000; left().length > 0 && Date.now() < end; ) await sleep(100);
    if (left().length > 0) throw new Error(`the refused upload left ${left().join(', ')}`);
    const again = await uploadStatus(site, songFile(5, 30));
    if (again.status !== 201) throw new Error(`with room again, the upload was answered ${again.status}`);
    const figures = { recoverySeconds: await recovery(site), seen: '507 storage_full, nothing left behind' };
    await judge({ site, figures });
  } finally {
    await site.close();
    disk.close();
  }
}

/** Fills the database's disk while `tasks` tasks are under way, for some seconds. */
export async function fullAtResults(
  engine: Engine,
  tasks: number,
  judge: (report: SiteReport) => Promise<void>,
): Promise<void> {
  const disk = openSmallDisk(400);
  const where = engine === 'embedded' ? { dataDir: disk.folder } : { clusterDir: disk.folder };
  const site = await openSite(engine, where);
  try {
    await startTasks(site, tasks);
    disk.fill();
    await sleep(4000);
    // The service says that it is not well, and goes on saying so as long as the fault lasts.
    const ready = await status(site, '/readyz');
    disk.free();
    const seen = `/readyz meanwhile: ${ready ?? 'no answer'}`;
    const restarted = await restartWhatEnded(site);
    const figures = { recoverySeconds: await recovery(site), seen: `${seen}${restarted}` };
    await judge({ site, figures });
  } finally {
    await site.close();
    disk.close();
  }
}

/** What a supervisor does: starts again what ended by itself. */
async function restartWhatEnded(site: Site): Promise<string> {
  let restarted = '';
  if (site.server && !site.server.cluster.isRunning()) {
    site.server.cluster.start();
    restarted += '; the database server had ended and was started again';
  }
  // It may have been about to end when there was room again: it is well, or it has ended.
  for (const end = Date.now() + 60_000; site.instance.isRunning && Date.now() < end; ) {
    await sleep(1000);
    if (site.instance.isRunning && (await status(site, '/readyz')) === 200) break;
  }
  if (!site.instance.isRunning) {
    await site.instance.start();
    restarted += '; the service had ended and was started again';
  }
  return restarted;
}

async function status(site: Site, path: string): Promise<number | null> {
  try {
    return (await fetch(site.instance.url + path, { signal: AbortSignal.timeout(5000) })).status;
  } catch {
    return null;
  }
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'filler')
    .map((entry) => `${entry.parentPath}/${entry.name}`);
}
