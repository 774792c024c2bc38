/** The description of a piece of music: computed once, kept, and read from then on. */

import { type SongDescription, songDescriptionVersion } from '../../music/song-description.js';
import { decodeSongDescription, encodeSongDescription } from '../../music/song-description-codec.js';
import { type AnalysisContext, AnalysisError, ComputeError, type MusicInput } from '../analysis.js';
import type { DescribeInput } from './listen.js';
import type { DescriptionStore } from './ports.js';

/** Raised whenever the same recording would be described otherwise; older descriptions are computed anew. */
const describerVersion = 1;
export const descriptionEngine = songDescriptionVersion * 1000 + describerVersion;

export interface DescriptionSource {
  describe(music: MusicInput, context: AnalysisContext): Promise<SongDescription>;
}

/** Throws AnalysisError for a recording that cannot be described; other failures can be tried again. */
export function createDescriptionSource(store: DescriptionStore): DescriptionSource {
  return {
    async describe(music, { compute, signal, progress }) {
      const kept = await store.find(descriptionEngine, music.musicId);
      const known = kept && decodeSongDescription(kept);
      if (known) return known;
      const input: DescribeInput = { path: music.path, durationSeconds: music.durationSeconds };
      let description: SongDescription;
      try {
        description = await compute.run<SongDescription>('music.describe', input, {
          signal,
          onProgress: progress,
        });
      } catch (error) {
        if (error instanceof ComputeError && error.failure === 'bad-input') {
          throw new AnalysisError(`The music of this recording cannot be described: ${error.message}`);
        }
        throw error;
      }
      await store.put(descriptionEngine, music.musicId, encodeSongDescription(description));
      return description;
    },
  };
}
