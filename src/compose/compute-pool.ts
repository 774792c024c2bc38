/** Compute processes under the limits that the operator set. */
import { type ComputePool, type ComputePoolOptions, createComputePool } from '../compute/pool.js';
import type { Config } from '../config.js';

/** `size` processes; `close()` kills them. Without a logger what happens to them is not written down; without a sandbox there is none. */
export function openComputePool(
  config: Config,
  size: number,
  logger?: NonNullable<ComputePoolOptions['logger']>,
  sandbox?: NonNullable<ComputePoolOptions['sandbox']>,
): ComputePool {
  return createComputePool({
    size,
    modelsDir: config.modelsDir,
    timeoutSeconds: config.taskTimeoutSeconds,
    memoryMb: config.computeMemoryMb,
    decodeLimits: { maxAudioSeconds: config.maxAudioSeconds },
    ...(logger === undefined ? {} : { logger }),
    ...(sandbox === undefined ? {} : { sandbox }),
  });
}
