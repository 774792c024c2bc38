/** The documented result of each product, from one measurement. */
import type { GeneratorNames } from '../../../domain/labels.js';
import type { RequestVariant } from '../../../domain/operations.js';
import type { JsonObject, JsonValue } from '../../../domain/task.js';
import type { Calibration } from '../heads/calibration.js';
import type { Measurement } from '../measurement.js';
import { type Evidence, evidenceOf } from './evidence.js';
import { finalResult, finalVerdict } from './final-result.js';
import { type Judgement, modelResult, trackProbability } from './model-result.js';
import { type ProductName, products } from './products.js';
import { latticeReliability } from './reliability.js';

/** One more model's answer, already in the documented shape; `fake` null where it has no vote. */
export interface AddedModel {
  readonly element: JsonObject;
  readonly fake: number | null;
  readonly weight: number;
}

export interface Judged {
  readonly finalResult: JsonObject;
  readonly modelResults: JsonObject[];
  readonly evidence: Evidence;
  readonly abstained: boolean;
  /** The ensemble's probability of "fake", unrounded. */
  readonly fake: number;
  /** Every embedded model's probability of "fake", by model id. */
  readonly fakeByModel: Readonly<Record<string, number>>;
}

export function judge(
  product: ProductName,
  measurement: Measurement,
  calibration: Calibration,
  names: GeneratorNames = {},
  added: readonly AddedModel[] = [],
): Judged {
  const reliability = latticeReliability(measurement);
  const judgement: Judgement = { measurement, calibration, reliability, names };
  const specs = products[product];
  const votes = specs
    .filter(({ task }) => task === 'binary')
    .map((spec) => ({
      weight: calibration.ensembleWeights[product]?.[spec.id] ?? 0,
      probability: trackProbability(spec, judgement),
    }));
  for (const { fake, weight } of added) if (fake !== null) votes.push({ weight, probability: fake });
  const verdict = finalVerdict(votes, reliability);
  return {
    finalResult: finalResult(verdict),
    modelResults: [
      ...specs.map((spec) => modelResult(spec, judgement)),
      ...added.map(({ element }) => element),
    ],
    evidence: evidenceOf(measurement, verdict, calibration),
    abstained: verdict.abstained,
    fake: verdict.fake,
    fakeByModel: Object.fromEntries(specs.map((spec) => [spec.id, trackProbability(spec, judgement)])),
  };
}

/**
 * Puts the parts in the product's shape: pro-v2 bare; the others under the file's name, in the earlier upload
 * variant without `final_result`.
 */
export function documentedResult(
  product: ProductName,
  variant: RequestVariant,
  filename: string,
  { finalResult, modelResults }: Judged,
): JsonValue {
  const whole = { final_result: finalResult, model_results: modelResults };
  if (product === 'pro-v2') return whole;
  return { [filename]: variant === 'file' ? modelResults : whole };
}
