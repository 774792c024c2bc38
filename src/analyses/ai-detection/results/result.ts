/** The documented result of each product, from one measurement: one verdict, and views of it. */
import type { GeneratorNames } from '../../../domain/labels.js';
import type { RequestVariant } from '../../../domain/operations.js';
import type { JsonObject, JsonValue } from '../../../domain/task.js';
import { type OddsData, trackOdds } from '../evidence/odds.js';
import { withVotes } from '../evidence/votes.js';
import type { Measurement } from '../measurement.js';
import { type Evidence, evidenceOf } from './evidence.js';
import { finalResult } from './final-result.js';
import { modelResult, type View } from './model-result.js';
import { type ProductName, products } from './products.js';
import { type Judged, judgeOdds } from './verdict.js';
import { priorsOf } from './verdicts.js';

/** One more model's answer, already in the documented shape; `fake` null where it has no vote. */
export interface AddedModel {
  readonly element: JsonObject;
  readonly fake: number | null;
  readonly weight: number;
}

export interface JudgedTrack {
  readonly verdict: Judged;
  readonly finalResult: JsonObject;
  readonly modelResults: JsonObject[];
  readonly evidence: Evidence;
  readonly priors: JsonObject[];
  readonly abstained: boolean;
}

/** Judges a measurement. Every part of the result is derived from one set of odds. */
export function judge(
  product: ProductName,
  measurement: Measurement,
  data: OddsData,
  names: GeneratorNames = {},
  added: readonly AddedModel[] = [],
): JudgedTrack {
  const odds = trackOdds(measurement, data);
  const votes = added.flatMap(({ fake, weight }) => (fake === null ? [] : [{ weight, probability: fake }]));
  const { track, segments } = withVotes(odds, votes);
  const lattice = odds.decisive === null ? null : measurement.lattices[odds.decisive]!;
  const verdict = judgeOdds(measurement, odds, track, data);
  const view: View = { track, segments, lattice, names };
  return {
    verdict,
    finalResult: finalResult(verdict),
    modelResults: [
      ...products[product].map((spec) => modelResult(spec, view)),
      ...added.map(({ element }) => element),
    ],
    evidence: evidenceOf(measurement, { odds, segments, verdict, data }),
    priors: priorsOf(lattice),
    abstained: verdict.finding === 'cannot_tell' || verdict.finding === 'possible',
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
  { finalResult, modelResults }: JudgedTrack,
): JsonValue {
  const whole = { final_result: finalResult, model_results: modelResults };
  if (product === 'pro-v2') return whole;
  return { [filename]: variant === 'file' ? modelResults : whole };
}
