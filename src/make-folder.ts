/** A folder with those above it, made where they are missing. */
import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * One folder after the other, since Node's own `recursive` asks for ever where a system answers that a folder whose parent
 * exists cannot be found, as `/proc` does, and hides below a read-only disk that it is read-only. Throws the system's error.
 */
export function makeFolder(folder: string, mode: number = 0o700): void {
  const path = resolve(folder);
  if (isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process was faster.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
