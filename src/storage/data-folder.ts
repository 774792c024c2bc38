/** The folders of an instance, made where there are none. */
import { DataFolderError, type FolderOfData } from '../domain/data-folder-error.js';
import { makeFolder } from '../make-folder.js';

/** Throws DataFolderError where it cannot be. */
export function makeDataFolder(folder: string): void {
  inDataFolder(folder, () => makeFolder(folder));
}

/** What `work` returns; what the system refuses it becomes a DataFolderError. */
export function inDataFolder<Result>(
  folder: string,
  work: () => Result,
  holds: FolderOfData = 'data',
): Result {
  try {
    return work();
  } catch (error) {
    throw new DataFolderError(folder, (error as NodeJS.ErrnoException).code ?? 'unknown error', holds);
  }
}
