/** Writes an arriving file to the disk, hashing it on the way; memory holds one chunk of it. */
import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { randomBase36 } from '../../domain/ids.js';
import { Problem } from '../../domain/problems.js';
import { BlobsUnavailableError } from '../../storage/ports.js';
import { safeFilename } from './filename.js';
import { ReceivedFile } from './received-file.js';

export interface ReceiveOptions {
  readonly folder: string;
  readonly maxBytes: number;
  /** Ends the reception; what came is removed. */
  readonly signal?: AbortSignal;
}

export function fileTooLarge(maxBytes: number): Problem {
  return new Problem('file_too_large', `Files may have at most ${maxBytes} bytes here.`);
}

/** Leaves nothing behind when it rejects: `file_too_large`, the stream's error or the file system's. */
export async function receiveFile(
  content: Readable,
  filename: string | undefined,
  { folder, maxBytes, signal }: ReceiveOptions,
): Promise<ReceivedFile> {
  const path = join(folder, `upload-${randomBase36(20)}`);
  const hash = createHash('sha256');
  let bytes = 0;
  // Opened before the stream starts: one that breaks at once would create the file after it was removed.
  const handle = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new BlobsUnavailableError('the folder of arriving files is gone', { cause: error });
  });
  try {
    await pipeline(
      content,
      async function* measured(source: AsyncIterable<Buffer>) {
        for await (const chunk of source) {
          bytes += chunk.length;
          if (bytes > maxBytes) throw fileTooLarge(maxBytes);
          hash.update(chunk);
          yield chunk;
        }
      },
      handle.createWriteStream(),
      { signal },
    );
  } catch (error) {
    // Closed already, unless the pipeline never got to its end.
    await handle.close().catch(() => {});
    await rm(path, { force: true });
    throw error;
  }
  return new ReceivedFile(path, safeFilename(filename), bytes, hash.digest('hex'));
}
