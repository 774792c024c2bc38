/** Fits AI detection's heads on an operator's corpora: measuring in compute processes, fitting here. */

import {
  type CorpusFile,
  type TrainOptions,
  trainOnCorpus,
} from '../analyses/ai-detection/heads/train-corpus.js';
import type { TrainedHeads } from '../analyses/ai-detection/heads/train-heads.js';
import { type MeasureInput, measureKernelName } from '../analyses/ai-detection/kernel.js';
import type { Measurement } from '../analyses/ai-detection/measurement.js';
import type { Config } from '../config.js';
import { openComputePool } from './compute-pool.js';

export { generatorNames } from '../analyses/ai-detection/heads/generator-name.js';
export { type HeadsFile, headsFile, heldOutSummary } from '../analyses/ai-detection/heads/heads-file.js';
export type { CorpusFile } from '../analyses/ai-detection/heads/train-corpus.js';

/**
 * Measures every file with all compute processes and fits the heads. Rejects with the signal's reason when aborted.
 * @throws RangeError where too few generators or recordings could be measured
 */
export async function trainAiDetection(
  config: Config,
  files: readonly CorpusFile[],
  signal: AbortSignal,
  onFile: TrainOptions['onFile'],
): Promise<TrainedHeads> {
  const pool = openComputePool(config, config.workers);
  try {
    return await trainOnCorpus(files, {
      parallel: config.workers,
      signal,
      onFile,
      measureFile: (path) => {
        const input: MeasureInput = { path, durationSeconds: 180 };
        return pool.run<Measurement>(measureKernelName, input, { signal });
      },
    });
  } finally {
    await pool.close();
  }
}
