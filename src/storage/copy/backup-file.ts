/**
 * The file of a backup: records one after the other, each a line of JSON and, where it says so, as many bytes after it.
 * The last one holds the SHA-256 of everything before it, so that a file that is cut off or damaged is known.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import type { TableSum } from './tables.js';

export const backupFormat = 'contrafact-backup';
export const backupVersion = 1;

export type BackupRecord =
  | {
      readonly type: 'header';
      readonly format: typeof backupFormat;
      readonly version: number;
      readonly createdAt: string;
      /** The schema that the rows are of. */
      readonly migrations: readonly string[];
    }
  | { readonly type: 'rows'; readonly table: string; readonly rows: number; readonly bytes: number }
  | { readonly type: 'blob'; readonly key: string; readonly sha256: string; readonly bytes: number }
  | {
      readonly type: 'end';
      readonly tables: Readonly<Record<string, TableSum>>;
      readonly sequences: Readonly<Record<string, string>>;
      readonly sha256: string;
    };

export class BackupFileError extends Error {
  override readonly name = 'BackupFileError';
}

export interface BackupWriter {
  write(record: BackupRecord, content?: AsyncIterable<Uint8Array> | Uint8Array): Promise<void>;
  /** The hash of everything written so far. */
  sha256(): string;
  /** Puts the file into its place. */
  finish(): Promise<void>;
  abandon(): Promise<void>;
}

/** Written beside its place, so that a file of this name is always a whole backup. */
export function createBackup(path: string): BackupWriter {
  const partial = `${path}.partial`;
  const unwritable = (error: NodeJS.ErrnoException): never => {
    const reason = error.code === 'ENOSPC' ? 'the disk is full' : (error.code ?? error.message);
    throw new BackupFileError(`The backup cannot be written to ${path}: ${reason}.`);
  };
  const opened = open(partial, 'w', 0o600);
  // Reported by whichever call comes next.
  opened.catch(() => {});
  const hash = createHash('sha256');

  async function put(bytes: Uint8Array): Promise<void> {
    hash.update(bytes);
    await opened.then((handle) => handle.writeFile(bytes)).catch(unwritable);
  }

  return {
    async write(record, content) {
      await put(Buffer.from(`${JSON.stringify(record)}\n`));
      if (content === undefined) return;
      let bytes = 0;
      for await (const chunk of content instanceof Uint8Array ? [content] : content) {
        bytes += chunk.length;
        await put(chunk);
      }
      const announced = 'bytes' in record ? record.bytes : 0;
      if (bytes !== announced) throw new Error(`${bytes} bytes where ${announced} were announced`);
    },
    sha256: () => hash.copy().digest('hex'),
    async finish() {
      const handle = await opened.catch(unwritable);
      await handle.sync().catch(unwritable);
      await handle.close().catch(unwritable);
      await rename(partial, path).catch(unwritable);
    },
    async abandon() {
      await opened.then((handle) => handle.close()).catch(() => {});
      await rm(partial, { force: true });
    },
  };
}

export interface ReadRecord {
  readonly record: BackupRecord;
  /** The bytes behind the record, to be read before the next one is asked for. */
  content(): AsyncGenerator<Buffer>;
}

/** Yields every record and checks the hash at the end. Throws BackupFileError for a file that is not whole. */
export async function* readBackup(path: string): AsyncGenerator<ReadRecord> {
  const chunks = createReadStream(path)[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const hash = createHash('sha256');
  let rest: Buffer = Buffer.alloc(0);

  async function more(): Promise<boolean> {
    const next = await chunks.next();
    if (next.done) return false;
    rest = rest.length === 0 ? next.value : Buffer.concat([rest, next.value]);
    return true;
  }

  async function line(): Promise<Buffer> {
    for (;;) {
      const end = rest.indexOf(10);
      if (end >= 0) return take(end + 1);
      if (rest.length > 1_000_000 || !(await more()))
        throw new BackupFileError('The file ends in the middle: it is no whole backup.');
    }
  }

  function take(bytes: number): Buffer {
    const taken = rest.subarray(0, bytes);
    rest = rest.subarray(bytes);
    return taken;
  }

  try {
    for (let first = true; ; first = false) {
      const before = hash.copy().digest('hex');
      const text = await line();
      hash.update(text);
      const record = parse(text, first);
      let left = 'bytes' in record ? record.bytes : 0;
      const content = async function* (): AsyncGenerator<Buffer> {
        while (left > 0) {
          if (rest.length === 0 && !(await more())) {
            throw new BackupFileError('The file ends in the middle: it is no whole backup.');
          }
          const chunk = take(Math.min(left, rest.length));
          left -= chunk.length;
          hash.update(chunk);
          yield chunk;
        }
      };
      if (record.type === 'end' && record.sha256 !== before) {
        throw new BackupFileError('The file was damaged since it was written: its hash is another one.');
      }
      yield { record, content };
      // What the reader did not want.
      for await (const _ of content()) {
      }
      if (record.type === 'end') return;
    }
  } finally {
    await chunks.return?.();
  }
}

function parse(text: Buffer, isFirst: boolean): BackupRecord {
  let record: BackupRecord;
  try {
    record = JSON.parse(text.toString('utf8')) as BackupRecord;
  } catch {
    throw new BackupFileError(isFirst ? 'This is no backup of Contrafact.' : 'The file is damaged.');
  }
  if (isFirst && (record.type !== 'header' || record.format !== backupFormat)) {
    throw new BackupFileError('This is no backup of Contrafact.');
  }
  if (record.type === 'header' && record.version !== backupVersion) {
    throw new BackupFileError(
      `This version reads backups of format ${backupVersion}; the file is of format ${record.version}.`,
    );
  }
  return record;
}
