/**
 * Opens the embedded database so that what it calls committed is on the disk. PGlite starts PostgreSQL with
 * fsync off and its file system has no fsync at all; both are put right here. This reaches into internals of
 * the pinned PGlite version: `embedded.test.ts` fails when a commit no longer calls fsync.
 */
import { fsyncSync, mkdirSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';

interface NodeStream {
  nfd: number;
}

interface WithFileSystem {
  Module: {
    FS: { filesystems: { NODEFS: { stream_ops: { fsync?: (stream: NodeStream) => number } } } };
  };
}

/** Opens or creates a database in `folder`; `memory://` keeps it in memory (tests). Commits survive a power cut. */
export async function openEmbedded(folder: string): Promise<PGlite> {
  if (!folder.startsWith('memory://')) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const settings = ['fsync=on', 'wal_sync_method=fsync', 'shared_buffers=32MB', 'jit=off'];
  const pglite = await PGlite.create(folder, {
    startParams: [...PGlite.defaultStartParams, ...settings.flatMap((setting) => ['-c', setting])],
  });
  const { NODEFS } = (pglite as unknown as WithFileSystem).Module.FS.filesystems;
  NODEFS.stream_ops.fsync = (stream) => {
    fsyncSync(stream.nfd);
    return 0;
  };
  return pglite;
}
