/** Copies uploads from one store to another, each hashed on the way and held against its record. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { randomBase36 } from '../../domain/ids.js';
import type { BlobStore } from '../ports.js';

/** Writes `content` to `key`. Throws, and keeps nothing, where its hash is not `sha256`. */
export async function putVerified(
  blobs: BlobStore,
  key: string,
  content: AsyncIterable<Uint8Array>,
  sha256: string,
): Promise<void> {
  const path = join(blobs.temporaryFolder, `upload-${randomBase36(20)}`);
  const hash = createHash('sha256');
  try {
    await pipeline(
      content,
      async function* (source: AsyncIterable<Uint8Array>) {
        for await (const chunk of source) {
          hash.update(chunk);
          yield chunk;
        }
      },
      createWriteStream(path, { mode: 0o600 }),
    );
    if (hash.digest('hex') !== sha256)
      throw new Error(`the file ${key} is not what its record says: its hash is another`);
    await blobs.put(key, path);
  } finally {
    await rm(path, { force: true });
  }
}
