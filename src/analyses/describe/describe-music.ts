/** What a file is as music: one run of `music.describe`, with the vocals alone where a separator gives them, and where it is sung. */
import type { SongDescription } from '../../music/song-description.js';
import type { AnalysisContext, HearVoice, MusicInput, SeparateVocals } from '../analysis.js';
import type { DescribeInput } from './listen.js';

/** Throws ComputeError `bad-input` with the reason where the music cannot be described. */
export async function describeMusic(
  music: MusicInput,
  separate: SeparateVocals,
  hearVoice: HearVoice,
  context: AnalysisContext,
): Promise<SongDescription> {
  const { path, durationSeconds } = music;
  const vocals = await separate(music, context);
  const input: DescribeInput = { path, durationSeconds, ...(vocals && { vocalsPath: vocals.path }) };
  const { compute, signal, progress } = context;
  const description = await compute
    .run('music.describe', input, { signal, onProgress: progress })
    .finally(() => vocals?.release());
  // What is written down says itself what is sung.
  const heard = description.source === 'audio' ? await hearVoice(music, context) : null;
  return heard ? { ...description, voice: heard.voice, vocalActivity: heard.singing } : description;
}
