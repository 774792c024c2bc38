/**
 * The analysis `lyric-transcription`: listen (levels, presence, segments), take the vocals out where a strong
 * separator is installed, recognise segment by segment, join the languages, and the documented result. Without such
 * a separator the mix is recognised: a weak one makes recognition worse.
 */

import { AnalysisError } from '../../domain/analysis-error.js';
import { ComputeError } from '../../domain/compute.js';
import { loadManifest, type Manifest } from '../../models/manifest.js';
import type { Analysis, AnalysisContext, AnalysisOutcome, MusicInput } from '../analysis.js';
import { alignLyrics } from './align-song.js';
import { heardDetail } from './detail.js';
import { type HeardSong, hearSong } from './hear-song.js';
import {
  alignmentNeedsRecogniser,
  chooseRecogniser,
  chooseSeparator,
  noRecogniserMessage,
} from './installed-models.js';
import { type Findings, outcomeOf } from './outcome.js';
import type { RemoteRecogniser } from './ports.js';
import { type TranscribedSegment, transcribeSegments } from './recognise-song.js';
import { instrumentalResult } from './result.js';
import { type VocalsOfSong, withVocals } from './separate-song.js';
import { canBeInstrumental, tooShort } from './too-short.js';
import { transcribeRemotely } from './transcribe-remotely.js';

export interface LyricTranscriptionOptions {
  /** Where installed models are. */
  readonly modelsDir: string;
  /** Uses this recogniser of the manifest instead of the best one installed. */
  readonly recogniser?: string;
  /** Uses this separator instead of the best strong one installed; `none` transcribes the mix. */
  readonly separator?: string;
  /** Lets this detector decide over presence instead of the best one installed; `none` the built-in classifier. */
  readonly detector?: string;
  /** Recognises instead of an installed recogniser. */
  readonly remote?: RemoteRecogniser;
  /** Threads of one recognition; 1 where absent, since several tasks run side by side. */
  readonly threads?: number;
  readonly manifest?: Manifest;
}

/** Shares of the progress. */
const share = { listening: 0.2, separating: 0.5, rest: 0.02 };

export function createLyricTranscription(options: LyricTranscriptionOptions): Analysis {
  const { modelsDir, manifest = loadManifest() } = options;
  return {
    operation: 'lyric-transcription',
    async run({ music, parameters }, context) {
      if (music === null) throw new AnalysisError('Lyric transcription needs music.');
      const asked: Asked = {
        language: typeof parameters.language === 'string' ? parameters.language : null,
        lyrics: typeof parameters.lyrics === 'string' ? parameters.lyrics : null,
      };
      try {
        const onProgress: AnalysisContext['progress'] = (fraction, stage) =>
          context.progress(fraction * share.listening, stage);
        const { detector } = options;
        const hearing = { modelsDir, manifest, ...(detector === undefined ? {} : { detector }) };
        const song = await hearSong(music, { ...context, progress: onProgress }, hearing);
        return await decide(song, music, asked, context, options, manifest);
      } catch (error) {
        if (error instanceof ComputeError && error.failure === 'bad-input') {
          throw new AnalysisError(error.message);
        }
        throw error;
      }
    },
  };
}

/** What the request says about the song. */
interface Asked {
  /** ISO 639-1. */
  readonly language: string | null;
  /** Lyrics to align instead of transcribing. */
  readonly lyrics: string | null;
}

async function decide(
  { heard, presence, judgement }: HeardSong,
  music: MusicInput,
  { language, lyrics }: Asked,
  context: AnalysisContext,
  options: LyricTranscriptionOptions,
  manifest: Manifest,
): Promise<AnalysisOutcome> {
  const instrumental = (reason: string): AnalysisOutcome => ({
    result: instrumentalResult(),
    detail: { ...heardDetail(heard), presence, decided_by: reason, segments: [], recogniser: null },
  });
  if (judgement === 'silent') return instrumental('silence');
  // Who sends lyrics knows that someone sings.
  if (judgement === 'absent' && lyrics === null) return instrumental('presence');
  const { modelsDir, remote } = options;
  if (lyrics !== null && remote) throw new AnalysisError(alignmentNeedsRecogniser);
  const recogniser = remote ? null : await orFail(chooseRecogniser(manifest, modelsDir, options.recogniser));
  if (!remote && recogniser === null) {
    // No recogniser can decide: the likelier answer, marked as what it is.
    if (judgement !== 'present' && lyrics === null) {
      if (!canBeInstrumental(heard)) throw tooShort(heard, presence);
      return instrumental('doubtful-presence');
    }
    throw new AnalysisError(noRecogniserMessage);
  }
  const separator = await orFail(chooseSeparator(manifest, modelsDir, options.separator));
  const { compute, signal } = context;
  const threads = options.threads ?? 1;
  const from = share.listening + (separator === null ? 0 : share.separating);
  const onProgress = (fraction: number, stage: string): void =>
    context.progress(from + fraction * (1 - from - share.rest), stage);
  const recognise = async (song: Pick<VocalsOfSong, 'path' | 'segments'>): Promise<Recognition> => {
    const watched = { path: song.path, language, compute, signal, onProgress };
    if (remote) {
      const segments = await transcribeRemotely(song.segments, watched, remote);
      return { segments, aligned: null, recogniser: { id: 'endpoint', model: remote.model } };
    }
    const { id } = recogniser!;
    const { segments, hashes } = await transcribeSegments(song.segments, { ...watched, model: id, threads });
    const used = { id, files: { ...hashes } };
    if (lyrics === null) return { segments, aligned: null, recogniser: used };
    const sung = { ...watched, model: id, threads, language: language ?? mainLanguage(segments) };
    return { segments, aligned: await alignLyrics(lyrics, segments, sung), recogniser: used };
  };
  if (separator === null) {
    const recognition = await recognise({ path: music.path, segments: heard.segments });
    return outcomeOf({ heard, presence, ...recognition, separator: null }, context);
  }
  const input = { path: music.path, model: separator.id, heard, threads, compute, signal };
  const report = (fraction: number, stage: string): void =>
    context.progress(share.listening + fraction * share.separating, stage);
  return withVocals({ ...input, onProgress: report }, async (vocals) => {
    const used = { id: separator.id, files: { ...vocals.hashes }, found_vocals: !vocals.isSilent };
    return outcomeOf({ heard, presence, ...(await recognise(vocals)), separator: used }, context);
  });
}

type Recognition = Pick<Findings, 'segments' | 'aligned' | 'recogniser'>;

/** The language in which most seconds were recognised. */
function mainLanguage(segments: readonly TranscribedSegment[]): string {
  const seconds = new Map<string, number>();
  for (const { language, startSeconds, endSeconds } of segments) {
    seconds.set(language, (seconds.get(language) ?? 0) + endSeconds - startSeconds);
  }
  return [...seconds].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 'en';
}

/** A model that the operator chose or half installed and that is not there: final, and reported as it is. */
async function orFail<Value>(choice: Promise<Value>): Promise<Value> {
  return choice.catch((error: Error) => {
    throw new AnalysisError(error.message);
  });
}
