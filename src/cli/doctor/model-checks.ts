/** Optional models: which are there, and what is lost without the others. */
import { listModels, loadManifest } from '../../compose/models.js';
import { usedModels } from '../../compose/used-models.js';
import type { Config } from '../../config.js';
import { type Check, checked } from './check.js';

/** Looks at presence only; hashes are `models verify`'s work. */
export async function checkModels(config: Config): Promise<Check[]> {
  const checks: Check[] = [];
  const remedy = 'Reinstall the program: its list of models is missing or broken.';
  const listed = await checked('models', remedy, async () => {
    const states = await listModels(loadManifest(), config.modelsDir);
    for (const { entry, state } of states) {
      const name = `model ${entry.id}`;
      if (state === 'shipped' || state === 'installed') {
        checks.push({ name, status: 'ok', detail: `${entry.purpose}, ${state}` });
      } else {
        checks.push({
          name,
          status: state === 'partial' || entry.shipped ? 'warning' : 'absent',
          detail: `${entry.purpose}, not ${state === 'partial' ? 'whole' : 'installed'}`,
          disables: [entry.withoutIt],
          remedy: `contrafact models pull ${entry.id}`,
        });
      }
    }
    return { status: 'ok', detail: `${states.length} known, kept in ${config.modelsDir}` };
  });
  const used = config.analyses.includes('lyric-transcription') ? await usedModels(config) : [];
  for (const { kind, detail, problem } of used) {
    const name = `lyric transcription, ${kind}`;
    checks.push(
      problem === null
        ? { name, status: 'ok', detail }
        : { name, status: 'failed', detail, disables: ['Lyric transcription fails.'], remedy: problem },
    );
  }
  return [listed, ...checks];
}
