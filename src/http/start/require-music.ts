import { Problem } from '../../domain/problems.js';
import type { Music, MusicStore } from '../../storage/ports.js';

/** Throws the 422: 404 is taken by "this key does not exist". Another account's id gets the identical answer. */
export async function requireMusic(
  music: MusicStore,
  accountId: string,
  musicId: string,
  field = 'musicId',
): Promise<Music> {
  const found = await music.get(accountId, musicId);
  if (found) return found;
  throw new Problem('unknown_music_id', undefined, {
    errors: [{ pointer: `#/${field}`, detail: 'There is no music with this id.' }],
  });
}
