/** Optional models: which are there, and what is lost without the others. */

import { type UsedModel, usedModels } from '../../analyses/lyric-transcription/used-models.js';
import type { Config } from '../../config.js';
import { listModels } from '../../models/installed.js';
import { loadManifest, type ModelEntry } from '../../models/manifest.js';
import { formatBytes } from '../output.js';
import { type Check, checked } from './check.js';

/** Looks at presence only; hashes are `models verify`'s work. */
export async function checkModels(config: Config): Promise<Check[]> {
  const checks: Check[] = [];
  const remedy = 'Reinstall the program: its list of models is missing or broken.';
  const listed = await checked('models', remedy, async () => {
    const states = await listModels(loadManifest(), config.modelsDir);
    for (const { entry, state, totalBytes } of states) {
      // A model whose absence costs nothing is for tests, or for analyses to come.
      if (state === 'absent' && /^Nothing\b/.test(entry.withoutIt)) continue;
      const name = `model ${entry.id}`;
      if (state === 'shipped' || state === 'installed') {
        checks.push({ name, status: 'ok', detail: `${entry.purpose}, ${state}` });
      } else {
        checks.push({
          name,
          status: state === 'partial' || entry.shipped ? 'warning' : 'absent',
          detail: `${entry.purpose}, not ${state === 'partial' ? 'whole' : 'installed'}; ${costOf(entry, totalBytes)}`,
          disables: [entry.withoutIt],
          remedy: `contrafact models pull ${entry.id}`,
        });
      }
    }
    return { status: 'ok', detail: `${states.length} known, kept in ${config.modelsDir}` };
  });
  const used = config.analyses.includes('lyric-transcription') ? await usedModels(config) : [];
  for (const model of used) checks.push(usedCheck(model));
  return [listed, ...checks];
}

/** What an operator decides on before anything is fetched: the size, as far as it is known, and the licence. */
function costOf({ aboutBytes, licence }: ModelEntry, totalBytes: number | null): string {
  const bytes = totalBytes ?? aboutBytes ?? null;
  const size =
    bytes === null ? 'size unknown' : `${totalBytes === null ? 'about ' : ''}${formatBytes(bytes)}`;
  return `${size}, licence ${licence}`;
}

const songsWithVocalsFail = 'Songs with vocals cannot be transcribed: their tasks fail.';

/** What is not there is missing, however well the service does without it. */
function usedCheck({ kind, detail, missing, problem }: UsedModel): Check {
  const name = `lyric transcription, ${kind}`;
  if (problem !== null) {
    return { name, status: 'failed', detail, disables: ['Lyric transcription fails.'], remedy: problem };
  }
  const absent = /^none: (.*)$/.exec(detail);
  if (absent === null) return { name, status: 'ok', detail };
  const remedy = missing === null ? {} : { disables: [songsWithVocalsFail], remedy: missing };
  return { name, status: 'absent', detail: `missing: ${absent[1]}`, ...remedy };
}
