/** Fits or calibrates AI detection on an operator's corpora: measuring in compute processes, the rest here. */

import {
  type CorpusFile,
  type CorpusOptions,
  calibrateOnCorpus,
  trainOnCorpus,
} from '../analyses/ai-detection/evidence/corpus.js';
import { embeddedOdds } from '../analyses/ai-detection/evidence/embedded.js';
import type {
  OperatorCalibrationFile,
  OperatorModelFile,
} from '../analyses/ai-detection/evidence/operator-files.js';
import { type MeasureInput, measureKernelName } from '../analyses/ai-detection/kernel.js';
import { operatorOdds } from '../analyses/ai-detection/operator-folder.js';
import type { Config } from '../config.js';
import { openComputePool } from './compute-pool.js';

interface Work {
  readonly files: readonly CorpusFile[];
  readonly signal: AbortSignal;
  readonly onFile: CorpusOptions['onFile'];
  readonly version: string;
  readonly now: Date;
}

/**
 * Measures every file with all compute processes and fits a model. Rejects with the signal's reason when aborted.
 * @throws RangeError where too few generators or recordings could be measured
 */
export function trainAiDetection(config: Config, work: Work): Promise<OperatorModelFile> {
  return withPool(config, work, (options) => trainOnCorpus(work.files, options, work.version, work.now));
}

/**
 * The same for the rate of false alarms of the model that the service uses.
 * @throws RangeError where fewer than ten recordings could be measured
 */
export async function calibrateAiDetection(
  config: Config,
  work: Work,
  falseAlarmsPer1000: number,
): Promise<OperatorCalibrationFile> {
  const data = (await operatorOdds(config.modelsDir, false)) ?? embeddedOdds();
  const { version, now } = work;
  return withPool(config, work, (options) =>
    calibrateOnCorpus(work.files, options, { data, version, falseAlarmsPer1000, now }),
  );
}

async function withPool<Result>(
  config: Config,
  { signal, onFile }: Work,
  run: (options: CorpusOptions) => Promise<Result>,
): Promise<Result> {
  const pool = openComputePool(config, config.workers);
  try {
    return await run({
      parallel: config.workers,
      signal,
      onFile,
      measureFile: (path) => {
        const input: MeasureInput = { path, durationSeconds: 180 };
        return pool.run(measureKernelName, input, { signal });
      },
    });
  } finally {
    await pool.close();
  }
}
