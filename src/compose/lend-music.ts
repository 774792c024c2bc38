/** A stored song as an analysis gets it: its facts, and a file that a compute process can open until `release`. */
import type { MusicInput } from '../analyses/analysis.js';
import type { BlobStore, Music } from '../http/ports.js';

export type StoredSong = Pick<
  Music,
  'id' | 'title' | 'artist' | 'filename' | 'blobKey' | 'sha256' | 'durationSeconds'
>;

export async function lendMusic(
  blobs: BlobStore,
  song: StoredSong,
): Promise<{ music: MusicInput; release(): Promise<void> }> {
  const { path, release } = await blobs.borrow(song.blobKey);
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
