/** Has a song's segments recognised in small batches, so that cancelling and time limits work between them. */
import type { Compute, ReportProgress } from '../../domain/compute.js';
import { songEvidence } from './languages.js';
import type { HeardSegment } from './listen-kernel.js';
import { type RecogniseInput, recogniseKernelName } from './recognise-kernel.js';
import type { RecognisedSegment } from './whole-segment.js';

export interface TranscribedSegment extends Omit<RecognisedSegment, 'noSpeech' | 'meanLogProbability'> {
  readonly voice: number;
  /** Null where an endpoint does not say it. */
  readonly noSpeech: number | null;
  readonly meanLogProbability: number | null;
}

/** A song and how its recognition is watched and stopped. */
export interface SongToRecognise {
  readonly path: string;
  readonly language: string | null;
  readonly compute: Compute;
  readonly signal: AbortSignal;
  readonly onProgress: ReportProgress;
}

export interface RecogniseSongOptions extends SongToRecognise {
  readonly model: string;
  readonly threads: number;
}

/** At most this much audio a call. */
const batchSeconds = 120;
/** A large model on a slow core takes some ten seconds for each of its windows, several times when it retries. */
const secondsPerSegment = 120;
const startupSeconds = 180;
/** Where not even one window of three seconds has this much of a voice, a recogniser could only invent. */
const minVoice = 0.02;

export async function transcribeSegments(
  segments: readonly HeardSegment[],
  options: RecogniseSongOptions,
): Promise<{ segments: TranscribedSegment[]; hashes: Readonly<Record<string, string>> }> {
  const { compute, signal, onProgress, path, model, language, threads } = options;
  const chosen = segmentsToRecognise(segments);
  const done: TranscribedSegment[] = [];
  let hashes: Readonly<Record<string, string>> = {};
  let earlier: Readonly<Record<string, number>> = {};
  for (const batch of segmentBatches(chosen)) {
    signal.throwIfAborted();
    const from = done.length;
    const input: RecogniseInput = {
      path,
      model,
      segments: batch.map(({ startSeconds, endSeconds }) => ({ startSeconds, endSeconds })),
      language,
      earlier,
      withTimestamps: true,
      threads,
    };
    const recognised = await compute.run(recogniseKernelName, input, {
      signal,
      timeoutSeconds: startupSeconds + secondsPerSegment * batch.length,
      onProgress: (fraction, stage) => onProgress((from + fraction * batch.length) / chosen.length, stage),
    });
    hashes = recognised.hashes;
    for (const [i, segment] of recognised.segments.entries()) {
      done.push({ ...segment, voice: batch[i]!.voice });
    }
    earlier = songEvidence(earlier, recognised.segments);
    onProgress((from + batch.length) / chosen.length, 'transcribing');
  }
  return { segments: done, hashes };
}

/** The segments in which there may be a voice; all of them where none has one. */
export function segmentsToRecognise<Segment extends Pick<HeardSegment, 'voice'>>(
  segments: readonly Segment[],
): readonly Segment[] {
  const voiced = segments.filter(({ voice }) => voice >= minVoice);
  return voiced.length > 0 ? voiced : segments;
}

/** Segments in order, in batches of at most two minutes. */
export function* segmentBatches(segments: readonly HeardSegment[]): Generator<readonly HeardSegment[]> {
  let batch: HeardSegment[] = [];
  let seconds = 0;
  for (const segment of segments) {
    const length = segment.endSeconds - segment.startSeconds;
    if (batch.length > 0 && seconds + length > batchSeconds) {
      yield batch;
      batch = [];
      seconds = 0;
    }
    batch.push(segment);
    seconds += length;
  }
  if (batch.length > 0) yield batch;
}
