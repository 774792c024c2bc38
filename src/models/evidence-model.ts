/**
 * An evidence model: named measurements in, log-odds out. A logistic model that is additive over its features, each of
 * them a piecewise linear curve that only rises or only falls. It is data (models/embedded/<id>/), never source.
 */
import { z } from 'zod';

export const evidenceModelFormat = 'contrafact-evidence-model';

const feature = z
  .strictObject({
    name: z.string().min(1),
    unit: z.string().min(1),
    /** Whether the odds rise or fall with it; a curve of neither direction is not accepted. */
    direction: z.enum(['rising', 'falling']),
    /** Rising values of the feature; the curve is flat before the first and after the last. */
    knots: z.array(z.number().finite()).min(2),
    /** Log-odds gained (rising) or lost (falling) between each two knots; none below 0. */
    steps: z.array(z.number().finite().nonnegative()),
  })
  .refine(({ knots, steps }) => steps.length === knots.length - 1, 'there must be one step between two knots')
  .refine(({ knots }) => knots.every((knot, index) => index === 0 || knot > knots[index - 1]!), {
    message: 'knots must rise',
  });

export const evidenceModelSchema = z.strictObject({
  format: z.literal(evidenceModelFormat),
  formatVersion: z.literal(1),
  id: z.string().min(1),
  /** Named in every result that was made with it. */
  version: z.string().min(1).max(80),
  bias: z.number().finite(),
  features: z.array(feature).min(1),
});

export type EvidenceModel = z.infer<typeof evidenceModelSchema>;
export type EvidenceFeature = EvidenceModel['features'][number];

/** What a feature adds to the log-odds at a value: 0 or more where it rises, 0 or less where it falls. */
export function contributionOf({ knots, steps, direction }: EvidenceFeature, value: number): number {
  let sum = 0;
  for (let index = 0; index < steps.length && value > knots[index]!; index++) {
    const share = (value - knots[index]!) / (knots[index + 1]! - knots[index]!);
    sum += steps[index]! * Math.min(1, share);
  }
  return direction === 'rising' ? sum : -sum;
}

/** Log-odds of a case; `values` in the order of the model's features. */
export function logOddsOf({ bias, features }: EvidenceModel, values: readonly number[]): number {
  return features.reduce((sum, one, index) => sum + contributionOf(one, values[index]!), bias);
}

/** Throws RangeError where the model does not read exactly these features in this order. */
export function requireFeatures(model: EvidenceModel, names: readonly string[]): void {
  const own = model.features.map(({ name }) => name);
  if (own.join() === names.join()) return;
  throw new RangeError(
    `The evidence model ${model.id} reads ${own.join(', ')}; this version measures ${names.join(', ')}.`,
  );
}
