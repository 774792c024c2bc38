/** The description of a piece of music: computed once, kept, and read from then on. */

import { AnalysisError } from '../../domain/analysis-error.js';
import { ComputeError } from '../../domain/compute.js';
import { type SongDescription, songDescriptionVersion } from '../../music/song-description.js';
import { decodeSongDescription, encodeSongDescription } from '../../music/song-description-codec.js';
import type {
  AnalysisContext,
  DescriptionSource,
  HearVoice,
  MusicInput,
  SeparateVocals,
} from '../analysis.js';
import { describeMusic } from './describe-music.js';
import type { DescriptionStore } from './ports.js';

/** Raised whenever the same recording would be described otherwise; older descriptions are computed anew. */
const describerVersion = 36;
export const descriptionEngine = songDescriptionVersion * 1000 + describerVersion;

interface Running {
  readonly work: Promise<SongDescription>;
  readonly watchers: Set<AnalysisContext['progress']>;
}

/** Throws AnalysisError for a recording that cannot be described; other failures can be tried again. */
export function createDescriptionSource(
  store: DescriptionStore,
  separate: SeparateVocals = async () => null,
  hearVoice: HearVoice = async () => null,
): DescriptionSource {
  /** What this process computes now: who asks meanwhile waits for it, and sees how far it is, instead of computing it twice. */
  const running = new Map<string, Running>();

  async function compute(music: MusicInput, context: AnalysisContext): Promise<SongDescription> {
    let description: SongDescription;
    try {
      description = await describeMusic(music, separate, hearVoice, context);
    } catch (error) {
      if (error instanceof ComputeError && error.failure === 'bad-input') {
        throw new AnalysisError(`The music of this recording cannot be described: ${error.message}`);
      }
      throw error;
    }
    await store.put(descriptionEngine, music.musicId, encodeSongDescription(description));
    return description;
  }

  return {
    async describe(music, context) {
      for (;;) {
        const kept = await store.find(descriptionEngine, music.musicId);
        const known = kept && decodeSongDescription(kept);
        if (known) return known;
        const other = running.get(music.musicId);
        if (!other) break;
        // Theirs may end with their task; then it is this caller's turn.
        other.watchers.add(context.progress);
        const theirs = await unlessAborted(
          other.work.catch((error: unknown) => {
            if (error instanceof AnalysisError) throw error;
            return null;
          }),
          context.signal,
        ).finally(() => other.watchers.delete(context.progress));
        if (theirs) return theirs;
      }
      const watchers = new Set([context.progress]);
      const progress: AnalysisContext['progress'] = (fraction, stage) => {
        for (const watcher of watchers) watcher(fraction, stage);
      };
      const own = compute(music, { ...context, progress });
      running.set(music.musicId, { work: own, watchers });
      try {
        return await own;
      } finally {
        running.delete(music.musicId);
      }
    },
  };
}

/** Rejects with the signal's reason as soon as it is aborted, whatever becomes of the work. */
function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
