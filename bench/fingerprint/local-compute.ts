/** Runs kernels in this process on samples held in memory: for benches and tests, which need no isolation. */

import * as fingerprint from '../../src/analyses/fingerprint/kernels.js';
import type { Compute, Kernel, KernelTools } from '../../src/domain/compute.js';

const kernels = new Map<string, Kernel>(
  Object.values(fingerprint).map((kernel) => [kernel.name, kernel as Kernel]),
);

/** `open` gives the mono samples behind a path, at the rate asked for; `instead` runs in the place of kernels of its names. */
export function localCompute(
  open: (path: string, sampleRateHz: number) => Promise<Float32Array>,
  instead: readonly Kernel[] = [],
): Compute {
  const tools: KernelTools = {
    async decode(path, format) {
      const sampleRateHz = format.sampleRateHz === 'native' ? 16_000 : format.sampleRateHz;
      const samples = await open(path, sampleRateHz);
      async function* chunks(): AsyncGenerator<Float32Array> {
        for (let at = 0; at < samples.length; at += 65_536) yield samples.subarray(at, at + 65_536);
      }
      return Object.assign(chunks(), { sampleRateHz, channels: 1 });
    },
    progress() {},
    modelsDir: '',
  };
  return {
    run<Output>(name: string, input: unknown): Promise<Output> {
      const kernel = instead.find((other) => other.name === name) ?? kernels.get(name);
      if (!kernel) return Promise.reject(new Error(`No kernel ${name}`));
      return Promise.resolve(kernel.run(input, tools) as Output);
    },
  };
}
