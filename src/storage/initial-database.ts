/**
 * What a new embedded database begins with: one that has this version's schema, made by the build. PGlite's own
 * beginning (initdb) takes 4 CPU s and 800 MB, the migrations another; unpacking takes a tenth of that.
 *
 * The file is a line of JSON (folders, and name and size of each file, in order), then the files' bytes one after the
 * other, all of it compressed by Brotli. The three databases of a server have tables of the same names and contents:
 * files of one name stand beside each other, where the compression finds them again.
 */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/** Beside the compiled code; absent where the sources run themselves. */
const shippedFile = join(import.meta.dirname, 'initial-database.br');

interface Contents {
  readonly folders: readonly string[];
  readonly files: ReadonlyArray<{ readonly name: string; readonly bytes: number }>;
}

/** The folder of a closed database as one file. */
export function packDatabase(folder: string): Buffer {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const nameOf = (entry: (typeof entries)[number]): string =>
    relative(folder, join(entry.parentPath, entry.name));
  const sortKey = (name: string): string => `${basename(name)}/${name}`;
  const names = entries
    .filter((entry) => entry.isFile())
    .map(nameOf)
    .sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  const contents: Contents = {
    folders: entries.filter((entry) => entry.isDirectory()).map(nameOf),
    files: names.map((name) => ({ name, bytes: statSync(join(folder, name)).size })),
  };
  const parts = names.map((name) => readFileSync(join(folder, name)));
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_MAX_WINDOW_BITS } = constants;
  return brotliCompressSync(Buffer.concat([Buffer.from(`${JSON.stringify(contents)}\n`), ...parts]), {
    params: { [BROTLI_PARAM_QUALITY]: 6, [BROTLI_PARAM_LGWIN]: BROTLI_MAX_WINDOW_BITS },
  });
}

/**
 * Puts the shipped database into `folder` where it is absent or empty; where the process is killed it is there as a
 * whole or not at all. Does nothing where none is shipped: the engine and the migrations then make one. By whoever has
 * the instance's lock. Like initdb, it does not flush each file (1.4 s): a power cut within the first half minute of a
 * new instance can leave a database that does not start and has to be deleted.
 */
export function unpackInitialDatabase(folder: string, file: string = shippedFile): void {
  if (!existsSync(file) || !isFree(folder)) return;
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  const unpacked = brotliDecompressSync(readFileSync(file));
  const end = unpacked.indexOf('\n');
  const { folders, files } = JSON.parse(unpacked.toString('utf8', 0, end)) as Contents;
  mkdirSync(dirname(folder), { recursive: true, mode: 0o700 });
  for (const name of ['', ...folders]) mkdirSync(join(unfinished, name), { recursive: true, mode: 0o700 });
  let offset = end + 1;
  for (const { name, bytes } of files) {
    writeFileSync(join(unfinished, name), unpacked.subarray(offset, offset + bytes), { mode: 0o600 });
    offset += bytes;
  }
  renameSync(unfinished, folder);
}

/** Whether a folder can be moved there: nothing is there, after an empty folder was removed. Links and mount points stay. */
function isFree(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found === undefined) return true;
  if (!found.isDirectory() || readdirSync(folder).length > 0) return false;
  try {
    rmdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
