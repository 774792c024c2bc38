/** The second song of a comparison: a recording of the account, or a song of a dataset that it can read. */
import { Problem } from '../../domain/problems.js';
import type { JsonObject } from '../../domain/task.js';
import type { HttpDependencies } from '../ports.js';
import { requireMusic } from './require-music.js';

export type OtherSong =
  | { readonly musicId: string }
  | { readonly datasetId: string; readonly songId: string };

type Stores = Pick<HttpDependencies, 'music' | 'datasets'>;

/**
 * The parameters of the task. Throws `unknown_music_id`, and `unknown_song` where the dataset has no such song to read, or the song no
 * recording; `fields` are the request's names of the ids.
 */
export async function otherSongParameters(
  { music, datasets }: Stores,
  accountId: string,
  other: OtherSong,
  fields = { music: 'otherMusicId', song: 'otherSongId' },
): Promise<JsonObject> {
  if ('musicId' in other) {
    const found = await requireMusic(music, accountId, other.musicId, fields.music);
    return { other_music_id: found.id };
  }
  const { datasetId, songId } = other;
  const unknown = (detail: string): Problem =>
    new Problem('unknown_song', undefined, { errors: [{ pointer: `#/${fields.song}`, detail }] });
  const song = await datasets.getSong(accountId, datasetId, songId);
  if (!song) throw unknown('There is no such song in this dataset.');
  if (song.musicId === null)
    throw unknown('This song of the dataset has lyrics only: there is no recording to compare.');
  return {
    other_music_id: song.musicId,
    other_song: {
      dataset_id: datasetId,
      song_id: songId,
      title: song.title,
      artist: song.artist ?? '',
      link: song.link ?? null,
      // Whether the account may play it.
      is_own: (await music.get(accountId, song.musicId)) !== null,
    },
  };
}

/** Whether the second song of an earlier task can still be read. */
export async function otherSongIsThere(
  { music, datasets }: Stores,
  accountId: string,
  { other_music_id: musicId, other_song: given }: JsonObject,
): Promise<boolean> {
  if (typeof musicId !== 'string') return true;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return (await music.get(accountId, musicId)) !== null;
  }
  const song = await datasets.getSong(accountId, String(given.dataset_id), String(given.song_id));
  return song?.musicId === musicId;
}
