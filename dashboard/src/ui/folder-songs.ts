/** The songs of a folder: lyrics and audio that share a name are one song. */

export interface FolderSong {
  /** Path without extension, unique in the folder. */
  name: string;
  lyrics: File | null;
  audio: File | null;
}

const lyricsName = /\.(lrc|txt)$/i;
const audioName = /\.(mp3|wav|flac|m4a|aac|ogg|opus|midi?)$/i;

export const isSongFile = ({ name }: { name: string }): boolean =>
  lyricsName.test(name) || audioName.test(name);

/** What can be analysed: lyrics have no sound. */
export const isRecordingFile = ({ name }: { name: string }): boolean => audioName.test(name);

/** Where a file lies below the folder that was chosen or dropped, with that folder's name; else its name. */
export const pathOf = (file: File): string =>
  droppedPaths.get(file) ?? (file.webkitRelativePath || file.name);

/** A dropped folder's files do not know their paths: whoever walked the folder notes them here. */
export const droppedPaths = new WeakMap<File, string>();

/** In the order of their names; `leftOut` counts the files that are neither. */
export function songsOf(files: readonly File[]): { songs: FolderSong[]; leftOut: number } {
  const byName = new Map<string, FolderSong>();
  let leftOut = 0;
  for (const file of files) {
    if (!isSongFile(file)) {
      leftOut++;
      continue;
    }
    const name = pathOf(file).replace(/\.[^.]+$/, '');
    const song = byName.get(name) ?? { name, lyrics: null, audio: null };
    byName.set(name, song);
    // Of two of a kind under one name the first counts: the other is reported as left out.
    const kind = lyricsName.test(file.name) ? 'lyrics' : 'audio';
    if (song[kind] === null) song[kind] = file;
    else leftOut++;
  }
  const songs = [...byName.values()].sort((a, b) => a.name.localeCompare(b.name));
  return { songs, leftOut };
}
