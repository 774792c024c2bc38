/** Finds the operator's classifiers at start. One bad model stops the start: a vote must not vanish silently. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openClassifier } from './classifier.js';
import { type OperatorModel, OperatorModelError, parseManifest } from './manifest.js';

/**
 * Every model under `<modelsDir>/ai-detection`, checked by loading it. An absent folder holds none.
 * @throws OperatorModelError with the folder and the reason
 */
export async function findOperatorModels(modelsDir: string): Promise<OperatorModel[]> {
  const parent = join(modelsDir, 'ai-detection');
  const entries = await readdir(parent, { withFileTypes: true }).catch(() => []);
  const models: OperatorModel[] = [];
  for (const entry of entries.sort((a, b) => a.name.localeCompare(b.name))) {
    if (!entry.isDirectory()) continue;
    const folder = join(parent, entry.name);
    const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => {
      throw new OperatorModelError(folder, 'it has no manifest.json');
    });
    const model = { folder, manifest: parseManifest(folder, text) };
    if (models.some(({ manifest }) => manifest.id === model.manifest.id)) {
      throw new OperatorModelError(folder, `the id "${model.manifest.id}" is taken by another model`);
    }
    await openClassifier(model);
    models.push(model);
  }
  return models;
}
