/** Has a song's segments recognised in small batches, so that cancelling and time limits work between them. */
import type { Compute, ReportProgress } from '../analysis.js';
import { blendedEvidence } from './languages.js';
import type { HeardSegment } from './listen-kernel.js';
import {
  type Recognised,
  type RecognisedSegment,
  type RecogniseInput,
  recogniseKernelName,
} from './recognise-kernel.js';

export interface TranscribedSegment extends RecognisedSegment {
  readonly voice: number;
}

export interface RecogniseSongOptions {
  readonly path: string;
  readonly model: string;
  readonly language: string | null;
  readonly threads: number;
  readonly compute: Compute;
  readonly signal: AbortSignal;
  readonly onProgress: ReportProgress;
}

/** At most this much audio a call. */
const batchSeconds = 120;
/** A large model on a slow core takes some ten seconds for each of its windows, several times when it retries. */
const secondsPerSegment = 120;
const startupSeconds = 180;
/** Where not even one window of three seconds has this much of a voice, a recogniser could only invent. */
const leastVoice = 0.02;

export async function transcribeSegments(
  segments: readonly HeardSegment[],
  options: RecogniseSongOptions,
): Promise<{ segments: TranscribedSegment[]; hashes: Readonly<Record<string, string>> }> {
  const { compute, signal, onProgress, path, model, language, threads } = options;
  const voiced = segments.filter(({ voice }) => voice >= leastVoice);
  const worth = voiced.length > 0 ? voiced : segments;
  const done: TranscribedSegment[] = [];
  let hashes: Readonly<Record<string, string>> = {};
  let earlier: Readonly<Record<string, number>> = {};
  for (let from = 0; from < worth.length; ) {
    signal.throwIfAborted();
    const batch = batchFrom(worth, from);
    const input: RecogniseInput = {
      path,
      model,
      segments: batch.map(({ startSeconds, endSeconds }) => ({ startSeconds, endSeconds })),
      language,
      earlier,
      withTimestamps: true,
      threads,
    };
    const recognised = await compute.run<Recognised>(recogniseKernelName, input, {
      signal,
      timeoutSeconds: startupSeconds + secondsPerSegment * batch.length,
      onProgress: (fraction, stage) => onProgress((from + fraction * batch.length) / worth.length, stage),
    });
    hashes = recognised.hashes;
    for (const [i, segment] of recognised.segments.entries()) {
      done.push({ ...segment, voice: batch[i]!.voice });
      earlier = blendedEvidence(earlier, segment.heard, segment.noSpeech);
    }
    from += batch.length;
    onProgress(from / worth.length, 'transcribing');
  }
  return { segments: done, hashes };
}

function batchFrom(segments: readonly HeardSegment[], from: number): HeardSegment[] {
  const batch: HeardSegment[] = [];
  let seconds = 0;
  for (let i = from; i < segments.length; i++) {
    const { startSeconds, endSeconds } = segments[i]!;
    seconds += endSeconds - startSeconds;
    if (batch.length > 0 && seconds > batchSeconds) break;
    batch.push(segments[i]!);
  }
  return batch;
}
