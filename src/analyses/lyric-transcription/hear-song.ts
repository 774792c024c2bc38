/**
 * Is there a voice? The one measurement behind lyric transcription's answer and behind the singing that a song's
 * description shows, so that the two never contradict each other.
 */
import { AnalysisError } from '../../domain/analysis-error.js';
import type { Manifest } from '../../models/manifest.js';
import type { AnalysisContext, MusicInput } from '../analysis.js';
import { joinedPresence } from './detectors/joined-presence.js';
import { chooseDetector } from './installed-models.js';
import { type Heard, type ListenInput, listenKernelName } from './listen-kernel.js';
import { canBeInstrumental } from './too-short.js';

export interface HearingOptions {
  readonly modelsDir: string;
  /** Lets this detector decide instead of the best one installed; `none` the built-in classifier. */
  readonly detector?: string;
  readonly manifest: Manifest;
}

/**
 * `silent`: nothing to hear at all. `absent`: no voice. `doubtful`: a recogniser has to decide, as it has where the recording is too
 * short to be called instrumental. `present`: a voice.
 */
export type VoiceJudgement = 'silent' | 'absent' | 'doubtful' | 'present';

export interface HeardSong {
  readonly heard: Heard;
  /** Probability of a voice by classifier and detector together, to four places: what is shown is what was decided on. */
  readonly presence: number;
  readonly judgement: VoiceJudgement;
}

/** At this probability and above there is a voice. */
const presenceThreshold = 0.5;
/** Below this one nobody asks a recogniser; between the two, what it understands decides. */
export const askFrom = 0.05;

/** Throws AnalysisError where the detector named is not whole; ComputeError where the file cannot be read. */
export async function hearSong(
  { path, durationSeconds }: Pick<MusicInput, 'path' | 'durationSeconds'>,
  { compute, signal, progress }: AnalysisContext,
  { modelsDir, detector: named, manifest }: HearingOptions,
): Promise<HeardSong> {
  const detector = await chooseDetector(manifest, modelsDir, named).catch((error: Error) => {
    throw new AnalysisError(error.message);
  });
  const input: ListenInput = { path, durationSeconds, detector: detector?.id ?? null };
  const heard = await compute.run(listenKernelName, input, { signal, onProgress: progress });
  const joined = heard.detected === null ? heard.presence : joinedPresence(heard.presence, heard.detected);
  const presence = Math.round(joined * 10_000) / 10_000;
  return { heard, presence, judgement: judgementOf(heard, presence) };
}

function judgementOf(heard: Heard, presence: number): VoiceJudgement {
  const isDeniable = canBeInstrumental(heard);
  if (heard.isSilent || (heard.segments.length === 0 && isDeniable)) return 'silent';
  if (presence < askFrom && isDeniable) return 'absent';
  return presence < presenceThreshold ? 'doubtful' : 'present';
}
