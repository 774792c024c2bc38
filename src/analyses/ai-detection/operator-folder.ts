/**
 * What an operator may add to AI detection, all of it in `<models folder>/ai-detection`: classifiers (a folder each),
 * a model or a calibration made on their own corpora, and the generators' display names. Read once at start and refused aloud there:
 * a vote must not vanish silently.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Compute, ComputeError } from '../../domain/compute.js';
import { ConfigError } from '../../domain/config-error.js';
import { checkGeneratorNames, type GeneratorNames } from '../../domain/labels.js';
import type { AiDetectionOptions } from './ai-detection.js';
import { embeddedOdds } from './evidence/embedded.js';
import type { OddsData } from './evidence/odds.js';
import { readOperatorCalibration, readOperatorModel } from './evidence/operator-files.js';
import { checkModelsKernelName } from './operator-models/kernels.js';
import type { OperatorModel } from './operator-models/manifest.js';

const modelFileName = 'model.json';
const calibrationFileName = 'calibration.json';
/** What `contrafact train` wrote before version 1.1. */
const earlierFileName = 'heads.json';
const generatorNamesFileName = 'generator-names.json';

/** Where `contrafact train ai-detection` writes, and the service reads, an operator's own model. */
export const operatorModelPath = (modelsDir: string): string =>
  join(modelsDir, 'ai-detection', modelFileName);

/** The same of `contrafact calibrate ai-detection`. */
export const operatorCalibrationPath = (modelsDir: string): string =>
  join(modelsDir, 'ai-detection', calibrationFileName);

/**
 * Reads and checks the operator's part. Models are loaded and tried in a compute process, never in this one.
 * @throws ConfigError naming the file or folder and the reason
 */
export async function operatorAiDetection(compute: Compute, modelsDir: string): Promise<AiDetectionOptions> {
  const folder = join(modelsDir, 'ai-detection');
  const [operatorModels, odds, generatorNames] = await Promise.all([
    checkedModels(compute, folder),
    operatorOdds(modelsDir),
    readIfPresent<GeneratorNames>(join(folder, generatorNamesFileName), readGeneratorNames),
  ]);
  return {
    operatorModels,
    ...(odds === null ? {} : { odds }),
    ...(generatorNames === null ? {} : { generatorNames }),
  };
}

/**
 * The operator's own model and calibration; null where there is neither. A calibration belongs to one model.
 * @throws ConfigError where a file is broken, or was made for another model or by an earlier version
 */
export async function operatorOdds(modelsDir: string, withCalibration = true): Promise<OddsData | null> {
  const earlier = join(modelsDir, 'ai-detection', earlierFileName);
  await readIfPresent(earlier, () => {
    throw new Error(
      `it was fitted by an earlier version and cannot be used any more. Run \`contrafact train ai-detection\` again, or remove it.`,
    );
  });
  const own = await readIfPresent(operatorModelPath(modelsDir), readOperatorModel);
  if (!withCalibration) return own;
  const calibrated = await readIfPresent(operatorCalibrationPath(modelsDir), (text) =>
    readOperatorCalibration(text, own ?? embeddedOdds()),
  );
  return calibrated ?? own;
}

/** Without a folder of a model there is nothing to check, and no reason to start a compute process. */
async function checkedModels(compute: Compute, folder: string): Promise<OperatorModel[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new ConfigError([`${folder} cannot be read (${error.code ?? error.message}).`]);
  });
  if (!entries.some((entry) => entry.isDirectory())) return [];
  try {
    return await compute.run(checkModelsKernelName, null);
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
