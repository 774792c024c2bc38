/** Has a song's segments recognised by the operator's endpoint: some are cut at a time, each is one request. */
import { AnalysisError } from '../../domain/analysis-error.js';
import { type CutInput, cutKernelName } from './cut-kernel.js';
import type { HeardSegment } from './listen-kernel.js';
import type { RemoteRecogniser, RemoteTranscript } from './ports.js';
import {
  type SongToRecognise,
  segmentBatches,
  segmentsToRecognise,
  type TranscribedSegment,
} from './recognise-song.js';

/** As the recogniser's own gate: not heard, and not sure of any text. */
const silentNoSpeech = 0.6;
const silentLogProbability = -1;

export async function transcribeRemotely(
  segments: readonly HeardSegment[],
  song: SongToRecognise,
  remote: RemoteRecogniser,
): Promise<TranscribedSegment[]> {
  const { compute, signal, onProgress, path, language } = song;
  const chosen = segmentsToRecognise(segments);
  const done: TranscribedSegment[] = [];
  for (const batch of segmentBatches(chosen)) {
    signal.throwIfAborted();
    const input: CutInput = {
      path,
      segments: batch.map(({ startSeconds, endSeconds }) => ({ startSeconds, endSeconds })),
    };
    const files = await compute.run(cutKernelName, input, { signal });
    for (const [i, wav] of files.entries()) {
      const transcript = await remote.transcribe({ wav, language, signal });
      done.push(transcribed(batch[i]!, transcript, language));
      onProgress(done.length / chosen.length, 'transcribing');
    }
  }
  if (done.length === 0)
    throw new AnalysisError('The song ended before its first segment: the file is damaged.');
  return done;
}

function transcribed(
  segment: HeardSegment,
  { segments, text, language: named }: RemoteTranscript,
  hint: string | null,
): TranscribedSegment {
  const { startSeconds, endSeconds } = segment;
  const pieces = segments ?? [];
  const phrases =
    segments === null
      ? [{ text, startSeconds, endSeconds }]
      : pieces.map((piece) => ({
          text: piece.text,
          startSeconds: Math.min(endSeconds, startSeconds + piece.startSeconds),
          endSeconds: Math.min(endSeconds, startSeconds + piece.endSeconds),
        }));
  const mean = (of: (piece: (typeof pieces)[number]) => number): number =>
    pieces.length === 0 ? 0 : pieces.reduce((sum, piece) => sum + of(piece), 0) / pieces.length;
  const noSpeech = meanKnown(pieces.map((piece) => piece.noSpeech));
  const meanLogProbability = meanKnown(pieces.map((piece) => piece.meanLogProbability));
  const language = named ?? hint ?? 'en';
  return {
    ...segment,
    phrases: phrases.filter((phrase) => phrase.text.trim() !== ''),
    language,
    // An endpoint names one language and no probabilities; without a name the text alone decides.
    heard: named === null ? {} : { [named]: 1 },
    noSpeech,
    isSilent: (noSpeech ?? 0) > silentNoSpeech && (meanLogProbability ?? 0) < silentLogProbability,
    meanLogProbability,
    compressionRatio: mean((piece) => piece.compressionRatio),
    temperature: mean((piece) => piece.temperature),
  };
}

/** Null where one of them is, or there is none: a mean over some would pass for one over all. */
function meanKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  if (known.length === 0 || known.length < values.length) return null;
  return known.reduce((sum, value) => sum + value, 0) / known.length;
}
