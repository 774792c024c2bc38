/** What the operator chose or added for analyses: the same refusals as at the service's start. */
import { operatorAiDetection } from '../../analyses/ai-detection/operator-folder.js';
import { operatorEncoder } from '../../analyses/lyric-plagiarism/operator-encoder.js';
import { openComputePool } from '../../compose/compute-pool.js';
import type { Config } from '../../config.js';
import { type Check, checked } from './check.js';

/** Classifiers are loaded and tried in a compute process, as the service does. */
export async function checkOperatorModels(config: Config): Promise<Check[]> {
  const checks: Check[] = [];
  if (config.analyses.includes('lyric-plagiarism')) checks.push(await checkEncoder(config));
  if (config.analyses.includes('ai-detection')) checks.push(await checkAiDetection(config));
  return checks;
}

function checkEncoder(config: Config): Promise<Check> {
  const remedy = 'Without CONTRAFACT_ENCODER the shipped encoder is used.';
  return checked('lyric plagiarism, encoder', remedy, async () => {
    const { id } = operatorEncoder(config);
    const chosen = config.encoder === null ? 'the shipped one' : 'chosen by CONTRAFACT_ENCODER';
    return { status: 'ok', detail: `${id}, ${chosen}` };
  });
}

function checkAiDetection(config: Config): Promise<Check> {
  const remedy = 'The service does not start like this: mend what is named, or take it out of that folder.';
  return checked('AI detection, your own models', remedy, async () => {
    const pool = openComputePool(config, 1);
    try {
      const { operatorModels = [], odds } = await operatorAiDetection(pool, config.modelsDir);
      const classifiers = operatorModels.map(({ manifest }) => manifest.id).join(', ') || 'no classifier';
      const model =
        odds === undefined ? 'the embedded evidence model' : `your own: ${odds.calibration.version}`;
      return { status: 'ok', detail: `${classifiers}; ${model}` };
    } finally {
      await pool.close();
    }
  });
}
