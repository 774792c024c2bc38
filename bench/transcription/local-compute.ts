/** Runs the transcription kernels in this process, on files decoded with ffmpeg, and counts their CPU time. */

import { alignKernel } from '../../src/analyses/lyric-transcription/align-kernel.js';
import { identifyKernel } from '../../src/analyses/lyric-transcription/identify-kernel.js';
import { listenKernel } from '../../src/analyses/lyric-transcription/listen-kernel.js';
import { recogniseKernel } from '../../src/analyses/lyric-transcription/recognise-kernel.js';
import type { Compute, Kernel, KernelTools } from '../../src/domain/compute.js';
import { decodeWithFfmpeg } from './decode.js';

export interface CountingCompute extends Compute {
  /** CPU seconds of this process by kernel; decoding happens in another one. */
  readonly cpuSeconds: Map<string, number>;
}

export function countingCompute(modelsDir: string): CountingCompute {
  const cpuSeconds = new Map<string, number>();
  const kernels = [listenKernel, recogniseKernel, identifyKernel, alignKernel] as Kernel[];
  const tools: KernelTools = {
    decode: async (path, { channels }) => decodeWithFfmpeg(path, channels === 2 ? 2 : 1),
    progress() {},
    modelsDir,
  };
  return {
    cpuSeconds,
    async run<Output>(name: string, input: unknown): Promise<Output> {
      const before = process.cpuUsage();
      const output = await kernels.find((kernel) => kernel.name === name)!.run(input, tools);
      const { user, system } = process.cpuUsage(before);
      cpuSeconds.set(name, (cpuSeconds.get(name) ?? 0) + (user + system) / 1e6);
      return output as Output;
    },
  };
}
