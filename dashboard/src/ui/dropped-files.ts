/** The files of a drop, those in folders included, with their paths (`pathOf`). */
import { droppedPaths } from './folder-songs.js';

/** Folders below folders, and files, that are looked at: a dropped disk must end. */
const maxEntries = 5000;

export async function droppedFiles(data: DataTransfer): Promise<File[]> {
  // Entries must be taken before the first await: afterwards the drop is over.
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return [...data.files];
  const files: File[] = [];
  const waiting = entries;
  for (let seen = 0; waiting.length > 0 && seen < maxEntries; seen++) {
    const entry = waiting.shift()!;
    if (entry.isDirectory) waiting.push(...(await entriesIn(entry as FileSystemDirectoryEntry)));
    else {
      const file = await fileOf(entry as FileSystemFileEntry);
      if (file === null) continue;
      droppedPaths.set(file, entry.fullPath.replace(/^\//, ''));
      files.push(file);
    }
  }
  return files;
}

/** Null where the file is gone or may not be read. */
const fileOf = (entry: FileSystemFileEntry): Promise<File | null> =>
  new Promise((resolve) => entry.file(resolve, () => resolve(null)));

async function entriesIn(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  // A reader gives a part at a time, and none at the end.
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    );
    if (part.length === 0) return entries;
    entries.push(...part);
  }
}
