/** What a file is as music: one run of `music.describe`, with the vocals alone where a separator gives them, and where it is sung. */
import type { SongDescription } from '../../music/song-description.js';
import type { AnalysisContext, HearVoice, MusicInput, SeparateVocals } from '../analysis.js';
import { type DescribeInput, isTooLong } from './listen.js';
import { isMidiFile } from './midi-file.js';

/** Throws ComputeError `bad-input` with the reason where the music cannot be described. */
export async function describeMusic(
  music: MusicInput,
  separate: SeparateVocals,
  hearVoice: HearVoice,
  context: AnalysisContext,
): Promise<SongDescription> {
  const { path, durationSeconds } = music;
  const isHeard = !isTooLong(durationSeconds) && !(await isMidiFile(path));
  // Before the lines are made: a line is the vocal one only where someone sings.
  const heard = isHeard ? await hearVoice(music, context) : null;
  const vocals = await separate(music, context);
  const input: DescribeInput = {
    path,
    durationSeconds,
    presence: heard?.voice.presence ?? null,
    ...(vocals && { vocalsPath: vocals.path }),
  };
  const { compute, signal, progress } = context;
  const description = await compute
    .run('music.describe', input, { signal, onProgress: progress })
    .finally(() => vocals?.release());
  // What is written down says itself what is sung.
  return heard ? { ...description, voice: heard.voice, vocalActivity: heard.singing } : description;
}
