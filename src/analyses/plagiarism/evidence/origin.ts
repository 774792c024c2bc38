/** Where the notes of a pair come from: what is chance between them depends on it. */
import { isTranscribed, type SongDescription } from '../../../music/song-description.js';

/** `transcribed`: one of the songs is a recording, or notes that were transcribed from one. */
export type Origin = 'written' | 'transcribed';

export function originOf(...songs: readonly Pick<SongDescription, 'source' | 'isEstimated'>[]): Origin {
  return songs.some(isTranscribed) ? 'transcribed' : 'written';
}
