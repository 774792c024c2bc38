/** One run of `music.describe` on a file, with the vocals alone where a separator gives them. */
import type { SongDescription } from '../../music/song-description.js';
import type { AnalysisContext, MusicInput, SeparateVocals } from '../analysis.js';
import type { DescribeInput } from './listen.js';

/** Throws ComputeError `bad-input` with the reason where the music cannot be described. */
export async function describeMusic(
  music: MusicInput,
  separate: SeparateVocals,
  context: AnalysisContext,
): Promise<SongDescription> {
  const { path, durationSeconds } = music;
  const vocals = await separate(music, context);
  const input: DescribeInput = { path, durationSeconds, ...(vocals && { vocalsPath: vocals.path }) };
  const { compute, signal, progress } = context;
  return compute
    .run('music.describe', input, { signal, onProgress: progress })
    .finally(() => vocals?.release());
}
