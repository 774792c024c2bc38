/** A segment's words from its first window to its end: a recogniser that runs out of tokens in the middle goes on from there. */
import type { TimedLine } from '../../domain/timed-lyrics.js';
import type { Segment } from './segments.js';
import { whisperRateHz } from './whisper/log-mel.js';
import type { HeardWindow, TimedPhrase, Transcript, WhisperRecogniser } from './whisper/recogniser.js';

export interface RecognisedSegment extends Segment {
  /** Times are the song's. */
  readonly phrases: readonly TimedLine[];
  readonly language: string;
  readonly heard: Readonly<Record<string, number>>;
  readonly noSpeech: number;
  readonly isSilent: boolean;
  readonly meanLogProbability: number;
  readonly compressionRatio: number;
  readonly temperature: number;
}

/** A window that ends in the middle is continued this often at most. */
const longestChain = 4;

/** A segment with its transcript, and what follows where decoding ran out of tokens in the middle. */
export async function wholeSegment(
  recogniser: Pick<WhisperRecogniser, 'hear' | 'transcribe'>,
  samples: Float32Array,
  segment: Segment,
  language: string,
  first: { readonly window: HeardWindow; readonly transcript: Transcript },
  withTimestamps: boolean,
): Promise<RecognisedSegment> {
  const phrases: TimedLine[] = [];
  let offset = 0;
  let { transcript } = first;
  let worst = transcript;
  for (let link = 0; ; link++) {
    const goesOn = transcript.unfinishedFrom !== null && link + 1 < longestChain;
    const cut = goesOn ? transcript.unfinishedFrom! : Number.POSITIVE_INFINITY;
    for (const phrase of transcript.phrases) {
      if (phrase.startSeconds < cut) phrases.push(moved(phrase, segment.startSeconds + offset));
    }
    if (transcript.meanLogProbability < worst.meanLogProbability) worst = transcript;
    if (!goesOn) break;
    offset += cut;
    const rest = await recogniser.hear([samples.subarray(Math.round(offset * whisperRateHz))]);
    transcript = (await recogniser.transcribe(rest, [language], withTimestamps))[0]!;
  }
  return {
    ...segment,
    phrases,
    language,
    heard: Object.fromEntries(first.window.languages),
    noSpeech: first.window.noSpeech,
    isSilent: worst.isSilent && phrases.length < 2,
    meanLogProbability: worst.meanLogProbability,
    compressionRatio: worst.compressionRatio,
    temperature: worst.temperature,
  };
}

/** With the times of the song instead of the window's. */
function moved(phrase: TimedPhrase, seconds: number): TimedLine {
  const shift = <T extends { readonly startSeconds: number; readonly endSeconds: number }>(span: T): T => ({
    ...span,
    startSeconds: span.startSeconds + seconds,
    endSeconds: span.endSeconds + seconds,
  });
  return { ...shift(phrase), words: phrase.words?.map(shift) ?? null };
}
