/**
 * What a new embedded database begins with: one that has this version's schema, made by the build. PGlite's own
 * beginning (initdb) takes 4 CPU s and 800 MB, the migrations another; unpacking takes a tenth of that.
 *
 * The file is compressed by Brotli: a line of JSON (folders, contents, and of each file its name and the number of its
 * content), then the contents one after the other. A content that several files have is there once, and without the
 * zeros at its end, which fill the log of writes.
 */

import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { makeFolder } from '../make-folder.js';

/** Beside the compiled code; absent where the sources run themselves. */
const shippedFile = join(import.meta.dirname, 'initial-database.br');

/** More than what is unpacked, so that it is written in one piece. */
const unpackedBytes = 64 * 2 ** 20;

interface Contents {
  readonly folders: readonly string[];
  /** `bytes` follow in the file; zeros fill up to `size`. */
  readonly contents: ReadonlyArray<{ readonly bytes: number; readonly size: number }>;
  readonly files: ReadonlyArray<{ readonly name: string; readonly content: number }>;
}

/** The folder of a closed database as one file. */
export function packDatabase(folder: string): Buffer {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const nameOf = (entry: (typeof entries)[number]): string =>
    relative(folder, join(entry.parentPath, entry.name));
  const names = entries
    .filter((entry) => entry.isFile())
    .map(nameOf)
    .sort();
  const numbers = new Map<string, number>();
  const contents: Contents['contents'][number][] = [];
  const parts: Buffer[] = [];
  const files = names.map((name) => {
    const all = readFileSync(join(folder, name));
    const hash = createHash('sha256').update(all).digest('hex');
    const content = numbers.get(hash) ?? contents.length;
    if (content === contents.length) {
      const part = withoutTrailingZeros(all);
      numbers.set(hash, content);
      contents.push({ bytes: part.length, size: all.length });
      parts.push(part);
    }
    return { name, content };
  });
  const folders = entries.filter((entry) => entry.isDirectory()).map(nameOf);
  const head: Contents = { folders, contents, files };
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_MAX_WINDOW_BITS } = constants;
  return brotliCompressSync(Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...parts]), {
    params: { [BROTLI_PARAM_QUALITY]: 6, [BROTLI_PARAM_LGWIN]: BROTLI_MAX_WINDOW_BITS },
  });
}

function withoutTrailingZeros(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  return bytes.subarray(0, end);
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
  const unpacked = brotliDecompressSync(readFileSync(file), { chunkSize: unpackedBytes });
  const end = unpacked.indexOf('\n');
  const { folders, contents, files } = JSON.parse(unpacked.toString('utf8', 0, end)) as Contents;
  let offset = end + 1;
  const parts = contents.map(({ bytes, size }) => {
    const part = unpacked.subarray(offset, offset + bytes);
    offset += bytes;
    return bytes === size ? part : Buffer.concat([part], size);
  });
  makeFolder(dirname(folder));
  try {
    for (const name of ['', ...folders]) mkdirSync(join(unfinished, name), { recursive: true, mode: 0o700 });
    for (const { name, content } of files) {
      writeFileSync(join(unfinished, name), parts[content] as Buffer, { mode: 0o600 });
    }
    renameSync(unfinished, folder);
  } catch (error) {
    // On a disk that is too small nobody may look for the room that it takes.
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
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
