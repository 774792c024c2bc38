/** The kernel `transcription.recognise`: some segments of a file to text. Models stay open between calls. */

import type { TimedLine } from '../../domain/timed-lyrics.js';
import { findModel, loadManifest } from '../../models/manifest.js';
import { type VerifiedModel, verifiedModel } from '../../models/verified-model.js';
import { ComputeError, type Kernel } from '../analysis.js';
import { recogniserFiles } from './installed-models.js';
import { blendedEvidence, decodingLanguage } from './languages.js';
import { segmentAudio } from './segment-audio.js';
import type { Segment } from './segments.js';
import { whisperRateHz } from './whisper/log-mel.js';
import {
  type HeardWindow,
  openRecogniser,
  type Transcript,
  type WhisperRecogniser,
} from './whisper/recogniser.js';

export interface RecogniseInput {
  readonly path: string;
  readonly model: string;
  readonly segments: readonly Segment[];
  /** ISO 639-1; decided a segment where null. */
  readonly language: string | null;
  /** What earlier segments sounded like. */
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

interface OpenModel {
  readonly recogniser: WhisperRecogniser;
  readonly verified: VerifiedModel;
}
const open = new Map<string, Promise<OpenModel>>();

async function openModel(modelsDir: string, id: string, threads: number): Promise<OpenModel> {
  const manifest = loadManifest();
  const verified = await verifiedModel(manifest, modelsDir, id);
  const files = { folder: verified.folder, ...recogniserFiles(findModel(manifest, id)) };
  return { recogniser: await openRecogniser(files, threads), verified };
}

export const recogniseKernel: Kernel<RecogniseInput, Recognised> = {
  name: recogniseKernelName,
  async run(input, tools) {
    const key = `${tools.modelsDir}:${input.model}:${input.threads}`;
    const opening = open.get(key) ?? openModel(tools.modelsDir, input.model, input.threads);
    open.set(key, opening);
    const { recogniser, verified } = await opening.catch((error: Error) => {
      // A repaired model must not need a restart.
      open.delete(key);
      throw new ComputeError(
        'bad-input',
        `The recogniser "${input.model}" cannot be used. ${error.message} ` +
          `If this stays so: \`contrafact models remove ${input.model}\`, then \`contrafact models pull ${input.model}\`.`,
      );
    });
    let { earlier } = input;
    const segments: RecognisedSegment[] = [];
    const pcm = await tools.decode(input.path, { sampleRateHz: whisperRateHz, channels: 1 });
    for await (const batch of batches(segmentAudio(pcm, input.segments), recogniser.batchWindows)) {
      const heard = await recogniser.hear(batch.map(({ samples }) => samples));
      const languages = heard.windows.map((window) => {
        const evidence = Object.fromEntries(window.languages);
        const isKnownHint = input.language !== null && recogniser.languages.includes(input.language);
        const language = isKnownHint
          ? input.language!
          : decodingLanguage(evidence, earlier, recogniser.languages);
        earlier = blendedEvidence(earlier, evidence, window.noSpeech);
        return language;
      });
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
    for (const { text, startSeconds, endSeconds } of transcript.phrases) {
      if (startSeconds >= cut) continue;
      const start = segment.startSeconds + offset;
      phrases.push({ text, startSeconds: start + startSeconds, endSeconds: start + endSeconds });
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
