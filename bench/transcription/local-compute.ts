/** Runs the transcription kernels in this process, on files decoded with ffmpeg, and counts their CPU time. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { alignKernel } from '../../src/analyses/lyric-transcription/align-kernel.js';
import { identifyKernel } from '../../src/analyses/lyric-transcription/identify-kernel.js';
import { listenKernel } from '../../src/analyses/lyric-transcription/listen-kernel.js';
import {
  recogniseKernel,
  recogniseKernelName,
} from '../../src/analyses/lyric-transcription/recognise-kernel.js';
import { separateKernel } from '../../src/analyses/lyric-transcription/separate-kernel.js';
import type { Compute, Kernel, KernelTools } from '../../src/domain/compute.js';
import { decodeWithFfmpeg } from './decode.js';

export interface CountingCompute extends Compute {
  /** CPU seconds of this process by kernel; decoding happens in another one. */
  readonly cpuSeconds: Map<string, number>;
}

/** `cache` is a folder that keeps what the recogniser said of the same segments, with what that cost. */
export function countingCompute(modelsDir: string, cache?: string): CountingCompute {
  const cpuSeconds = new Map<string, number>();
  const kernels = [listenKernel, separateKernel, recogniseKernel, identifyKernel, alignKernel] as Kernel[];
  const tools: KernelTools = {
    decode: async (path, { channels, sampleRateHz }) =>
      decodeWithFfmpeg(path, channels === 2 ? 2 : 1, sampleRateHz === 'native' ? undefined : sampleRateHz),
    progress() {},
    modelsDir,
  };
  const measured = async (name: string, input: unknown): Promise<Kept> => {
    const before = process.cpuUsage();
    const output = await kernels.find((kernel) => kernel.name === name)!.run(input, tools);
    const { user, system } = process.cpuUsage(before);
    return { output, seconds: (user + system) / 1e6 };
  };
  return {
    cpuSeconds,
    async run<Output>(name: string, input: unknown): Promise<Output> {
      const isKept = cache !== undefined && name === recogniseKernelName;
      const { output, seconds } = isKept
        ? await kept(cache, `${modelsDir}\n${JSON.stringify(input)}`, () => measured(name, input))
        : await measured(name, input);
      cpuSeconds.set(name, (cpuSeconds.get(name) ?? 0) + seconds);
      return output as Output;
    },
  };
}

interface Kept {
  readonly output: unknown;
  readonly seconds: number;
}

async function kept(cache: string, question: string, ask: () => Promise<Kept>): Promise<Kept> {
  const key = createHash('sha256').update(question).digest('hex').slice(0, 24);
  const file = join(cache, `${key}.recognised.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Kept;
  const answer = await ask();
  mkdirSync(cache, { recursive: true });
  writeFileSync(file, JSON.stringify(answer));
  return answer;
}
