/** Which recogniser and which detectors are installed, and the errors that say what to do about it. */
import { join } from 'node:path';
import { listModels } from '../../models/installed.js';
import { findModel, type Manifest, type ModelEntry } from '../../models/manifest.js';

/** Better ones first. A recogniser outside this list is used only where the operator names it. */
const preferred: readonly string[] = ['whisper-large-v3-turbo', 'whisper-base', 'whisper-tiny'];
/** Better ones first, by the figures in docs/analyses/lyric-transcription.md. */
const detectors: readonly string[] = ['yamnet', 'silero-vad'];
export const firstRecogniser = 'whisper-base';

export const noRecogniserMessage =
  'The song has vocals, and no speech recogniser is installed to transcribe them. Install one with ' +
  `\`contrafact models pull ${firstRecogniser}\`, then run the analysis again.`;

/** The setting that uses none of a kind although one is installed. */
export const useNone = 'none';

/**
 * The recogniser to use: the one named, else the best one installed, else null.
 * @throws Error where the named one is unknown or not whole, or where an installation was left half-way and
 *   there is no other
 */
export function chooseRecogniser(
  manifest: Manifest,
  modelsDir: string,
  named?: string,
): Promise<ModelEntry | null> {
  return choose('recogniser', preferred, manifest, modelsDir, named);
}

/** The strong separator to use, as `chooseRecogniser`; null transcribes the mix. */
export function chooseSeparator(
  manifest: Manifest,
  modelsDir: string,
  named?: string,
): Promise<ModelEntry | null> {
  const strong = manifest.models.filter(({ separator }) => separator !== undefined).map(({ id }) => id);
  return choose('separator', strong, manifest, modelsDir, named);
}

/** The detector that decides over the presence of a voice, as `chooseRecogniser`; null is the built-in classifier. */
export function chooseDetector(
  manifest: Manifest,
  modelsDir: string,
  named?: string,
): Promise<ModelEntry | null> {
  return choose('detector', detectors, manifest, modelsDir, named);
}

async function choose(
  kind: string,
  known: readonly string[],
  manifest: Manifest,
  modelsDir: string,
  named: string | undefined,
): Promise<ModelEntry | null> {
  if (named === useNone) return null;
  const candidates = (named === undefined ? known : [named])
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

/** The encoder and decoder among a recogniser's files. */
export function recogniserFiles(entry: ModelEntry): { encoder: string; decoder: string } {
  const find = (name: string): string => {
    const file = entry.files.find(({ path }) => path.includes(name) && path.endsWith('.onnx'));
    if (!file) throw new Error(`The manifest names no ${name} of the recogniser "${entry.id}".`);
    return file.path;
  };
  return { encoder: find('encoder_model'), decoder: find('decoder_model_merged') };
}

export const yamnetPath = (folder: string): string => join(folder, 'yamnet_logmel.onnx');
export const sileroPath = (folder: string): string => join(folder, 'silero_vad.onnx');
