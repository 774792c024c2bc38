/** Blobs in a folder: a key is a path below it. What is kept survives a power cut. */
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { BlobStore } from '../http/ports.js';

const validKey = /^[a-z0-9_-]+(\/[a-z0-9_-]+)+$/;

/** An upload that is older was cut off by a crash: no request lives that long. */
const staleUploadMs = 24 * 3600 * 1000;

/** Opens or creates the folder and removes what crashed uploads left there. */
export async function openDiskBlobs(folder: string): Promise<BlobStore> {
  const root = resolve(folder);
  const temporaryFolder = join(root, 'incoming');
  await mkdir(temporaryFolder, { recursive: true, mode: 0o700 });
  await removeStale(temporaryFolder);

  function pathOf(key: string): string {
    if (!validKey.test(key)) throw new RangeError(`not a blob key: ${JSON.stringify(key)}`);
    return join(root, key);
  }

  return {
    temporaryFolder,

    async put(key, file) {
      const target = pathOf(key);
      await syncPath(file);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      try {
        await rename(file, target);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
        await copyAcross(file, target);
      }
      // The rename itself is on the disk only when its folder is.
      await syncPath(dirname(target));
    },

    async open(key, range) {
      const path = pathOf(key);
      // Opened here, so that a missing blob rejects instead of failing in the middle of an answer.
      const handle = await open(path, 'r');
      return createReadStream(path, { fd: handle, ...range });
    },

    async path(key) {
      return pathOf(key);
    },

    async delete(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** For a file on another file system: copied beside its place first, so that nobody sees half of it. */
async function copyAcross(file: string, target: string): Promise<void> {
  const partial = `${target}.partial`;
  try {
    await copyFile(file, partial);
    await syncPath(partial);
    await rename(partial, target);
    await unlink(file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

async function removeStale(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const facts = await stat(path).catch(() => null);
    if (facts && Date.now() - facts.mtimeMs > staleUploadMs) await rm(path, { recursive: true, force: true });
  }
}
