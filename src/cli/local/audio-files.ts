/** Finds the audio files of a folder by their names' endings; content is judged when they are read. */
import { readdir, stat } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import { CliError } from '../cli-error.js';
import { exitCodes } from '../exit-codes.js';

export const audioExtensions: ReadonlySet<string> = new Set([
  '.mp3',
  '.wav',
  '.flac',
  '.m4a',
  '.mp4',
  '.aac',
  '.ogg',
  '.oga',
  '.opus',
]);

export interface FoundFile {
  /** Relative to the folder. */
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  readonly modifiedMs: number;
}

/**
 * All files at or below `folder` with such an ending, in order of their names. A link to a file is that file under the
 * link's name; links to folders are left out, since they can lead in circles.
 */
export async function findAudioFiles(
  folder: string,
  extensions: ReadonlySet<string> = audioExtensions,
): Promise<FoundFile[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(
    (error: NodeJS.ErrnoException) => {
      throw new CliError(
        `The folder ${folder} cannot be read (${error.code ?? error.message}).`,
        exitCodes.usage,
      );
    },
  );
  const paths = entries
    .filter((entry) => !entry.isDirectory() && extensions.has(extname(entry.name).toLowerCase()))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const found: FoundFile[] = [];
  for (const path of paths) {
    // Null where a link leads nowhere, or the file was deleted meanwhile.
    const status = await stat(path).catch(() => null);
    if (!status?.isFile()) continue;
    const { size, mtimeMs } = status;
    found.push({ name: relative(folder, path), path, bytes: size, modifiedMs: Math.round(mtimeMs) });
  }
  return found;
}
