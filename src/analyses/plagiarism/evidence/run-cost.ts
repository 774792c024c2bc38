/**
 * What the shape of a run takes from its score: notes that match by chance now hurry and now wait, while a tune that was taken over keeps
 * step. The model is data (models/embedded/plagiarism-evidence/): log-odds of a common origin, additive and monotone in the score of the
 * alignment and in each measurement of the run.
 */
import { contributionOf, type EvidenceFeature, type EvidenceModel } from '../../../models/evidence-model.js';

/** In the order of the model's features: the score of the alignment first, then what is measured of its run. */
export const runFeatureNames = ['score-beyond-chance', 'uneven-pace'] as const;

/** Log-odds that a feature adds at its best value. */
function most({ direction, steps }: EvidenceFeature): number {
  return direction === 'rising' ? steps.reduce((sum, step) => sum + step, 0) : 0;
}

/** Log-odds for each bit of the alignment's score: one straight line. */
function oddsABit([score]: EvidenceModel['features']): number {
  const { knots, steps } = score!;
  return steps[0]! / (knots[1]! - knots[0]!);
}

/**
 * In bits of the score; 0 for a run of the best shape and never below: the log-odds that it lacks, as score that would make up for them.
 * `measured`: of the run, in the order of the model's features after the first.
 */
export function runCost({ features }: Pick<EvidenceModel, 'features'>, measured: readonly number[]): number {
  const lacking = measured.reduce((sum, value, at) => {
    const feature = features[at + 1]!;
    return sum + most(feature) - contributionOf(feature, value);
  }, 0);
  return lacking / oddsABit(features);
}
