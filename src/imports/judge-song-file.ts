import type { ImportFormat } from '../domain/song-import.js';
import { UnreadableImportError } from '../text/import-rows.js';
import { checkSongRows } from '../text/song-rows.js';
import { openBytes } from './open-bytes.js';

/** Why the beginning of the file already shows that no row of it can be read, or null. */
export async function judgeSongFile(path: string, format: ImportFormat): Promise<string | null> {
  try {
    await checkSongRows((byte) => openBytes(path, byte), format);
    return null;
  } catch (error) {
    if (error instanceof UnreadableImportError) return error.message;
    throw error;
  }
}
