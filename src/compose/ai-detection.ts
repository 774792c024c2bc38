/**
 * What an operator may add to AI detection, all of it in `<models folder>/ai-detection`: classifiers (a folder each),
 * heads fitted on their own corpora, and the generators' display names. Read once at start and refused aloud there:
 * a vote must not vanish silently.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AiDetectionOptions } from '../analyses/ai-detection/ai-detection.js';
import type { Calibration } from '../analyses/ai-detection/heads/calibration.js';
import { readHeadsFile } from '../analyses/ai-detection/heads/heads-file.js';
import { checkModelsKernelName } from '../analyses/ai-detection/operator-models/kernels.js';
import type { OperatorModel } from '../analyses/ai-detection/operator-models/manifest.js';
import { type Compute, ComputeError } from '../analyses/analysis.js';
import { ConfigError } from '../config.js';
import { checkGeneratorNames, type GeneratorNames } from '../domain/labels.js';

const headsFileName = 'heads.json';
const generatorNamesFileName = 'generator-names.json';

/** Where `contrafact train ai-detection` writes, and the service reads, an operator's own heads. */
export const operatorHeadsPath = (modelsDir: string): string =>
  join(modelsDir, 'ai-detection', headsFileName);

/**
 * Reads and checks the operator's part. Models are loaded and tried in a compute process, never in this one.
 * @throws ConfigError naming the file or folder and the reason
 */
export async function operatorAiDetection(compute: Compute, modelsDir: string): Promise<AiDetectionOptions> {
  const folder = join(modelsDir, 'ai-detection');
  const [operatorModels, calibration, generatorNames] = await Promise.all([
    checkedModels(compute, folder),
    readIfPresent<Calibration>(operatorHeadsPath(modelsDir), readHeadsFile),
    readIfPresent<GeneratorNames>(join(folder, generatorNamesFileName), readGeneratorNames),
  ]);
  return {
    operatorModels,
    ...(calibration === null ? {} : { calibration }),
    ...(generatorNames === null ? {} : { generatorNames }),
  };
}

/** Without a folder of a model there is nothing to check, and no reason to start a compute process. */
async function checkedModels(compute: Compute, folder: string): Promise<OperatorModel[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new ConfigError([`${folder} cannot be read (${error.code ?? error.message}).`]);
  });
  if (!entries.some((entry) => entry.isDirectory())) return [];
  try {
    return await compute.run<OperatorModel[]>(checkModelsKernelName, null);
  } catch (error) {
    if (error instanceof ComputeError && error.failure === 'bad-input')
      throw new ConfigError([error.message]);
    throw error;
  }
}

async function readIfPresent<Content>(
  path: string,
  read: (text: string) => Content,
): Promise<Content | null> {
  try {
    return read(await readFile(path, 'utf8'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new ConfigError([`${path} is refused: ${message}`]);
  }
}

function readGeneratorNames(text: string): GeneratorNames {
  const names: unknown = JSON.parse(text);
  if (typeof names !== 'object' || names === null || Array.isArray(names)) {
    throw new RangeError('it must be a JSON object of generator ids and names, like {"genA": "…"}.');
  }
  return checkGeneratorNames(names as Readonly<Record<string, unknown>>);
}
