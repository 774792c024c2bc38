/** `contrafact train ai-detection`: from two lists of files to heads, through whatever measures a file. */

import type { Measurement } from '../measurement.js';
import { trackFeatures } from './heads.js';
import { type TrainedHeads, type TrainingExample, trainHeads } from './train-heads.js';

export interface CorpusFile {
  readonly path: string;
  /** What is held out together: a generator's folder, a recording. */
  readonly group: string;
  readonly isFake: boolean;
}

export interface TrainOptions {
  /** Runs the kernel `ai-detection.measure` on one file. */
  measureFile(path: string): Promise<Measurement>;
  /** How many files are measured at once; 1 by default. */
  readonly parallel?: number;
  /** Ends the training with its reason. */
  readonly signal?: AbortSignal;
  /** After each file; `error` where it was left out. */
  readonly onFile?:
    | ((done: number, total: number, file: CorpusFile, error: string | null) => void)
    | undefined;
}

/**
 * Measures every file and fits the heads. A file that cannot be measured is reported and left out. The same files
 * give the same heads, however many are measured at once.
 * @throws RangeError where too few generators or recordings remain (see trainHeads)
 */
export async function trainOnCorpus(
  files: readonly CorpusFile[],
  { measureFile, parallel = 1, signal, onFile }: TrainOptions,
): Promise<TrainedHeads> {
  const examples = new Array<TrainingExample | null>(files.length).fill(null);
  let next = 0;
  let done = 0;
  async function measureSome(): Promise<void> {
    while (next < files.length) {
      const index = next++;
      const { path, isFake, group } = files[index]!;
      let failure: string | null = null;
      try {
        examples[index] = { features: trackFeatures(await measureFile(path)), isFake, group };
      } catch (error) {
        signal?.throwIfAborted();
        failure = error instanceof Error ? error.message : String(error);
      }
      onFile?.(++done, files.length, files[index]!, failure);
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, parallel) }, measureSome));
  return trainHeads(examples.filter((example) => example !== null));
}
