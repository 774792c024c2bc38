/**
 * Lets extraction run ahead of the ordered look-ups that need it: a file is decoded once, early, and both analyses
 * are handed their part when they ask for it. Everything else goes to the pool: a wrong guess costs time, never the
 * result.
 */
import type { Compute, ComputeOptions } from '../../analyses/analysis.js';
import type { extractBoth } from '../../analyses/fingerprint/extract.js';
import type { ExtractKernelInput } from '../../analyses/fingerprint/kernels.js';

type Both = Awaited<ReturnType<typeof extractBoth>>;

export interface ComputeAhead extends Compute {
  /** Starts the extraction of a file that is going to be checked and added. */
  start(path: string, durationSeconds: number): void;
}

const extraction = 'fingerprint.extract';

export function computeAhead(pool: Compute, signal: AbortSignal): ComputeAhead {
  const started = new Map<string, Started>();
  return {
    start(path, durationSeconds) {
      const both = pool.run<Both>(extraction, { path, durationSeconds, purpose: 'both' }, { signal });
      // Whoever asks for it meets the failure; if nobody does, it was nobody's.
      both.catch(() => {});
      started.set(path, { both, left: new Set(['query', 'song']) });
    },
    run<Output>(kernel: string, input: unknown, options?: ComputeOptions): Promise<Output> {
      if (kernel !== extraction) return pool.run<Output>(kernel, input, options);
      const { path, purpose } = input as ExtractKernelInput;
      const known = started.get(path);
      if (!known?.left.delete(purpose)) return pool.run<Output>(kernel, input, options);
      if (known.left.size === 0) started.delete(path);
      const part = known.both.then(({ song, windows }) => (purpose === 'song' ? song : windows));
      return part as Promise<Output>;
    },
  };
}

interface Started {
  readonly both: Promise<Both>;
  /** Purposes that have not been asked for yet. */
  readonly left: Set<string>;
}
