/** A stored song as an analysis gets it: its facts, and a file that a compute process can open until `release`. */
import type { MusicInput } from '../analyses/analysis.js';
import type { Task } from '../domain/task.js';
import type { BlobStore, Music } from './ports.js';

export type StoredSong = Pick<
  Music,
  'id' | 'title' | 'artist' | 'filename' | 'blobKey' | 'sha256' | 'durationSeconds'
>;

/** The song under the names that the task's own request gave its file; the library keeps those of the first upload. */
export function asNamedBy<Song extends StoredSong>(
  { variant, filename, parameters }: Pick<Task, 'variant' | 'filename' | 'parameters'>,
  song: Song,
): Song {
  if (variant !== 'file') return song;
  const { title, artist } = (parameters.named ?? {}) as { title?: string; artist?: string };
  return {
    ...song,
    filename: filename ?? song.filename,
    title: title ?? song.title,
    artist: artist ?? song.artist,
  };
}

export async function acquireMusic(
  blobs: BlobStore,
  song: StoredSong,
): Promise<{ music: MusicInput; release(): Promise<void> }> {
  const { path, release } = await blobs.acquire(song.blobKey);
  return {
    music: {
      musicId: song.id,
      title: song.title,
      artist: song.artist,
      filename: song.filename,
      path,
      sha256: song.sha256,
      durationSeconds: song.durationSeconds,
    },
    release,
  };
}
