/**
 * Lets extraction run ahead of the ordered look-ups that need it: what was started early is handed over when an
 * analysis asks for it, and everything else goes to the pool. A wrong guess costs time, never the result.
 */
import type { Compute, ComputeOptions } from '../../analyses/analysis.js';

export interface ComputeAhead extends Compute {
  /** Starts a kernel whose output will be asked for with the same input. */
  start(kernel: string, input: object): void;
}

export function computeAhead(pool: Compute, signal: AbortSignal): ComputeAhead {
  const started = new Map<string, Promise<unknown>>();
  return {
    start(kernel, input) {
      const output = pool.run(kernel, input, { signal });
      // Whoever asks for it meets the failure; if nobody does, it was nobody's.
      output.catch(() => {});
      started.set(keyOf(kernel, input), output);
    },
    run<Output>(kernel: string, input: unknown, options?: ComputeOptions): Promise<Output> {
      if (kernel !== 'fingerprint.extract') return pool.run<Output>(kernel, input, options);
      const key = keyOf(kernel, input);
      const output = started.get(key);
      started.delete(key);
      return output === undefined ? pool.run<Output>(kernel, input, options) : (output as Promise<Output>);
    },
  };
}

function keyOf(kernel: string, input: unknown): string {
  return `${kernel} ${JSON.stringify(input)}`;
}
