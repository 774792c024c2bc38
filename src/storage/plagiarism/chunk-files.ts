/**
 * Local copies of the index's chunks, so that compute processes can read them without the database. The database is
 * the truth: a chunk that changed has another name, and its file is written when it is first asked for.
 */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deleteReplaced } from '../replaced-files.js';

const suffix = '.codes';

export interface ChunkContent {
  readonly songIds: readonly string[];
  readonly bytes: Uint8Array;
}

export interface ChunkFile {
  readonly path: string;
  readonly songIds: readonly string[];
}

export interface ChunkFiles {
  /** The file of the chunk in the state that `name` names; `load` is asked once. */
  get(name: string, load: () => Promise<ChunkContent>): Promise<ChunkFile>;
  /** Deletes files of states that were replaced (replaced-files.ts). `living`: the names in use, of the given prefixes. */
  deleteUnused(living: ReadonlySet<string>, prefixes: readonly string[]): Promise<void>;
}

export function chunkFiles(folder: string, keptSeconds: number): ChunkFiles {
  const known = new Map<string, Promise<ChunkFile>>();

  async function write(name: string, load: () => Promise<ChunkContent>): Promise<ChunkFile> {
    const { songIds, bytes } = await load();
    const path = join(folder, name + suffix);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // Renamed into place: a reader sees the whole file or none, also after a crash.
    const draft = `${path}.${process.pid}.tmp`;
    await writeFile(draft, bytes, { mode: 0o600 });
    await rename(draft, path);
    return { path, songIds };
  }

  return {
    get(name, load) {
      let file = known.get(name);
      if (!file) {
        file = write(name, load);
        known.set(name, file);
        file.catch(() => known.delete(name));
      }
      return file;
    },
    async deleteUnused(living, prefixes) {
      const isKept = (name: string): boolean =>
        living.has(name.slice(0, -suffix.length)) || !prefixes.some((prefix) => name.startsWith(prefix));
      for (const name of await deleteReplaced({ folder, keptSeconds, isKept })) {
        known.delete(name.slice(0, -suffix.length));
      }
    },
  };
}
