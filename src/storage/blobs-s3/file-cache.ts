/**
 * Local copies of blobs for compute processes, bounded in bytes: the longest unused goes first. A copy in use is
 * never removed, so what is in use at once may exceed the bound for as long.
 */
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { randomBase36 } from '../../domain/ids.js';
import type { AcquiredFile } from '../ports.js';

/** Writes the blob to `path`; throws where it cannot be had. */
export type Fetch = (path: string) => Promise<void>;

export interface FileCache {
  /** The copy of `key`, fetched where it is not there. Two users at once share one fetch. */
  acquire(key: string, fetch: Fetch): Promise<AcquiredFile>;
  drop(key: string): Promise<void>;
  /** Of everything that is there. */
  keys(): string[];
}

interface Entry {
  readonly path: string;
  readonly ready: Promise<void>;
  bytes: number;
  users: number;
  /** Dropped while it was in use: removed with the last release. */
  dropped: boolean;
}

/** Opens the folder and takes over what an earlier run left there, oldest first. */
export async function openFileCache(folder: string, maxBytes: number): Promise<FileCache> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  /** In order of use: the first has been unused for the longest. */
  const entries = new Map<string, Entry>();
  await adopt();

  const nameOf = (key: string): string => key.replaceAll('/', '.');

  async function adopt(): Promise<void> {
    const found: { name: string; bytes: number; usedMs: number }[] = [];
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      // Cut off by the end of its process.
      if (name.startsWith('incoming-')) await rm(path, { force: true });
      else {
        const { size, mtimeMs } = await stat(path);
        found.push({ name, bytes: size, usedMs: mtimeMs });
      }
    }
    for (const { name, bytes } of found.sort((a, b) => a.usedMs - b.usedMs)) {
      const path = join(folder, name);
      entries.set(name, { path, ready: Promise.resolve(), bytes, users: 0, dropped: false });
    }
    await evict();
  }

  async function evict(): Promise<void> {
    let total = [...entries.values()].reduce((sum, entry) => sum + entry.bytes, 0);
    for (const [name, entry] of entries) {
      if (total <= maxBytes) return;
      if (entry.users > 0) continue;
      total -= entry.bytes;
      await remove(name, entry);
    }
  }

  /** A file that cannot be removed now stays known, as unused, and is removed by a later round. */
  async function remove(name: string, entry: Entry): Promise<void> {
    if (entries.get(name) === entry) entries.delete(name);
    try {
      await rm(entry.path, { force: true });
    } catch (error) {
      entry.dropped = false;
      if (!entries.has(name)) entries.set(name, entry);
      throw error;
    }
  }

  async function load(path: string, fetch: Fetch): Promise<void> {
    const partial = join(folder, `incoming-${randomBase36(16)}`);
    try {
      await fetch(partial);
      await rename(partial, path);
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
  }

  return {
    async acquire(key, fetch) {
      const name = nameOf(key);
      let entry = entries.get(name);
      if (!entry) {
        const path = join(folder, name);
        entry = { path, ready: load(path, fetch), bytes: 0, users: 0, dropped: false };
      }
      // Last again: it is the one used most recently.
      entries.delete(name);
      entries.set(name, entry);
      const mine = entry;
      mine.users += 1;
      const giveBack = async (): Promise<void> => {
        mine.users -= 1;
        if (mine.dropped && mine.users === 0) await remove(name, mine);
        else await evict();
      };
      try {
        await mine.ready;
        mine.bytes = (await stat(mine.path)).size;
        await evict();
      } catch (error) {
        mine.users -= 1;
        if (entries.get(name) === mine) entries.delete(name);
        throw error;
      }
      let isReturned = false;
      return {
        path: mine.path,
        async release() {
          if (isReturned) return;
          isReturned = true;
          await giveBack();
        },
      };
    },

    // A key has no dot (blob-keys.ts).
    keys: () => [...entries.keys()].map((name) => name.replaceAll('.', '/')),

    async drop(key) {
      const entry = entries.get(nameOf(key));
      if (!entry) return;
      entries.delete(nameOf(key));
      entry.dropped = true;
      if (entry.users === 0) await remove(nameOf(key), entry);
    },
  };
}
