/**
 * Deletes the local copies of index parts that were replaced. A search that began before may still read such a file,
 * in this process or in another one on the same folder, so a file stays for longer than a search may take after it
 * was first found replaced. That moment is the time of a marker beside the file: it outlasts a restart, and has
 * nothing to do with how long ago the file was written.
 */
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const markerSuffix = '.replaced';

/** Twice the default limit of a task's time. */
export const defaultKeptSeconds = 1800;

export interface Sweep {
  readonly folder: string;
  /** How long a file stays after it was found replaced. */
  readonly keptSeconds: number;
  /** Whether the file is in use, or none of this sweep's business. */
  isKept(name: string): boolean;
}

/** Marks files that were replaced, and deletes those that have been for long enough. Returns the names deleted. */
export async function deleteReplaced({ folder, keptSeconds, isKept }: Sweep): Promise<string[]> {
  const names = new Set(await readdir(folder).catch(() => [] as string[]));
  const deleted: string[] = [];
  for (const name of names) {
    if (name.endsWith(markerSuffix)) {
      // Of a file that is gone.
      if (!names.has(name.slice(0, -markerSuffix.length))) await rm(join(folder, name), { force: true });
      continue;
    }
    const marker = join(folder, name + markerSuffix);
    if (isKept(name)) {
      if (names.has(name + markerSuffix)) await rm(marker, { force: true });
      continue;
    }
    const markedMs = await stat(marker).then(
      (stats) => stats.mtimeMs,
      () => null,
    );
    const ageSeconds = markedMs === null ? null : (Date.now() - markedMs) / 1000;
    // A marker of the future is from before the clock was set back.
    if (ageSeconds === null || ageSeconds < 0) await writeFile(marker, '', { mode: 0o600 });
    else if (ageSeconds >= keptSeconds) {
      await rm(join(folder, name), { force: true });
      await rm(marker, { force: true });
      deleted.push(name);
    }
  }
  return deleted;
}
