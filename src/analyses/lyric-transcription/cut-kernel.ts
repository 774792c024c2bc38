/** The kernel `transcription.cut`: segments of a file as WAV files in memory, for an endpoint. */

import type { Kernel } from '../../domain/compute.js';
import { wavFile } from '../../signal/wav.js';
import { segmentAudio } from './segment-audio.js';
import type { Segment } from './segments.js';
import { whisperRateHz } from './whisper/log-mel.js';

export interface CutInput {
  readonly path: string;
  readonly segments: readonly Segment[];
}

export const cutKernelName = 'transcription.cut';

/** As many files as segments; those beyond the end of the song are missing. */
export const cutKernel: Kernel<CutInput, Uint8Array[]> = {
  name: cutKernelName,
  async run({ path, segments }, tools) {
    const files: Uint8Array[] = [];
    const pcm = await tools.decode(path, { sampleRateHz: whisperRateHz, channels: 1 });
    for await (const { samples } of segmentAudio(pcm, segments)) files.push(wavFile(samples, whisperRateHz));
    return files;
  },
};
