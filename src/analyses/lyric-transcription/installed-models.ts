/** Which recogniser and which detectors are installed, and the errors that say what to do about it. */
import { join } from 'node:path';
import { chooseModel } from '../../models/choose-model.js';
import type { Manifest, ModelEntry } from '../../models/manifest.js';

/** Better ones first. A recogniser outside this list is used only where the operator names it. */
const preferred: readonly string[] = ['whisper-large-v3-turbo', 'whisper-base', 'whisper-tiny'];
/** Others are used only where the operator names them: no gain of Spleeter over the mix was shown. */
const separators: readonly string[] = ['htdemucs-ft-vocals'];
/** Better ones first, by the figures in docs/analyses/lyric-transcription.md. */
const detectors: readonly string[] = ['yamnet', 'silero-vad'];
export const firstRecogniser = 'whisper-base';

export const noRecogniserMessage =
  'The song has vocals, and no speech recogniser is installed to transcribe them. Install one with ' +
  `\`contrafact models pull ${firstRecogniser}\`, then run the analysis again.`;

export const alignmentNeedsRecogniser =
  'Given lyrics are aligned by an installed recogniser, and this service transcribes by an endpoint. Install one with ' +
  `\`contrafact models pull ${firstRecogniser}\` and unset CONTRAFACT_TRANSCRIBE_URL, or transcribe without lyrics.`;

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
  return chooseModel('recogniser', preferred, manifest, modelsDir, named);
}

/** The strong separator to use, as `chooseRecogniser`; null transcribes the mix. */
export function chooseSeparator(
  manifest: Manifest,
  modelsDir: string,
  named?: string,
): Promise<ModelEntry | null> {
  return chooseModel('separator', separators, manifest, modelsDir, named);
}

/** The detector that decides over the presence of a voice, as `chooseRecogniser`; null is the built-in classifier. */
export function chooseDetector(
  manifest: Manifest,
  modelsDir: string,
  named?: string,
): Promise<ModelEntry | null> {
  return chooseModel('detector', detectors, manifest, modelsDir, named);
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
