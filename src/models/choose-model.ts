/** Which of several installed models of one kind is used. */
import { listModels } from './installed.js';
import { findModel, type Manifest, type ModelEntry } from './manifest.js';

/** The setting that uses none of a kind although one is installed. */
const useNone = 'none';

/**
 * The one that the operator named, else the first of `preferred` that is installed, else null. `kind` is a word for
 * messages. Looks at the files' presence only: `verifiedModel` hashes them.
 * @throws Error where the named one is unknown or not whole, or where an installation was left half-way and there is
 *   no other
 */
export async function chooseModel(
  kind: string,
  preferred: readonly string[],
  manifest: Manifest,
  modelsDir: string,
  named: string | undefined,
): Promise<ModelEntry | null> {
  if (named === useNone) return null;
  const candidates = (named === undefined ? preferred : [named])
    .filter((id) => named !== undefined || manifest.models.some((model) => model.id === id))
    .map((id) => findModel(manifest, id));
  const states = await listModels({ version: 1, models: candidates }, modelsDir);
  const whole = states.find(({ state }) => state === 'installed' || state === 'shipped');
  if (whole) return whole.entry;
  const partial = states.find(({ state }) => state === 'partial');
  if (partial || named !== undefined) {
    const id = (partial ?? states[0]!).entry.id;
    const what = partial ? 'is installed only in part' : 'is not installed';
    throw new Error(`The ${kind} "${id}" ${what}. Install it with \`contrafact models pull ${id}\`.`);
  }
  return null;
}

/** What is wrong with a setting that names a model, for the operator; null where nothing is. */
export function namedModelProblem(
  setting: string,
  id: string | null,
  purposes: readonly ModelEntry['purpose'][],
  manifest: Manifest,
): string | null {
  if (id === null || id === useNone) return null;
  const fitting = manifest.models.filter(({ purpose }) => purposes.includes(purpose));
  if (fitting.some((entry) => entry.id === id)) return null;
  return `${setting}: "${id}" is none of ${fitting.map((entry) => entry.id).join(', ')}`;
}
