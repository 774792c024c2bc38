/**
 * Opens the embedded database so that what it calls committed is on the disk. PGlite starts PostgreSQL with
 * fsync off and its file system has no fsync at all; both are put right here. This reaches into internals of
 * the pinned PGlite version: `embedded.test.ts` fails when a commit no longer calls fsync.
 */
import { fsyncSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { PGlite, types } from '@electric-sql/pglite';
import { makeFolder } from '../make-folder.js';

/**
 * V8 compiles the engine's code once, without optimisation. A process that opens a database otherwise spends .6 CPU s and
 * 70 MB on optimising what it runs a few times; 12,000 transactions take as long either way, and later ones a quarter
 * less. V8 11 to 13 have the flag; later versions are not tried.
 */
if (/^1[123]\./.test(process.versions.v8)) setFlagsFromString('--liftoff-only');

interface NodeStream {
  nfd: number;
}

interface WithFileSystem {
  Module: {
    FS: { filesystems: { NODEFS: { stream_ops: { fsync?: (stream: NodeStream) => number } } } };
  };
}

/**
 * Prepared statements (pglite-statements.ts) are planned each time. A plan that is kept is made by the sizes that tables had, and no
 * process of the engine's own notices that they have grown.
 */
const planAnew = 'plan_cache_mode=force_custom_plan';

/**
 * Opens or creates a database in `folder`; `memory://` keeps it in memory (tests). Commits survive a power cut. A new one
 * begins with `initialData`, PGlite's tar file of another.
 */
export async function openEmbedded(folder: string, initialData?: Blob): Promise<PGlite> {
  if (!folder.startsWith('memory://')) makeFolder(folder);
  const settings = ['fsync=on', 'wal_sync_method=fsync', 'shared_buffers=32MB', 'jit=off', planAnew];
  const pglite = await PGlite.create(folder, {
    startParams: [...PGlite.defaultStartParams, ...settings.flatMap((setting) => ['-c', setting])],
    ...(initialData === undefined ? {} : { loadDataDir: initialData }),
    // PGlite's own parser takes a substring and a parseInt a byte: ten times the time of a block's other costs.
    parsers: { [types.BYTEA]: parseBytea },
  });
  // Not in PGlite's types: see the top of this file.
  const { NODEFS } = (pglite as unknown as WithFileSystem).Module.FS.filesystems;
  NODEFS.stream_ops.fsync = (stream) => {
    fsyncSync(stream.nfd);
    return 0;
  };
  return pglite;
}

/** The hex form of PostgreSQL; the array owns its memory, so that it may be transferred. */
function parseBytea(text: string): Uint8Array {
  const bytes = new Uint8Array((text.length - 2) >> 1);
  Buffer.from(bytes.buffer).write(text.slice(2), 'hex');
  return bytes;
}
