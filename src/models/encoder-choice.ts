/** The sentence encoder that the operator chose: one of the manifest's, or a folder with a description of its own. */
import { createHash, type Hash } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { EncoderError } from './encoder-error.js';
import { type EncoderSettings, encoderSettings, findModel, loadManifest, modelFolder } from './manifest.js';
import { isStatic } from './static-encoder.js';
import { openStaticTable } from './static-table.js';

/** In a model's folder: describes an encoder that the program's manifest does not know. */
export const ownDescription = 'contrafact-encoder.json';

export interface EncoderChoice {
  readonly id: string;
  readonly folder: string;
  readonly settings: EncoderSettings;
  /** Everything that its vectors depend on. */
  readonly identity: string;
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
  const settings = /^[a-z0-9][a-z0-9._-]*$/i.test(id) ? ownSettings(folder) : null;
  if (settings === null) {
    const ids = known.models.filter((model) => model.encoder).map((model) => model.id);
    throw new EncoderError(
      `There is no sentence encoder "${id}". Known: ${ids.join(', ')}; one of your own needs ` +
        `${join(folder, ownDescription)}, or ${staticTable} and tokenizer.json there.`,
    );
  }
  const needed = isStatic(settings) ? [] : ['tokenizer_config.json'];
  for (const file of [settings.model, 'tokenizer.json', ...needed]) requireFile(folder, id, file);
  const { backgroundCosine: _, limits: __, licence: ___, ...stored } = settings;
  const files = [settings.model, 'tokenizer.json'].map((file) => join(folder, file));
  return { id, folder, settings, identity: JSON.stringify([stored, contentHash(files)]) };
}

/** The file that tools save a static model's vectors in. */
const staticTable = 'model.safetensors';

/** From the folder's description, or from a static model itself, which needs none; null where there is neither. */
export function ownSettings(folder: string): EncoderSettings | null {
  const path = join(folder, ownDescription);
  if (existsSync(path)) return readOwn(path);
  const model = join(folder, staticTable);
  if (!existsSync(model) || !existsSync(join(folder, 'tokenizer.json'))) return null;
  const table = openStaticTable(model);
  table.close();
  return encoderSettings.parse({
    model: staticTable,
    dimensions: table.dimensions,
    pooling: 'mean',
    prefix: '',
    maxTokens: 512,
    backgroundCosine: 0.3,
    limits: `A model without ${ownDescription}: which languages it knows was not stated.`,
  });
}

const hashed = new Map<string, string>();
const hashedAtOnce = 1 << 20;

/** SHA-256 of files end to end, read in parts; once for each state of them that sizes and times distinguish. */
function contentHash(paths: readonly string[]): string {
  const state = paths
    .map((path) => {
      const { size, mtimeMs } = statSync(path);
      return `${path}\n${size}\n${mtimeMs}`;
    })
    .join('\n');
  let digest = hashed.get(state);
  if (digest === undefined) {
    const hash = createHash('sha256');
    for (const path of paths) addFile(hash, path);
    digest = hash.digest('hex');
    hashed.set(state, digest);
  }
  return digest;
}

function addFile(hash: Hash, path: string): void {
  const file = openSync(path, 'r');
  try {
    const part = Buffer.alloc(hashedAtOnce);
    for (let read = readSync(file, part); read > 0; read = readSync(file, part))
      hash.update(part.subarray(0, read));
  } finally {
    closeSync(file);
  }
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
