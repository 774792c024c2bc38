/** Optional models: which are there, and what is lost without the others. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { loadManifest, modelFolder } from '../../compose/development.js';
import type { Config } from '../../config.js';
import { type Check, checked } from './check.js';

/** Looks at presence and size only; hashes are the model commands' work. */
export async function checkModels(config: Config): Promise<Check[]> {
  const remedy = 'Reinstall the program: its list of models is missing or broken.';
  const checks: Check[] = [];
  const listed = await checked('models', remedy, async () => {
    const { models } = loadManifest();
    for (const model of models) {
      const folder = modelFolder(model, config.modelsDir);
      const problems = await Promise.all(
        model.files.map(async ({ path, bytes }) => {
          const found = await stat(join(folder, path)).catch(() => null);
          if (!found) return `${path} is missing`;
          return bytes !== null && found.size !== bytes ? `${path} has the wrong size` : '';
        }),
      );
      const broken = problems.filter(Boolean);
      const name = `model ${model.id}`;
      if (broken.length === 0) checks.push({ name, status: 'ok', detail: model.purpose });
      else {
        const detail = broken.length === model.files.length ? 'not installed' : broken.join(', ');
        checks.push({ name, status: 'warning', detail, disables: [model.withoutIt] });
      }
    }
    return { status: 'ok', detail: `${models.length} known; others would be in ${config.modelsDir}` };
  });
  return [listed, ...checks];
}
