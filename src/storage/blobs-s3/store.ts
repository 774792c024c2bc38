/**
 * Blobs in a bucket of an S3-compatible store. Uploads arrive in a local folder first, where they are judged; computing
 * reads a local copy (file-cache.ts). Faults of the store come out as BlobsUnavailableError.
 */

import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { isDiskFull } from '../../domain/disk-full.js';
import { checkBlobKey, removeStaleUploads } from '../blob-keys.js';
import { type BlobStore, BlobsUnavailableError } from '../ports.js';
import { connectS3, type S3Location, type S3Patience, statusOf, withRetries } from './client.js';
import { openFileCache } from './file-cache.js';
import { uploadFile } from './upload.js';

export interface S3BlobOptions {
  readonly location: S3Location;
  /** For uploads on their way and for local copies: the process's own. */
  readonly folder: string;
  readonly cacheBytes: number;
  readonly patience?: S3Patience;
}

export async function openS3Blobs(options: S3BlobOptions): Promise<BlobStore> {
  const { location, folder } = options;
  const { s3, close } = connectS3(location, options.patience);
  const temporaryFolder = join(folder, 'incoming');
  await mkdir(temporaryFolder, { recursive: true, mode: 0o700 });
  await removeStaleUploads(temporaryFolder);
  const cache = await openFileCache(join(folder, 'copies'), options.cacheBytes);

  const objectOf = (key: string): string => `${location.prefix}${checkBlobKey(key)}`;

  async function get(key: string, range?: { start: number; end: number }): Promise<Readable> {
    const object = objectOf(key);
    // The client's range is half open.
    const response = range
      ? await s3.getObjectRaw(object, false, range.start, range.end + 1)
      : await s3.getObjectRaw(object);
    if (range && response.status !== 206) {
      await response.body?.cancel();
      throw new BlobsUnavailableError('the object store does not answer ranges');
    }
    return response.body ? Readable.fromWeb(response.body as WebStream<Uint8Array>) : Readable.from([]);
  }

  return {
    temporaryFolder,

    async put(key, file) {
      const object = objectOf(key);
      try {
        await uploadFile(s3, object, file);
      } catch (error) {
        // The answer may have been lost after the bytes arrived. Best effort: what stays is removed with its claim.
        await s3.deleteObject(object).catch(() => {});
        throw unavailable(key, error);
      }
      await rm(file, { force: true });
    },

    open: (key, range) => guarded(key, () => get(key, range)),

    acquire: (key) =>
      cache.acquire(checkBlobKey(key), (path) =>
        // A download that breaks off is begun anew: nothing of it is kept.
        guarded(key, async () => pipeline(await get(key), createWriteStream(path, { mode: 0o600 }))),
      ),

    async delete(key) {
      const object = objectOf(key);
      await cache.drop(key);
      await guarded(key, () => s3.deleteObject(object));
    },

    async deleteCopies(living) {
      const keys = cache.keys();
      const known = keys.length > 0 ? await living(keys) : new Set<string>();
      for (const key of keys) if (!known.has(key)) await cache.drop(key);
      await removeStaleUploads(temporaryFolder);
    },

    async check() {
      if (!(await guarded('', () => s3.bucketExists()))) {
        throw new BlobsUnavailableError('the bucket is missing, or the credentials may not read it');
      }
    },

    close,
  };
}

async function guarded<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await withRetries(work);
  } catch (error) {
    throw unavailable(key, error);
  }
}

/** The store's faults as one kind of error; that a blob is not there is the caller's, as on a disk. */
function unavailable(key: string, error: unknown): Error {
  // What the local disk says is the local disk's.
  if (error instanceof BlobsUnavailableError || isDiskFull(error)) return error as Error;
  if (statusOf(error) === 404) {
    return Object.assign(new Error(`ENOENT: there is no blob ${key}`), { code: 'ENOENT' });
  }
  return new BlobsUnavailableError('the object store did not do what it was asked', { cause: error });
}
