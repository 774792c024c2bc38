/** Reads a file of models/embedded/<id>/ and checks it against its card: hash, shape, names. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { embeddedDir } from '../embedded-evidence.js';
import { type ModelCard, modelCardSchema } from './model-card.js';

export interface LoadedModel<Content> {
  readonly content: Content;
  readonly card: ModelCard;
}

/**
 * `featureNames`: what this version of the program measures or looks up, in its order.
 * @throws Error naming the file and what is wrong with it: another hash than the card's, another shape, id or other names
 */
export function loadModel<Schema extends z.ZodType<{ id: string }>>(
  id: string,
  fileName: string,
  schema: Schema,
  featureNames: readonly string[],
  folder: string = join(embeddedDir, id),
): LoadedModel<z.infer<Schema>> {
  const { card, path } = checkedFile(fileName, folder);
  const content = parsed(path, schema);
  if (content.id !== id || card.id !== id)
    throw new Error(`${folder} holds the model ${content.id}, not ${id}.`);
  requireNames(
    `${path}'s card`,
    card.features.map(({ name }) => name),
    featureNames,
  );
  return { content, card };
}

/**
 * A file in a format of its own, ONNX, as it is.
 * @throws Error naming the file and what is wrong with it: another hash than the card's, another id or other names
 */
export function loadFile(
  id: string,
  fileName: string,
  featureNames: readonly string[],
  folder: string = join(embeddedDir, id),
): Uint8Array {
  const { card, path, bytes } = checkedFile(fileName, folder);
  if (card.id !== id) throw new Error(`${folder} holds the model ${card.id}, not ${id}.`);
  requireNames(
    `${path}'s card`,
    card.features.map(({ name }) => name),
    featureNames,
  );
  return bytes;
}

function checkedFile(fileName: string, folder: string): { card: ModelCard; path: string; bytes: Uint8Array } {
  const card = parsed(join(folder, 'card.json'), modelCardSchema);
  const path = join(folder, fileName);
  const bytes = readFileSync(path);
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== card.files[fileName])
    throw new Error(`${path} has SHA-256 ${found}; its card names ${card.files[fileName]}.`);
  return { card, path, bytes };
}

/** @throws Error with the first place at which two lists of names differ */
export function requireNames(what: string, own: readonly string[], expected: readonly string[]): void {
  const at = Array.from({ length: Math.max(own.length, expected.length) }).findIndex(
    (_, place) => own[place] !== expected[place],
  );
  if (at < 0) return;
  throw new Error(
    `${what} has ${own[at] ?? 'nothing'} at place ${at}; this version of the program has ${expected[at] ?? 'nothing'} there.`,
  );
}

function parsed<Schema extends z.ZodType>(path: string, schema: Schema): z.infer<Schema> {
  const read = schema.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  if (!read.success) throw new Error(`${path} is not what it should be: ${z.prettifyError(read.error)}`);
  return read.data;
}
