/**
 * Lets extraction run ahead of the ordered look-ups that need it: a file is decoded once, early, and both analyses
 * are handed their part when they ask for it. Everything else goes to the pool: a wrong guess costs time, never the
 * result.
 */

import type { ExtractedBoth, ExtractInput } from '../../analyses/fingerprint/extract.js';
import type { Compute, ComputeOptions, KernelInput, KernelName, KernelOutput } from '../../domain/compute.js';

export interface ComputeAhead extends Compute {
  /** Starts the extraction of a file that is going to be checked and added. */
  start(path: string, durationSeconds: number): void;
}

/** By the kernel that extracts one part: that part of what was extracted together. */
const parts: Readonly<Record<string, keyof ExtractedBoth>> = {
  'fingerprint.extract-song': 'song',
  'fingerprint.extract-query': 'windows',
};

export function computeAhead(pool: Compute, signal: AbortSignal): ComputeAhead {
  const started = new Map<string, Started>();
  return {
    start(path, durationSeconds) {
      const both = pool.run('fingerprint.extract-both', { path, durationSeconds }, { signal });
      // Whoever asks for it meets the failure; if nobody does, it was nobody's.
      both.catch(() => {});
      started.set(path, { both, left: new Set(Object.values(parts)) });
    },
    run<Name extends KernelName>(
      kernel: Name,
      input: KernelInput<Name>,
      options?: ComputeOptions,
    ): Promise<KernelOutput<Name>> {
      const part = parts[kernel];
      if (!part) return pool.run(kernel, input, options);
      const { path } = input as ExtractInput;
      const known = started.get(path);
      if (!known?.left.delete(part)) return pool.run(kernel, input, options);
      if (known.left.size === 0) started.delete(path);
      return known.both.then((both) => both[part] as KernelOutput<Name>);
    },
  };
}

interface Started {
  readonly both: Promise<ExtractedBoth>;
  /** Parts that have not been asked for yet. */
  readonly left: Set<keyof ExtractedBoth>;
}
