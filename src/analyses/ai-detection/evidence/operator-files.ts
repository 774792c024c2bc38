/** An operator's own files: a model that `contrafact train` fitted, and a calibration that `contrafact calibrate` made. */
import { z } from 'zod';
import { calibrationSchema } from '../../../models/calibration.js';
import { requireCalibrationOf } from '../../../models/embedded-evidence.js';
import { evidenceModelSchema, requireFeatures } from '../../../models/evidence-model.js';
import { featureNames } from './features.js';
import type { OddsData } from './odds.js';

export const operatorModelFormat = 'contrafact-ai-detection-model-of-operator';
export const operatorCalibrationFormat = 'contrafact-ai-detection-calibration-of-operator';

const row = z.strictObject({
  group: z.string(),
  isFake: z.boolean(),
  recordings: z.number().int().positive(),
  /** Share of them that data without this group's calls fake. */
  calledFake: z.number().min(0).max(1),
});
export type HeldOutRow = z.infer<typeof row>;

export const operatorCard = z.strictObject({
  madeAt: z.iso.datetime(),
  /** One row a generator, and one a folder of recordings. */
  heldOut: z.array(row),
  recordings: z.number().int().positive(),
  falseAlarmRate: z.number().min(0).max(1),
  /** 95 % interval of it (Wilson 1927). */
  falseAlarmInterval: z.tuple([z.number(), z.number()]),
});
export type OperatorCard = z.infer<typeof operatorCard>;

const modelFile = z.strictObject({
  format: z.literal(operatorModelFormat),
  formatVersion: z.literal(1),
  model: evidenceModelSchema,
  calibration: calibrationSchema,
  card: operatorCard,
});
const calibrationFile = z.strictObject({
  format: z.literal(operatorCalibrationFormat),
  formatVersion: z.literal(1),
  calibration: calibrationSchema,
  card: operatorCard,
});
export type OperatorModelFile = z.infer<typeof modelFile>;
export type OperatorCalibrationFile = z.infer<typeof calibrationFile>;

/**
 * Reads an operator's model file.
 * @throws Error naming the field that is wrong
 */
export function readOperatorModel(text: string): OddsData {
  const { model, calibration } = parsed(text, modelFile, 'a model file of AI detection');
  requireFeatures(model, featureNames);
  requireCalibrationOf(model, calibration);
  return { model, calibration };
}

/**
 * Reads an operator's calibration of `data.model`, which replaces the calibration in `data`.
 * @throws Error naming the field that is wrong, or that it was made for another model
 */
export function readOperatorCalibration(text: string, data: OddsData): OddsData {
  const { calibration } = parsed(text, calibrationFile, 'a calibration file of AI detection');
  try {
    requireCalibrationOf(data.model, calibration);
  } catch (error) {
    throw new Error(
      `${(error as Error).message} Run \`contrafact calibrate ai-detection\` again, or remove it.`,
    );
  }
  return { model: data.model, calibration };
}

function parsed<Schema extends z.ZodType>(text: string, schema: Schema, what: string): z.infer<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`Not ${what}: no JSON (${(error as Error).message})`);
  }
  const read = schema.safeParse(value);
  if (!read.success) throw new Error(`Not ${what}: ${z.prettifyError(read.error)}`);
  return read.data;
}
