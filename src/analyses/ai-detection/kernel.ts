/** The kernel `ai-detection.measure`: a file in, a measurement out. */
import type { Kernel } from '../../domain/compute.js';
import { analysisRateHz } from './listen/mean-spectrum.js';
import { measure } from './measure.js';
import type { Measurement } from './measurement.js';

export interface MeasureInput {
  readonly path: string;
  /** Scales the progress only. */
  readonly durationSeconds: number;
}

export const measureKernelName = 'ai-detection.measure';

export const measureKernel: Kernel<MeasureInput, Measurement> = {
  name: measureKernelName,
  async run({ path, durationSeconds }, tools) {
    const pcm = await tools.decode(path, { sampleRateHz: analysisRateHz, channels: 2 });
    return measure(pcm, tools.progress, durationSeconds);
  },
};
