/** The kernel `transcription.recognise`: some segments of a file to text. Models stay open between calls. */

import type { Kernel } from '../../domain/compute.js';
import { decodingLanguage, songEvidence } from './languages.js';
import { openRecogniserOnce } from './open-recogniser.js';
import { segmentAudio } from './segment-audio.js';
import type { Segment } from './segments.js';
import { whisperRateHz } from './whisper/log-mel.js';
import { type RecognisedSegment, wholeSegment } from './whole-segment.js';

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

export interface Recognised {
  readonly segments: readonly RecognisedSegment[];
  readonly hashes: Readonly<Record<string, string>>;
}

export const recogniseKernelName = 'transcription.recognise';

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
        segments.push(await wholeSegment(recogniser, samples, segment, languages[i]!, first, withTimestamps));
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
