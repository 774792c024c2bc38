/** Sends a local file to the store: small ones whole, large ones in parts, two parts in memory at the most. */
import { type FileHandle, open } from 'node:fs/promises';
import type { S3mini } from 's3mini';
import { withRetries } from './client.js';

/** S3 takes at most 10,000 parts of at least 5 MiB. */
const partBytesFor = (size: number): number => Math.max(8 * 2 ** 20, Math.ceil(size / 10_000));
const partsAtOnce = 2;

const contentType = 'application/octet-stream';

/** Resolves when the store has the whole file under `key`. Leaves no part of it behind when it rejects, if it can. */
export async function uploadFile(s3: S3mini, key: string, path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size <= partBytesFor(size)) {
      const content = await readPart(file, 0, size);
      await withRetries(() => s3.putObject(key, content, contentType));
    } else {
      await uploadInParts(s3, key, file, size);
    }
    // The store's own word: completing an upload may fail after a status of 200.
    const stored = await withRetries(() => s3.getContentLength(key));
    if (stored !== size) throw new Error(`the store keeps ${stored} of ${size} bytes of ${key}`);
  } finally {
    await file.close();
  }
}

async function uploadInParts(s3: S3mini, key: string, file: FileHandle, size: number): Promise<void> {
  const uploadId = await withRetries(() => s3.getMultipartUploadId(key, contentType));
  try {
    const partBytes = partBytesFor(size);
    const count = Math.ceil(size / partBytes);
    const etags: { partNumber: number; etag: string }[] = [];
    let next = 0;
    let failed = false;
    const sender = async (): Promise<void> => {
      while (next < count && !failed) {
        const index = next++;
        const start = index * partBytes;
        const content = await readPart(file, start, Math.min(partBytes, size - start));
        etags[index] = await withRetries(() => s3.uploadPart(key, uploadId, content, index + 1));
      }
    };
    const guarded = (): Promise<void> =>
      sender().catch((error: unknown) => {
        failed = true;
        throw error;
      });
    const ends = await Promise.allSettled(Array.from({ length: partsAtOnce }, guarded));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    await complete(s3, key, uploadId, etags, size);
  } catch (error) {
    await withRetries(() => s3.abortMultipartUpload(key, uploadId)).catch(() => {});
    throw error;
  }
}

/** Completing takes the store a while; a repeat whose first answer was lost is answered that there is no such upload. */
async function complete(
  s3: S3mini,
  key: string,
  uploadId: string,
  etags: { partNumber: number; etag: string }[],
  size: number,
): Promise<void> {
  try {
    await withRetries(() => s3.completeMultipartUpload(key, uploadId, etags));
  } catch (error) {
    const stored = await withRetries(() => s3.getContentLength(key)).catch(() => -1);
    if (stored !== size) throw error;
  }
}

/** A part of its own memory: it is sent while the next one is read. */
async function readPart(file: FileHandle, start: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const content = new Uint8Array(length);
  for (let filled = 0; filled < length; ) {
    const { bytesRead } = await file.read(content, filled, length - filled, start + filled);
    if (bytesRead === 0) throw new Error('the file became shorter while it was sent');
    filled += bytesRead;
  }
  return content;
}
