/** Kernels in the test's own process; what they are handed and return is copied as between processes. */
import { join } from 'node:path';
import { kernelsByName } from '../../src/compute/kernels.js';
import type { AskingTools, Compute, ComputeOptions } from '../../src/domain/compute.js';

export function kernelsHere(folder: string): Compute {
  return {
    async run<Output>(name: string, input: unknown, options: ComputeOptions = {}): Promise<Output> {
      const kernel = await kernelsByName[name]!();
      const tools = {
        progress() {},
        modelsDir: join(folder, 'models'),
        ask: async (question: unknown) => structuredClone(await options.answer!(structuredClone(question))),
      } as unknown as AskingTools<unknown, unknown>;
      return structuredClone(await kernel.run(structuredClone(input), tools)) as Output;
    },
  };
}
