/** Descriptions of what was uploaded as notes; everything else goes to the source for recordings. */
import type { SongDescription } from '../../music/song-description.js';
import { AnalysisError, ComputeError } from '../analysis.js';
import type { DescriptionSource } from './ports.js';

/** `recordings`: who describes audio; null where this installation cannot. */
export function withMidi(recordings: DescriptionSource | null): DescriptionSource {
  return {
    async describe(music, context) {
      const description = await context.compute
        .run<SongDescription | null>(
          'plagiarism.describe-midi',
          { path: music.path },
          { signal: context.signal },
        )
        .catch((error: unknown) => {
          if (error instanceof ComputeError && error.failure === 'bad-input')
            throw new AnalysisError(error.message);
          throw error;
        });
      if (description) return description;
      if (recordings) return recordings.describe(music, context);
      throw new AnalysisError(
        'This installation cannot describe recordings as music yet. Submit the song as a MIDI file.',
      );
    },
  };
}
