/** A temporary folder that stays there for as long as the service runs. */
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

const hourMs = 3_600_000;
/** Of a folder that is kept each hour: its process was killed. */
const leftBehindMs = 24 * hourMs;

/**
 * Marks the folder as used from time to time: systems remove what nobody used for days from their temporary folders, and no
 * compute process starts without this one. Where it is gone nevertheless it is made anew. Returns how to end that.
 */
export function keepFolder(folder: string, everyMs: number = hourMs): () => void {
  const timer = setInterval(() => {
    const now = new Date();
    utimes(folder, now, now)
      .catch(() => mkdir(folder, { mode: 0o700 }))
      // Whoever needs it next reports what is wrong with it.
      .catch(() => undefined);
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Removes the folders of that name in `parent` which killed processes left; other users' stay. */
export async function removeLeftBehind(parent: string, prefix: string): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(prefix))) {
    const folder = join(parent, name);
    const facts = await stat(folder).catch(() => null);
    if (facts === null || Date.now() - facts.mtimeMs < leftBehindMs) continue;
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}
