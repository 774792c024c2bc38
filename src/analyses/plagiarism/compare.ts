/** What exactly two songs share: the evidence of the plagiarism search, for a pair that someone names. */

import { AnalysisError } from '../../domain/analysis-error.js';
import type { JsonObject } from '../../domain/task.js';
import { type Analysis, type DescriptionSource, type MusicInput, partOfProgress } from '../analysis.js';
import { comparisonOutcome } from './outcome.js';
import type { OpenMusic } from './ports.js';
import type { ComparedSong } from './result.js';

export interface CompareOptions {
  readonly descriptions: DescriptionSource;
  readonly openMusic: OpenMusic;
}

/**
 * Parameters: other_music_id, and other_song where that is a song of a dataset. That the account may read it is checked by
 * whoever takes the request.
 */
export function createCompare({ descriptions, openMusic }: CompareOptions): Analysis {
  return {
    operation: 'compare',
    async run({ music, parameters }, context) {
      if (!music) throw new AnalysisError('compare needs a musicId: upload both songs first.');
      const opened = await openMusic(String(parameters.other_music_id));
      if (!opened) throw new AnalysisError('The other song was deleted before the comparison ran.');
      const { music: other } = opened;
      try {
        context.progress(0, 'describing the first song');
        const original = await descriptions.describe(music, partOfProgress(context, 0, 0.45));
        context.progress(0.45, 'describing the second song');
        const comparison = await descriptions.describe(other, partOfProgress(context, 0.45, 0.9));
        context.progress(0.9, 'comparing');
        const pair = await context.compute.run(
          'plagiarism.compare-two',
          { original, comparison },
          { signal: context.signal },
        );
        const named = nameOf(other, parameters, comparison.source === 'audio');
        const first = { title: music.title, description: original };
        return comparisonOutcome(first, comparison, { ...named, ...pair });
      } finally {
        await opened.release();
      }
    },
  };
}

/** What the second song is called: as its dataset has it, or by its own tags. */
function nameOf(
  { musicId, title, artist }: MusicInput,
  { other_song: given }: JsonObject,
  isAudio: boolean,
): Pick<ComparedSong, 'songId' | 'title' | 'artist' | 'link' | 'musicId'> {
  const playable = isAudio ? musicId : null;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return { songId: musicId, title, artist, link: null, musicId: playable };
  }
  return {
    songId: String(given.song_id),
    title: String(given.title) || title,
    artist: String(given.artist ?? ''),
    link: typeof given.link === 'string' ? given.link : null,
    // Only what the account has itself may be played.
    musicId: given.is_own === true ? playable : null,
  };
}
