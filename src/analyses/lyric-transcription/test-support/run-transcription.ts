/** Runs the whole analysis on samples in memory, kernels and all, in the test's own process. */
import { join, resolve } from 'node:path';
import type { Compute, Kernel, KernelTools } from '../../../domain/compute.js';
import { resample } from '../../../signal/resample.js';
import type { AnalysisOutcome } from '../../analysis.js';
import { alignKernel } from '../align-kernel.js';
import { cutKernel } from '../cut-kernel.js';
import { identifyKernel } from '../identify-kernel.js';
import { type Heard, listenKernel, listenKernelName } from '../listen-kernel.js';
import { createLyricTranscription, type LyricTranscriptionOptions } from '../lyric-transcription.js';
import { recogniseKernel } from '../recognise-kernel.js';
import { separateKernel } from '../separate-kernel.js';
import { wavSamples } from './wav-samples.js';

export const rateHz = 16_000;
export const shared = resolve('..', 'shared', 'models');
const kernels = [
  listenKernel,
  recogniseKernel,
  identifyKernel,
  cutKernel,
  separateKernel,
  alignKernel,
] as Kernel[];

export interface TranscriptionRun extends LyricTranscriptionOptions {
  /** The song, mono at 16 kHz. */
  readonly samples: Float32Array;
  /** Replaces what listening would find. */
  readonly heard?: Partial<Heard>;
  readonly language?: string;
  /** Lyrics that came with the request. */
  readonly lyrics?: string;
  readonly signal?: AbortSignal;
}

export function runTranscription({
  samples,
  heard,
  language,
  lyrics,
  signal,
  ...options
}: TranscriptionRun): Promise<AnalysisOutcome> {
  const music = {
    musicId: 'm',
    title: '',
    artist: '',
    filename: 'x.wav',
    path: 'x.wav',
    sha256: '',
    durationSeconds: samples.length / rateHz,
  };
  return createLyricTranscription(options).run(
    {
      accountId: 'a',
      taskId: 't',
      model: 'standard',
      variant: 'music',
      music,
      parameters: { ...(language ? { language } : {}), ...(lyrics ? { lyrics } : {}) },
    },
    {
      compute: computeOn(samples, options.modelsDir, heard),
      signal: signal ?? new AbortController().signal,
      progress() {},
    },
  );
}

function computeOn(song: Float32Array, modelsDir: string, heard?: Partial<Heard>): Compute {
  const tools: KernelTools = {
    async decode(path, format) {
      const channels = format.channels === 2 ? 2 : 1;
      const sampleRateHz = format.sampleRateHz as number;
      // The song, or the vocals that a separator wrote.
      const samples = path === 'x.wav' ? resample(song, sampleRateHz / rateHz) : wavSamples(path);
      async function* chunks(): AsyncGenerator<Float32Array> {
        for (let at = 0; at < samples.length; at += 10_000) {
          const part = samples.subarray(at, at + 10_000);
          yield channels === 1
            ? part
            : Float32Array.from({ length: 2 * part.length }, (_, i) => part[i >> 1]!);
        }
      }
      return Object.assign(chunks(), { sampleRateHz, channels });
    },
    progress() {},
    modelsDir,
  };
  return {
    async run<Output>(name: string, input: unknown): Promise<Output> {
      const output = await kernels.find((kernel) => kernel.name === name)!.run(input, tools);
      return (name === listenKernelName ? { ...output, ...heard } : output) as Output;
    },
  };
}

/** Seconds of silence and of a loud tone in turn; the first is silence unless it is the only one. */
export function sineSong(seconds: readonly number[]): Float32Array {
  const parts = seconds.map((length, i) => {
    const isTone = seconds.length === 1 || i % 2 === 1;
    return Float32Array.from({ length: length * rateHz }, (_, n) => (isTone ? 0.4 * Math.sin(n * 0.17) : 0));
  });
  return joined(parts);
}

/** Two sentences that the small recogniser knows, with two seconds of quiet around each. */
export function sentencesSong(): Float32Array {
  const gap = new Float32Array(2 * rateHz);
  const cases = join(shared, 'whisper-nano-cases', 'wav');
  const [first, second] = ['en_1_2.wav', 'en_0_2.wav'].map((name) => wavSamples(join(cases, name)));
  return joined([gap, first!, gap, second!, gap]);
}

function joined(parts: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
