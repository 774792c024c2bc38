/**
 * The analysis `lyric-transcription`: listen (levels, presence, segments), recognise segment by segment, join
 * the languages, and the documented result. It hears the mix: a weak separator makes recognition worse.
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
import { identifyKernelName } from './identify-kernel.js';
import { chooseRecogniser, hasYamnet, noRecogniserMessage } from './installed-models.js';
import { joinLanguages } from './languages.js';
import { type Heard, type ListenInput, listenKernelName } from './listen-kernel.js';
import { transcribeSegments } from './recognise-song.js';
import { instrumentalResult, linesOf, transcriptionResult } from './result.js';

export interface LyricTranscriptionOptions {
  /** Where installed models are. */
  readonly modelsDir: string;
  /** Uses this recogniser of the manifest instead of the best one installed. */
  readonly recogniser?: string;
  /** Threads of one recognition; 1 where absent, since several tasks run side by side. */
  readonly threads?: number;
  readonly manifest?: Manifest;
}

/** At this probability and above there is a voice. */
const presenceThreshold = 0.5;
/** Below this one nobody asks a recogniser; between the two, what it understands decides. */
const askFrom = 0.1;
const listeningShare = 0.2;

export function createLyricTranscription(options: LyricTranscriptionOptions): Analysis {
  const { modelsDir, manifest = loadManifest() } = options;
  return {
    operation: 'lyric-transcription',
    async run({ music, parameters }, context) {
      if (music === null) throw new AnalysisError('Lyric transcription needs music.');
      const language = typeof parameters.language === 'string' ? parameters.language : null;
      try {
        const input: ListenInput = {
          path: music.path,
          durationSeconds: music.durationSeconds,
          usesYamnet: await hasYamnet(manifest, modelsDir),
        };
        const heard = await context.compute.run<Heard>(listenKernelName, input, {
          signal: context.signal,
          onProgress: (fraction, stage) => context.progress(fraction * listeningShare, stage),
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
  const presence = Math.round((heard.yamnetPresence ?? heard.presence) * 10_000) / 10_000;
  const instrumental = (reason: string): AnalysisOutcome => ({
    result: instrumentalResult(),
    detail: { ...heardDetail(heard), presence, decided_by: reason, segments: [], recogniser: null },
  });
  if (heard.isSilent || heard.segments.length === 0) return instrumental('silence');
  if (presence < askFrom) return instrumental('presence');
  const entry = await chooseRecogniser(manifest, options.modelsDir, options.recogniser).catch(
    (error: Error) => {
      throw new AnalysisError(error.message);
    },
  );
  if (entry === null) {
    if (presence < presenceThreshold) return instrumental('presence');
    throw new AnalysisError(noRecogniserMessage);
  }
  const { segments, hashes } = await transcribeSegments(heard.segments, {
    path: music.path,
    model: entry.id,
    language,
    threads: options.threads ?? 1,
    compute: context.compute,
    signal: context.signal,
    onProgress: (fraction, stage) =>
      context.progress(listeningShare + fraction * (1 - listeningShare - 0.02), stage),
  });
  const lines = linesOf(segments);
  const kept = segments.map((segment) =>
    linesOf([segment])
      .map(({ text }) => text)
      .join('\n'),
  );
  const read = await context.compute.run<Record<string, number>[]>(identifyKernelName, kept, {
    signal: context.signal,
  });
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
    recogniser: { id: entry.id, files: { ...hashes } },
    segments: segments.map(segmentDetail),
    lines: lines.map(({ startSeconds, endSeconds, text }) => ({
      start_seconds: rounded(startSeconds),
      end_seconds: rounded(endSeconds),
      text,
    })),
  };
  return { result, detail };
}

const rounded = (seconds: number): number => Math.round(seconds * 100) / 100;
