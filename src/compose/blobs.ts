/** The store of uploads that the settings name. */
import { join } from 'node:path';
import type { Config } from '../config.js';
import { openDiskBlobs } from '../storage/blobs-disk.js';
import { openS3Blobs } from '../storage/blobs-s3/store.js';
import type { BlobStore } from '../storage/ports.js';

export function openBlobs({ blobs, dataDir }: Pick<Config, 'blobs' | 'dataDir'>): Promise<BlobStore> {
  if (blobs.kind === 'disk') return openDiskBlobs(blobs.folder);
  // Copies that can be fetched again, and uploads on their way: one process's own.
  const folder = join(dataDir, 'cache', 'blobs');
  return openS3Blobs({ location: blobs, folder, cacheBytes: blobs.cacheBytes });
}
