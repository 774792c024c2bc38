/** Joins what was recognised, or aligned, into the result and its evidence. */
import type { JsonObject } from '../../domain/task.js';
import type { AnalysisContext, AnalysisOutcome } from '../analysis.js';
import type { AlignedLyrics } from './align-song.js';
import { heardDetail, lineDetail, segmentDetail } from './detail.js';
import { identifyKernelName } from './identify-kernel.js';
import { joinLanguages } from './languages.js';
import type { Heard } from './listen-kernel.js';
import type { TranscribedSegment } from './recognise-song.js';
import { linesOf, transcriptionResult } from './result.js';
import { judged } from './sung-words/judged-segment.js';
import { canBeInstrumental, tooShort } from './too-short.js';

export interface Findings {
  readonly heard: Heard;
  readonly presence: number;
  readonly segments: readonly TranscribedSegment[];
  /** What came with the request, aligned; null where the song was transcribed. */
  readonly aligned: AlignedLyrics | null;
  readonly recogniser: JsonObject;
  readonly separator: JsonObject | null;
}

/** Throws AnalysisError where nothing was understood and the recording is too short to be called instrumental. */
export async function outcomeOf(
  { heard, presence, segments: transcribed, aligned, recogniser, separator }: Findings,
  { compute, signal }: AnalysisContext,
): Promise<AnalysisOutcome> {
  const segments = transcribed.map(judged);
  const lines = aligned?.lines ?? linesOf(segments);
  const kept = segments.map((segment) =>
    linesOf([segment])
      .map(({ text }) => text)
      .join('\n'),
  );
  const read = await compute.run(identifyKernelName, kept, { signal });
  const evidence = segments.map((segment, i) => ({
    seconds: segment.endSeconds - segment.startSeconds,
    noSpeech: segment.noSpeech ?? 0,
    heard: segment.heard,
    letters: [...kept[i]!].length,
    read: read[i]!,
  }));
  // A text that holds nothing shows no language either, unless nothing at all was said.
  const speaking = evidence.filter(({ letters }) => letters > 0);
  const result = transcriptionResult(lines, joinLanguages(speaking));
  if (result.is_instrumental === true && !canBeInstrumental(heard)) throw tooShort(heard, presence);
  const detail: JsonObject = {
    ...heardDetail(heard),
    presence,
    decided_by: decidedBy(result, aligned),
    recogniser,
    separator,
    segments: segments.map(segmentDetail),
    alignment: aligned && {
      words: aligned.words,
      recognised_words: aligned.anchors,
      mean_probability: Math.round(aligned.meanProbability * 10_000) / 10_000,
    },
    lines: result.is_instrumental === true ? [] : lines.map(lineDetail),
  };
  return { result, detail };
}

function decidedBy(result: JsonObject, aligned: AlignedLyrics | null): string {
  if (result.is_instrumental === true) return 'no-lyrics';
  return aligned === null ? 'lyrics' : 'given-lyrics';
}
