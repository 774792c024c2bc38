/** Blobs in a folder: a key is a path below it. What is kept survives a power cut. */
import { createReadStream } from 'node:fs';
import { access, constants, copyFile, mkdir, open, rename, rm, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { makeFolder } from '../make-folder.js';
import { checkBlobKey, removeStaleUploads } from './blob-keys.js';
import { inDataFolder } from './data-folder.js';
import { type BlobStore, BlobsUnavailableError } from './ports.js';

/** Opens or creates the folder and removes what crashed uploads left there. Throws DataFolderError where it cannot be. */
export async function openDiskBlobs(folder: string): Promise<BlobStore> {
  const root = resolve(folder);
  const temporaryFolder = join(root, 'incoming');
  inDataFolder(root, () => makeFolder(temporaryFolder), 'uploads');
  await removeStaleUploads(temporaryFolder);

  /** That folder is absent where a volume is, though the folder that it was mounted on is there. */
  const check = (): Promise<void> => access(temporaryFolder, constants.W_OK);
  const pathOf = (key: string): string => join(root, checkBlobKey(key));

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

    async acquire(key) {
      return { path: pathOf(key), release: async () => {} };
    },

    async delete(key) {
      const path = pathOf(key);
      try {
        await rm(path);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
        // Not deleted where its volume is gone: whoever asked tries again.
        await check().catch((cause: unknown) => {
          throw new BlobsUnavailableError('the folder of uploads cannot be used', { cause });
        });
      }
    },

    // A blob is its own only copy.
    deleteCopies: () => removeStaleUploads(temporaryFolder),

    check,

    close: async () => {},
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
