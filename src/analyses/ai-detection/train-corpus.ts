/** `contrafact train ai-detection`: from two lists of files to heads, through whatever measures a file. */
import { trackFeatures } from './heads.js';
import type { Measurement } from './measurement.js';
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
  /** After each file; `error` where it was left out. */
  onFile?(done: number, total: number, file: CorpusFile, error: string | null): void;
}

/**
 * Measures every file and fits the heads. A file that cannot be measured is reported and left out.
 * @throws RangeError where too few generators or recordings remain (see trainHeads)
 */
export async function trainOnCorpus(
  files: readonly CorpusFile[],
  options: TrainOptions,
): Promise<TrainedHeads> {
  const examples: TrainingExample[] = [];
  for (const [index, file] of files.entries()) {
    let failure: string | null = null;
    try {
      const measurement = await options.measureFile(file.path);
      examples.push({ features: trackFeatures(measurement), isFake: file.isFake, group: file.group });
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
    }
    options.onFile?.(index + 1, files.length, file, failure);
  }
  return trainHeads(examples);
}
