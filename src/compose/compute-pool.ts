/** Compute processes under the limits that the operator set. */
import { inspectionShare } from '../compute/inspection-share.js';
import { type ComputePool, type ComputePoolOptions, createComputePool } from '../compute/pool.js';
import type { Config } from '../config.js';

type Logger = NonNullable<ComputePoolOptions['logger']>;
type Sandbox = NonNullable<ComputePoolOptions['sandbox']>;

/** Processes that inspect what arrives. */
export function openInspectionPool(config: Config, logger?: Logger, sandbox?: Sandbox): ComputePool {
  const { size, ownerShare } = inspectionShare(config.workers);
  return openPool(config, size, { logger, sandbox, ownerShare });
}

/** `size` processes; `close()` kills them. Without a logger what happens to them is not written down; without a sandbox there is none. */
export function openComputePool(
  config: Config,
  size: number,
  logger?: Logger,
  sandbox?: Sandbox,
): ComputePool {
  return openPool(config, size, { logger, sandbox });
}

interface Parts {
  readonly logger: Logger | undefined;
  readonly sandbox: Sandbox | undefined;
  readonly ownerShare?: NonNullable<ComputePoolOptions['ownerShare']>;
}

function openPool(config: Config, size: number, { logger, sandbox, ownerShare }: Parts): ComputePool {
  return createComputePool({
    size,
    modelsDir: config.modelsDir,
    timeoutSeconds: config.taskTimeoutSeconds,
    memoryMb: config.computeMemoryMb,
    decodeLimits: { maxAudioSeconds: config.maxAudioSeconds },
    ...(logger === undefined ? {} : { logger }),
    ...(sandbox === undefined ? {} : { sandbox }),
    ...(ownerShare === undefined ? {} : { ownerShare }),
  });
}
