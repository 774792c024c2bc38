/** models/manifest.json: which optional models there are, where they come from and how they are used. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';

/** A path inside a model's folder: relative, without `..`. */
const relativePath = z
  .string()
  .min(1)
  .refine((path) => !path.startsWith('/') && !path.split('/').includes('..') && !path.includes('\\'));

const file = z.object({
  path: relativePath,
  /** Null where unknown until the first pull, which then pins it in the model's lock file. */
  bytes: z.number().int().positive().nullable(),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
});

/** How a sentence encoder is used. `none`: the model's output is one vector a line already. */
export const encoderSettings = z.object({
  model: relativePath,
  dimensions: z.number().int().positive(),
  pooling: z.enum(['mean', 'cls', 'none']),
  /** `l2`: vectors are scaled to length 1; `none`: they are taken as the model gives them. */
  normalisation: z.enum(['l2', 'none']).default('l2'),
  /** Put before every line, as the model was trained ("query: "). */
  prefix: z.string(),
  maxTokens: z.number().int().positive(),
  /** Cosine below which two lines have nothing in common as far as this model can measure. */
  backgroundCosine: z.number().min(-1).max(0.99),
  /** What the model cannot do, in a sentence for the user. */
  limits: z.string(),
  /** Of a model that the manifest does not name: shown by `models list`. */
  licence: z.string().max(200).optional(),
});

const separator = z.object({
  model: relativePath,
  sampleRateHz: z.number().int().positive(),
  /** Samples of a window where the model's input leaves them open. */
  windowSamples: z.number().int().positive(),
  /** Which stem is the vocals, from 0. */
  vocals: z.number().int().nonnegative(),
  /** Whether windows are scaled to a deviation of 1 before the network, and back after it. */
  normalised: z.boolean().default(false),
});

const model = z.object({
  id: z.string().regex(/^[a-z0-9][a-z0-9._-]*$/i),
  purpose: z.enum(['sentence-encoder', 'recogniser', 'separator', 'voice-activity', 'audio-events']),
  usedBy: z.array(z.string()),
  /** Comes with the program: nothing to pull. */
  shipped: z.boolean(),
  /** `owner/name` on the model hub. */
  repository: z.string().nullable(),
  revision: z.string().nullable(),
  licence: z.string(),
  licenceNote: z.string(),
  withoutIt: z.string(),
  files: z.array(file).min(1),
  /** Roughly what a download comes to, where the files' sizes are not known before the first one. */
  aboutBytes: z.number().int().positive().optional(),
  encoder: encoderSettings.optional(),
  /** How a separator for transcription is run. */
  separator: separator.optional(),
});

const manifest = z.object({ version: z.literal(1), models: z.array(model) });

export type ModelFile = z.infer<typeof file>;
export type ModelEntry = z.infer<typeof model>;
export type SeparatorSettings = z.infer<typeof separator>;
export type EncoderSettings = z.infer<typeof encoderSettings>;
export type Manifest = z.infer<typeof manifest>;

/** The folder of the manifest and of the models that come with the program. */
const shippedModelsDir = resolve(import.meta.dirname, '..', '..', 'models');

const loaded = new Map<string, Manifest>();

/** Reads and checks the manifest, once a process. Throws with the offending field where it is malformed. */
export function loadManifest(path: string = join(shippedModelsDir, 'manifest.json')): Manifest {
  let known = loaded.get(path);
  if (!known) {
    known = manifest.parse(JSON.parse(readFileSync(path, 'utf8')));
    loaded.set(path, known);
  }
  return known;
}

/** Throws an error that lists the known ids where `id` is not one. */
export function findModel(known: Manifest, id: string): ModelEntry {
  const entry = known.models.find((candidate) => candidate.id === id);
  if (!entry) {
    const ids = known.models.map((candidate) => candidate.id).join(', ');
    throw new Error(`There is no model "${id}". Known models: ${ids}.`);
  }
  return entry;
}

/** Where a model's files are, or would be. */
export function modelFolder(entry: ModelEntry, modelsDir: string): string {
  return join(entry.shipped ? shippedModelsDir : modelsDir, entry.id);
}
