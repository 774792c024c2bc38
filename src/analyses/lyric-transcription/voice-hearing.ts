/** Whether and where a recording is sung, for its description: as lyric transcription on this instance hears it. */
import { ComputeError } from '../../domain/compute.js';
import type { HeardVoice, HearVoice } from '../analysis.js';
import { type HeardSong, type HearingOptions, hearSong } from './hear-song.js';

/** `onFailure` gets the reason why nothing could be heard: the description then leaves it open. */
export function voiceHearing(options: HearingOptions, onFailure: (error: unknown) => void): HearVoice {
  return async (music, context) => {
    try {
      return heardVoice(await hearSong(music, { ...context, progress() {} }, options));
    } catch (error) {
      if (context.signal.aborted || isPassing(error)) throw error;
      onFailure(error);
      return null;
    }
  };
}

/** A process that was killed beside its work: the description is made again, in place of being left open for good. */
function isPassing(error: unknown): boolean {
  return error instanceof ComputeError && error.failure === 'crashed';
}

/** Silence has no voice either, and an absent voice sings nowhere. A detector may hear one that no window shows. */
function heardVoice({ heard, presence, judgement }: HeardSong): HeardVoice {
  const voice = {
    presence,
    judgement: judgement === 'silent' ? ('absent' as const) : judgement,
    detector: heard.detected?.id ?? null,
  };
  if (voice.judgement === 'absent') return { voice, singing: [] };
  const isUnplaced = heard.singing.length === 0 && voice.judgement === 'present';
  const singing = isUnplaced ? heard.segments : heard.singing;
  return { voice, singing: singing.map(({ startSeconds, endSeconds }) => ({ startSeconds, endSeconds })) };
}
