/**
 * The analysis `lyric-transcription`: listen (levels, presence, segments), take the vocals out where a strong
 * separator is installed, recognise segment by segment, join the languages, and the documented result. Without such
 * a separator the mix is recognised: a weak one makes recognition worse.
 */

import type { JsonObject } from '../../domain/task.js';
import { loadManifest, type Manifest } from '../../models/manifest.js';
import {
  type Analysis,
  type AnalysisContext,
  AnalysisError,
  type AnalysisOutcome,
  ComputeError,
  type MusicInput,
} from '../analysis.js';
import { heardDetail, segmentDetail } from './detail.js';
import { joinedPresence } from './detectors/joined-presence.js';
import { identifyKernelName } from './identify-kernel.js';
import {
  chooseDetector,
  chooseRecogniser,
  chooseSeparator,
  noRecogniserMessage,
} from './installed-models.js';
import { joinLanguages } from './languages.js';
import { type Heard, type ListenInput, listenKernelName } from './listen-kernel.js';
import type { RemoteRecogniser } from './ports.js';
import { type TranscribedSegment, transcribeSegments } from './recognise-song.js';
import { instrumentalResult, linesOf, transcriptionResult } from './result.js';
import { type VocalsOfSong, withVocals } from './separate-song.js';
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

/** At this probability and above there is a voice. */
const presenceThreshold = 0.5;
/** Below this one nobody asks a recogniser; between the two, what it understands decides. */
export const askFrom = 0.05;
/** Shares of the progress. */
const share = { listening: 0.2, separating: 0.5, rest: 0.02 };

export function createLyricTranscription(options: LyricTranscriptionOptions): Analysis {
  const { modelsDir, manifest = loadManifest() } = options;
  return {
    operation: 'lyric-transcription',
    async run({ music, parameters }, context) {
      if (music === null) throw new AnalysisError('Lyric transcription needs music.');
      const language = typeof parameters.language === 'string' ? parameters.language : null;
      try {
        const detector = await orFail(chooseDetector(manifest, modelsDir, options.detector));
        const input: ListenInput = {
          path: music.path,
          durationSeconds: music.durationSeconds,
          detector: detector?.id ?? null,
        };
        const heard = await context.compute.run<Heard>(listenKernelName, input, {
          signal: context.signal,
          onProgress: (fraction, stage) => context.progress(fraction * share.listening, stage),
        });
        return await decide(heard, music, language, context, options, manifest);
      } catch (error) {
        if (error instanceof ComputeError && error.failure === 'bad-input') {
          throw new AnalysisError(error.message);
        }
        throw error;
      }
    },
  };
}

async function decide(
  heard: Heard,
  music: MusicInput,
  language: string | null,
  context: AnalysisContext,
  options: LyricTranscriptionOptions,
  manifest: Manifest,
): Promise<AnalysisOutcome> {
  // Four places as elsewhere in the detail, so that what is shown is what was decided on.
  const joined = heard.detected === null ? heard.presence : joinedPresence(heard.presence, heard.detected);
  const presence = Math.round(joined * 10_000) / 10_000;
  const instrumental = (reason: string): AnalysisOutcome => ({
    result: instrumentalResult(),
    detail: { ...heardDetail(heard), presence, decided_by: reason, segments: [], recogniser: null },
  });
  if (heard.isSilent || heard.segments.length === 0) return instrumental('silence');
  if (presence < askFrom) return instrumental('presence');
  const { modelsDir, remote } = options;
  const recogniser = remote ? null : await orFail(chooseRecogniser(manifest, modelsDir, options.recogniser));
  if (!remote && recogniser === null) {
    // Nobody is there who could tell: the likelier answer, marked as what it is.
    if (presence < presenceThreshold) return instrumental('doubtful-presence');
    throw new AnalysisError(noRecogniserMessage);
  }
  const separator = await orFail(chooseSeparator(manifest, modelsDir, options.separator));
  const { compute, signal } = context;
  const threads = options.threads ?? 1;
  let hashes: Readonly<Record<string, string>> = {};
  const from = share.listening + (separator === null ? 0 : share.separating);
  const onProgress = (fraction: number, stage: string): void =>
    context.progress(from + fraction * (1 - from - share.rest), stage);
  const recognise = async (song: Pick<VocalsOfSong, 'path' | 'segments'>): Promise<TranscribedSegment[]> => {
    const watched = { path: song.path, language, compute, signal, onProgress };
    if (remote) return transcribeRemotely(song.segments, watched, remote);
    const done = await transcribeSegments(song.segments, { ...watched, model: recogniser!.id, threads });
    hashes = done.hashes;
    return done.segments;
  };
  let separation: JsonObject | null = null;
  let segments: TranscribedSegment[];
  if (separator === null) segments = await recognise({ path: music.path, segments: heard.segments });
  else {
    const input = { path: music.path, model: separator.id, heard, threads, compute, signal };
    const report = (fraction: number, stage: string): void =>
      context.progress(share.listening + fraction * share.separating, stage);
    segments = await withVocals({ ...input, onProgress: report }, (vocals) => {
      separation = { id: separator.id, files: { ...vocals.hashes }, found_vocals: !vocals.isSilent };
      return recognise(vocals);
    });
  }
  const used: JsonObject = remote
    ? { id: 'endpoint', model: remote.model }
    : { id: recogniser!.id, files: { ...hashes } };
  return outcomeOf(heard, presence, segments, { recogniser: used, separator: separation }, context);
}

/** Joins what was recognised into the result and its evidence. */
async function outcomeOf(
  heard: Heard,
  presence: number,
  segments: readonly TranscribedSegment[],
  models: JsonObject,
  { compute, signal }: AnalysisContext,
): Promise<AnalysisOutcome> {
  const lines = linesOf(segments);
  const kept = segments.map((segment) =>
    linesOf([segment])
      .map(({ text }) => text)
      .join('\n'),
  );
  const read = await compute.run<Record<string, number>[]>(identifyKernelName, kept, { signal });
  const evidence = segments.map((segment, i) => ({
    seconds: segment.endSeconds - segment.startSeconds,
    noSpeech: segment.noSpeech,
    heard: segment.heard,
    letters: [...kept[i]!].length,
    read: read[i]!,
  }));
  // What said nothing tells of no language either, unless nothing at all was said.
  const speaking = evidence.filter(({ letters }) => letters > 0);
  const result = transcriptionResult(lines, joinLanguages(speaking));
  const detail: JsonObject = {
    ...heardDetail(heard),
    presence,
    decided_by: result.is_instrumental === true ? 'no-lyrics' : 'lyrics',
    ...models,
    segments: segments.map(segmentDetail),
    lines:
      result.is_instrumental === true
        ? []
        : lines.map(({ startSeconds, endSeconds, text }) => ({
            start_seconds: rounded(startSeconds),
            end_seconds: rounded(endSeconds),
            text,
          })),
  };
  return { result, detail };
}

/** A model that the operator chose or half installed and that is not there: final, and told as it is. */
async function orFail<Value>(choice: Promise<Value>): Promise<Value> {
  return choice.catch((error: Error) => {
    throw new AnalysisError(error.message);
  });
}

const rounded = (seconds: number): number => Math.round(seconds * 100) / 100;
