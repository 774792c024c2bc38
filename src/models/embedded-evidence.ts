/** Loads an evidence model that comes with the program: models/embedded/<id>/ with weights, calibration and card. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { calibrationSchema, type FalseAlarmCalibration } from './calibration.js';
import { type EvidenceModel, evidenceModelSchema, requireFeatures } from './evidence-model.js';

export const embeddedDir = resolve(import.meta.dirname, '..', '..', 'models', 'embedded');
export const weightsFile = 'weights.json';
export const calibrationFile = 'calibration.json';
export const cardFile = 'card.json';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const counted = z.record(z.string(), z.number());

/** What a model's card states, and what loading checks of it. */
export const cardSchema = z.strictObject({
  id: z.string(),
  version: z.string(),
  intendedUse: z.string(),
  limits: z.array(z.string()).min(1),
  features: z.array(z.strictObject({ name: z.string(), unit: z.string(), direction: z.string() })),
  trainingCommand: z.string(),
  seed: z.number().int(),
  commit: z.string(),
  trainedAt: z.string(),
  /** Groups that were fitted on: how many cases, and the SHA-256 over the sorted SHA-256s of their files or recipes. */
  data: z.array(
    z.strictObject({
      group: z.string(),
      cases: z.number().int().positive(),
      /** Whether what is looked for is there; of AI detection's cards `isFake`. */
      isPositive: z.boolean().optional(),
      isFake: z.boolean().optional(),
      sha256,
    }),
  ),
  /** Of the held-out folds. */
  metrics: counted,
  files: z.strictObject({ [weightsFile]: sha256, [calibrationFile]: sha256 }),
});
export type EvidenceCard = z.infer<typeof cardSchema>;

export interface EvidenceData {
  readonly model: EvidenceModel;
  readonly calibration: FalseAlarmCalibration;
  readonly card: EvidenceCard;
}

/**
 * Reads, hashes and checks a model's files.
 * @throws Error naming the file and what is wrong with it: another hash than the card's, another shape, other features
 */
export function loadEvidence(
  id: string,
  featureNames: readonly string[],
  folder: string = join(embeddedDir, id),
): EvidenceData {
  const card = parsed(folder, cardFile, cardSchema);
  for (const name of [weightsFile, calibrationFile] as const) {
    const found = createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
    if (found !== card.files[name])
      throw new Error(`${join(folder, name)} has SHA-256 ${found}; its card names ${card.files[name]}.`);
  }
  const model = parsed(folder, weightsFile, evidenceModelSchema);
  const calibration = parsed(folder, calibrationFile, calibrationSchema);
  if (model.id !== id) throw new Error(`${join(folder, weightsFile)} is the model ${model.id}, not ${id}.`);
  requireCalibrationOf(model, calibration);
  requireFeatures(model, featureNames);
  if (card.features.map(({ name }) => name).join() !== featureNames.join())
    throw new Error(`${join(folder, cardFile)} lists other features than its model reads.`);
  return { model, calibration, card };
}

const loaded = new Map<string, EvidenceData>();

/** A model that comes with the program, read once a process. Throws as `loadEvidence` does. */
export function embeddedEvidence(id: string, featureNames: readonly string[]): EvidenceData {
  const data = loaded.get(id) ?? loadEvidence(id, featureNames);
  loaded.set(id, data);
  return data;
}

/** Throws Error where a calibration was made for another model than this one. */
export function requireCalibrationOf(model: EvidenceModel, calibration: FalseAlarmCalibration): void {
  if (calibration.model === model.id && calibration.modelVersion === model.version) return;
  throw new Error(
    `The calibration ${calibration.version} was made for ${calibration.model} ${calibration.modelVersion}; the model is ${model.id} ${model.version}.`,
  );
}

function parsed<Schema extends z.ZodType>(folder: string, name: string, schema: Schema): z.infer<Schema> {
  const path = join(folder, name);
  const read = schema.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  if (!read.success) throw new Error(`${path} is not what it should be: ${z.prettifyError(read.error)}`);
  return read.data;
}
