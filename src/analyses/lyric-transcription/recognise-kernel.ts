/** The kernel `transcription.recognise`: some segments of a file to text. Models stay open between calls. */

import type { Kernel } from '../../domain/compute.js';
import type { TimedLine } from '../../domain/timed-lyrics.js';
import { decodingLanguage, songEvidence } from './languages.js';
import { openRecogniserOnce } from './open-recogniser.js';
import { segmentAudio } from './segment-audio.js';
import type { Segment } from './segments.js';
import { whisperRateHz } from './whisper/log-mel.js';
import type { HeardWindow, TimedPhrase, Transcript, WhisperRecogniser } from './whisper/recogniser.js';

export interface RecogniseInput {
  readonly path: string;
  readonly model: string;
  readonly segments: readonly Segment[];
  /** ISO 639-1; decided a segment where null. */
  readonly language: string | null;
  /** What earlier segments sounded like, as `songEvidence` gives it. */
  readonly earlier: Readonly<Record<string, number>>;
  readonly withTimestamps: boolean;
  readonly threads: number;
}

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

export interface Recognised {
  readonly segments: readonly RecognisedSegment[];
  readonly hashes: Readonly<Record<string, string>>;
}

export const recogniseKernelName = 'transcription.recognise';
/** A window that ends in the middle is continued this often at most. */
const longestChain = 4;

export const recogniseKernel: Kernel<RecogniseInput, Recognised> = {
  name: recogniseKernelName,
  async run(input, tools) {
    const { recogniser, verified } = await openRecogniserOnce(tools.modelsDir, input.model, input.threads);
    let { earlier } = input;
    const segments: RecognisedSegment[] = [];
    const pcm = await tools.decode(input.path, { sampleRateHz: whisperRateHz, channels: 1 });
    for await (const batch of batches(segmentAudio(pcm, input.segments), recogniser.batchWindows)) {
      const heard = await recogniser.hear(batch.map(({ samples }) => samples));
      const evidence = heard.windows.map(({ languages, noSpeech }) => ({
        heard: Object.fromEntries(languages),
        noSpeech,
      }));
      // Of all windows together before any of them is decoded: the first one is often an introduction.
      earlier = songEvidence(earlier, evidence);
      const isKnownHint = input.language !== null && recogniser.languages.includes(input.language);
      const languages = evidence.map((window) =>
        isKnownHint ? input.language! : decodingLanguage(window.heard, earlier, recogniser.languages),
      );
      const transcripts = await recogniser.transcribe(heard, languages, input.withTimestamps);
      for (const [i, { index, samples }] of batch.entries()) {
        const first = { window: heard.windows[i]!, transcript: transcripts[i]! };
        const segment = input.segments[index]!;
        const { withTimestamps } = input;
        segments.push(await completed(recogniser, samples, segment, languages[i]!, first, withTimestamps));
        tools.progress((index + 1) / input.segments.length, 'transcribing');
      }
    }
    return { segments, hashes: verified.hashes };
  },
};

interface Cut {
  readonly index: number;
  readonly samples: Float32Array;
}

async function* batches(cuts: AsyncIterable<Cut>, most: number): AsyncGenerator<Cut[]> {
  let batch: Cut[] = [];
  for await (const cut of cuts) {
    batch.push(cut);
    if (batch.length < most) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** A segment with its transcript, and what follows where decoding ran out of tokens in the middle. */
async function completed(
  recogniser: WhisperRecogniser,
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
