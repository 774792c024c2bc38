/** The kernel `transcription.align`: when each word of known lines is sung, segment by segment of a file. */

import { ComputeError, type Kernel } from '../../domain/compute.js';
import type { SungWord } from '../../domain/timed-lyrics.js';
import type { LinePart } from './lyric-anchors.js';
import { openRecogniserOnce } from './open-recogniser.js';
import { segmentAudio } from './segment-audio.js';
import type { Segment } from './segments.js';
import { whisperRateHz } from './whisper/log-mel.js';

export interface AlignInput {
  readonly path: string;
  readonly model: string;
  readonly segments: readonly (Segment & { readonly parts: readonly LinePart[] })[];
  /** ISO 639-1. */
  readonly language: string;
  readonly threads: number;
}

/** Words of one line within one segment; times are the song's. */
export interface AlignedPart {
  readonly line: number;
  readonly words: readonly SungWord[];
}

export interface Aligned {
  readonly parts: readonly AlignedPart[];
  readonly hashes: Readonly<Record<string, string>>;
}

export const alignKernelName = 'transcription.align';

export const alignKernel: Kernel<AlignInput, Aligned> = {
  name: alignKernelName,
  async run({ path, model, segments, language, threads }, tools) {
    const { recogniser, verified } = await openRecogniserOnce(tools.modelsDir, model, threads);
    if (!recogniser.alignsWords) throw new ComputeError('bad-input', noAttentionsMessage(model));
    const pcm = await tools.decode(path, { sampleRateHz: whisperRateHz, channels: 1 });
    const aligned: AlignedPart[] = [];
    for await (const { index, samples } of segmentAudio(pcm, segments)) {
      const { parts, startSeconds } = segments[index]!;
      const texts = parts.map(({ text }) => text);
      const words = await recogniser.align(samples, language, texts).catch((error: Error) => {
        throw new ComputeError(
          'bad-input',
          `The lyrics cannot be aligned at ${startSeconds.toFixed(0)} s: ${error.message}`,
        );
      });
      for (const [i, { line }] of parts.entries()) {
        const moved = words[i]!.map((word) => ({
          ...word,
          startSeconds: startSeconds + word.startSeconds,
          endSeconds: startSeconds + word.endSeconds,
        }));
        aligned.push({ line, words: moved });
      }
      tools.progress((index + 1) / segments.length, 'aligning');
    }
    return { parts: aligned, hashes: verified.hashes };
  },
};

/** What an operator does about a recogniser without times of words. */
export const noAttentionsMessage = (model: string): string =>
  `The recogniser "${model}" as it is installed gives no times of words, which aligning lyrics needs. Replace it by the export ` +
  `that does: \`contrafact models remove ${model}\`, then \`contrafact models pull ${model}\`.`;
