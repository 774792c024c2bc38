/** The folder of an instance, made where there is none. */
import { mkdirSync } from 'node:fs';
import { DataFolderError } from '../domain/data-folder-error.js';

/** Throws DataFolderError where it cannot be. */
export function makeDataFolder(folder: string): void {
  inDataFolder(folder, () => mkdirSync(folder, { recursive: true, mode: 0o700 }));
}

/** What `work` returns; what the system refuses it becomes a DataFolderError. */
export function inDataFolder<Result>(folder: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw new DataFolderError(folder, (error as NodeJS.ErrnoException).code ?? 'unknown error');
  }
}
