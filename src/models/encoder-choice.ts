/** The sentence encoder that the operator chose: one of the manifest's, or a folder with a description of its own. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type EncoderSettings, encoderSettings, findModel, loadManifest, modelFolder } from './manifest.js';

/** In a model's folder: describes an encoder that the program's manifest does not know. */
export const ownDescription = 'contrafact-encoder.json';

export interface EncoderChoice {
  readonly id: string;
  readonly folder: string;
  readonly settings: EncoderSettings;
  /** Everything that its vectors depend on. */
  readonly identity: string;
}

/** Written for the operator: what is wrong with the chosen encoder and what to do. */
export class EncoderError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'EncoderError';
  }
}

/** Throws EncoderError where `id` names no encoder, or its description cannot be read. Opens no model. */
export function findEncoder(id: string, modelsDir: string): EncoderChoice {
  const known = loadManifest();
  const entry = known.models.find((model) => model.id === id);
  if (entry && !entry.encoder) throw new EncoderError(`The model "${id}" is no sentence encoder.`);
  if (entry?.encoder) {
    // How scores are read from cosines may change without touching what is stored.
    const { backgroundCosine: _, limits: __, ...stored } = entry.encoder;
    const identity = JSON.stringify([stored, entry.revision, entry.files]);
    return { id, folder: modelFolder(entry, modelsDir), settings: entry.encoder, identity };
  }
  const folder = join(modelsDir, id);
  const path = join(folder, ownDescription);
  if (!/^[a-z0-9][a-z0-9._-]*$/i.test(id) || !existsSync(path)) {
    const ids = known.models.filter((model) => model.encoder).map((model) => model.id);
    throw new EncoderError(
      `There is no sentence encoder "${id}". Known: ${ids.join(', ')}; one of your own needs ${path}.`,
    );
  }
  const settings = readOwn(path);
  for (const file of [settings.model, 'tokenizer.json', 'tokenizer_config.json'])
    requireFile(folder, id, file);
  const hash = createHash('sha256').update(readFileSync(join(folder, settings.model)));
  const { backgroundCosine: _, limits: __, ...stored } = settings;
  hash.update(readFileSync(join(folder, 'tokenizer.json')));
  return { id, folder, settings, identity: JSON.stringify([stored, hash.digest('hex')]) };
}

function readOwn(path: string): EncoderSettings {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new EncoderError(`${path} is not JSON.`);
  }
  const parsed = encoderSettings.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new EncoderError(`${path} does not describe an encoder. ${problems.join('; ')}`);
}

function requireFile(folder: string, id: string, file: string): void {
  if (existsSync(join(folder, file))) return;
  throw new EncoderError(`The encoder "${id}" is not whole: ${join(folder, file)} is missing.`);
}

/** Throws EncoderError where a file of the encoder is missing or has another size than the manifest says. */
export function requireInstalled(id: string, modelsDir: string): void {
  const { folder } = findEncoder(id, modelsDir);
  const entry = loadManifest().models.find((model) => model.id === id);
  if (!entry) return;
  const missing = entry.files.filter((file) => !existsSync(join(folder, file.path)));
  if (missing.length > 0) {
    throw new EncoderError(
      `The encoder "${id}" is not installed: ${missing.map((file) => file.path).join(', ')} missing in ${folder}. ` +
        `Install it with: contrafact models pull ${id}`,
    );
  }
  for (const { path, bytes } of entry.files) {
    const found = statSync(join(folder, path)).size;
    if (bytes === null || bytes === found) continue;
    throw new EncoderError(
      `${join(folder, path)} has ${found} bytes, its manifest says ${bytes}. Install it again with: ` +
        `contrafact models remove ${id} && contrafact models pull ${id}`,
    );
  }
}

/** The folder of a model that comes with the program. */
export function shippedFolder(id: string): string {
  return modelFolder(findModel(loadManifest(), id), '');
}
