/** Compute processes under the limits that the operator set. */
import { type ComputePool, type ComputePoolOptions, createComputePool } from '../compute/pool.js';
import type { Config } from '../config.js';

type Logger = NonNullable<ComputePoolOptions['logger']>;
type Sandbox = NonNullable<ComputePoolOptions['sandbox']>;

/** Calls of one account that wait for an inspection; the gate of uploads lets as many files of one account in. */
const queuedInspections = 32;

/**
 * Processes that inspect what arrives: accounts take turns, and one place is left by each to the others. It is one more
 * than the work of one account can use.
 */
export function openInspectionPool(config: Config, logger?: Logger, sandbox?: Sandbox): ComputePool {
  const ofOneAccount = Math.max(2, config.workers);
  const share = { running: ofOneAccount, queued: queuedInspections };
  return openPool(config, ofOneAccount + 1, { logger, sandbox, ownerShare: share });
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
