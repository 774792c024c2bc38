/** What keeps a process from using its embedded database, in a sentence with what to do about it. */
import { DatabaseStartError } from '../domain/database-start-error.js';
import { StorageUnavailableError } from '../domain/storage-unavailable.js';

const sentences: Readonly<Record<string, (folder: string) => string>> = {
  ENOSPC: (folder) => `The disk of ${folder} is full. Make room there, then start again.`,
  EACCES: (folder) =>
    `The embedded database in ${folder} cannot be opened: this user may not write there. Give the folder to this user, or set CONTRAFACT_DATA_DIR to another.`,
  EROFS: (folder) =>
    `The embedded database in ${folder} cannot be opened: the file system is read-only. Set CONTRAFACT_DATA_DIR to a folder that can be written.`,
};

/** A DatabaseStartError where the cause is known, else the error itself. */
export function embeddedStartFailure(error: unknown, folder: string): unknown {
  const code = codeOf(error);
  const sentence = code === null ? undefined : sentences[code];
  return sentence ? new DatabaseStartError(sentence(folder), error) : error;
}

function codeOf(error: unknown): string | null {
  if (error instanceof StorageUnavailableError) {
    return error.reason === 'disk-full' ? 'ENOSPC' : codeOf(error.cause);
  }
  const { code } = (error ?? {}) as { code?: unknown };
  if (code === '53100') return 'ENOSPC';
  return code === 'EPERM' ? 'EACCES' : typeof code === 'string' ? code : null;
}
