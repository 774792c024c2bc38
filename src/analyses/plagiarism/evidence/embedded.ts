/** The calibration of the evidence of pairs that comes with the program: models/embedded/plagiarism-evidence/. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { embeddedDir } from '../../../models/embedded-evidence.js';
import { type PairCalibration, pairCalibrationSchema } from './pair-calibration.js';

export const calibrationId = 'plagiarism-evidence';
export const [calibrationFile, cardFile] = ['calibration.json', 'card.json'];

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** What the card shows its reader, and what loading checks of it. */
export const pairCardSchema = z.strictObject({
  id: z.literal(calibrationId),
  version: z.string(),
  intendedUse: z.string(),
  limits: z.array(z.string()).min(1),
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
  files: z.strictObject({ 'calibration.json': sha256 }),
});

export interface EmbeddedCalibration {
  readonly calibration: PairCalibration;
  readonly card: z.infer<typeof pairCardSchema>;
}

/**
 * Reads, hashes and checks the files.
 * @throws Error naming the file and what is wrong with it: another hash than the card's, or another shape
 */
export function loadCalibration(folder: string = join(embeddedDir, calibrationId)): EmbeddedCalibration {
  const card = parsed(folder, cardFile, pairCardSchema);
  const path = join(folder, calibrationFile);
  const found = createHash('sha256').update(readFileSync(path)).digest('hex');
  if (found !== card.files['calibration.json'])
    throw new Error(`${path} has SHA-256 ${found}; its card names ${card.files['calibration.json']}.`);
  return { calibration: parsed(folder, calibrationFile, pairCalibrationSchema), card };
}

function parsed<Schema extends z.ZodType>(folder: string, name: string, schema: Schema): z.infer<Schema> {
  const path = join(folder, name);
  const read = schema.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  if (!read.success) throw new Error(`${path} is not what it should be: ${z.prettifyError(read.error)}`);
  return read.data;
}

let loaded: EmbeddedCalibration | undefined;

/** Read once a process. */
export function embeddedCalibration(): EmbeddedCalibration {
  loaded ??= loadCalibration();
  return loaded;
}
