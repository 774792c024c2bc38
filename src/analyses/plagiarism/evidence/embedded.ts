/** The evidence model of pairs that comes with the program, and its calibration: models/embedded/plagiarism-evidence/. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { embeddedDir } from '../../../models/embedded-evidence.js';
import { type EvidenceModel, evidenceModelSchema, requireFeatures } from '../../../models/evidence-model.js';
import { type PairCalibration, pairCalibrationSchema } from './pair-calibration.js';
import { runFeatureNames } from './run-cost.js';

export const calibrationId = 'plagiarism-evidence';
export const [weightsFile, calibrationFile, cardFile] = [
  'weights.json',
  'calibration.json',
  'card.json',
] as const;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** What the card shows its reader, and what loading checks of it. */
export const pairCardSchema = z.strictObject({
  id: z.literal(calibrationId),
  version: z.string(),
  intendedUse: z.string(),
  limits: z.array(z.string()).min(1),
  features: z.array(z.strictObject({ name: z.string(), unit: z.string(), direction: z.string() })),
  trainingCommand: z.string(),
  commit: z.string(),
  trainedAt: z.string(),
  /** Collections of unrelated pairs, and the SHA-256 over what was measured of them. */
  data: z.array(
    z.strictObject({
      collection: z.string(),
      queries: z.number().int().positive(),
      unrelatedPairs: z.number().int().positive(),
      sha256,
    }),
  ),
  /** On collections that were left out of the fit. */
  metrics: z.record(z.string(), z.number()),
  files: z.strictObject({ [weightsFile]: sha256, [calibrationFile]: sha256 }),
});
export type PairCard = z.infer<typeof pairCardSchema>;

export interface PairEvidence {
  /** Of the shape of a run (run-cost.ts). */
  readonly model: EvidenceModel;
  readonly calibration: PairCalibration;
  readonly card: PairCard;
}

/**
 * Reads, hashes and checks the files.
 * @throws Error naming the file and what is wrong with it: another hash than the card's, another shape, or other features
 */
export function loadPairEvidence(folder: string = join(embeddedDir, calibrationId)): PairEvidence {
  const card = parsed(folder, cardFile, pairCardSchema);
  for (const name of [weightsFile, calibrationFile]) {
    const path = join(folder, name);
    const found = createHash('sha256').update(readFileSync(path)).digest('hex');
    if (found !== card.files[name])
      throw new Error(`${path} has SHA-256 ${found}; its card names ${card.files[name]}.`);
  }
  const model = parsed(folder, weightsFile, evidenceModelSchema);
  requireFeatures(model, runFeatureNames);
  return { model, calibration: parsed(folder, calibrationFile, pairCalibrationSchema), card };
}

function parsed<Schema extends z.ZodType>(folder: string, name: string, schema: Schema): z.infer<Schema> {
  const path = join(folder, name);
  const read = schema.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  if (!read.success) throw new Error(`${path} is not what it should be: ${z.prettifyError(read.error)}`);
  return read.data;
}

let loaded: PairEvidence | undefined;

/** Read once a process. */
export function embeddedPairEvidence(): PairEvidence {
  loaded ??= loadPairEvidence();
  return loaded;
}
