/** Fits a learned order of songs, which does not ship, on measured pairs (docs/measurements/plagiarism-order.md). */

import { type EvidenceModel, logOddsOf } from '../../src/models/evidence-model.js';
import { type FeatureShape, type FitCase, fitEvidenceModel } from '../../src/models/fit-evidence-model.js';
import type { MeasuredCollection, MeasuredPair, MeasuredQuery } from './measured-pairs.js';
import { pairFeatures } from './pair-features.js';

type Model = Pick<EvidenceModel, 'bias' | 'features'>;

/** Of each query's unrelated songs: those furthest above chance, and some of the others, which count for all of them. */
const [hardest, sampled] = [8, 6];
/** Places of the knots among the values of answers and of unrelated songs. */
const knotShares = [0.02, 0.2, 0.5, 0.8, 0.95];

const above = pairFeatures.findIndex(({ name }) => name === 'surprise-above-chance');
const strength = ({ candidates }: MeasuredPair): number =>
  Math.max(...candidates.map((values) => values[above]!));

/** Every collection counts the same, answers as much as unrelated songs. */
function fitCases(collections: readonly MeasuredCollection[]): FitCase[] {
  return collections.flatMap(({ queries }) => {
    const answers = queries.flatMap(({ pairs }) => pairs.filter(({ isAnswer }) => isAnswer));
    const others = queries.flatMap(unrelatedOf);
    const total = others.reduce((sum, { weight }) => sum + weight, 0);
    return [
      ...answers.map(({ candidates }) => ({ candidates, isPositive: true, weight: 1 / answers.length })),
      ...others.map(({ pair, weight }) => ({
        candidates: pair.candidates,
        isPositive: false,
        weight: weight / total,
      })),
    ];
  });
}

function unrelatedOf({ pairs }: MeasuredQuery): { pair: MeasuredPair; weight: number }[] {
  const sorted = pairs.filter(({ isAnswer }) => !isAnswer).sort((a, b) => strength(b) - strength(a));
  const rest = sorted.slice(hardest);
  const step = Math.max(1, Math.ceil(rest.length / sampled));
  return [
    ...sorted.slice(0, hardest).map((pair) => ({ pair, weight: 1 })),
    ...rest.filter((_, index) => index % step === 0).map((pair) => ({ pair, weight: step })),
  ];
}

function quantiles(values: readonly number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b);
  return knotShares.map((share) => sorted[Math.floor(share * (sorted.length - 1))]!);
}

/** Knots where answers and unrelated songs lie; a feature whose values are all the same keeps two. */
function shapesOf(
  cases: readonly FitCase[],
  isUsed: (feature: number) => boolean,
  features: readonly Pick<FeatureShape, 'name' | 'unit' | 'direction'>[] = pairFeatures,
): FeatureShape[] {
  return features.flatMap(({ name, unit, direction }, index) => {
    if (!isUsed(index)) return [];
    const valuesOf = (isPositive: boolean): number[] =>
      cases
        .filter((one) => one.isPositive === isPositive)
        .flatMap(({ candidates }) => candidates.map((values) => values[index]!));
    const [own, others] = [quantiles(valuesOf(true)), quantiles(valuesOf(false))];
    const places = [...own, ...others].sort((a, b) => a - b);
    // Unrelated songs lie close together: there the curve needs knots close together too.
    const nearest = 0.15 * Math.max(others[3]! - others[1]!, 0.1 * (own[3]! - own[1]!));
    const knots: number[] = [];
    for (const place of places) if (knots.length === 0 || place - knots.at(-1)! > nearest) knots.push(place);
    const rounded = [...new Set(knots.map((knot) => Number(knot.toFixed(3))))];
    if (rounded.length < 2) rounded.push(rounded[0]! + 1);
    return [{ name, unit, direction, knots: rounded, expected: rounded.slice(1).map(() => 0) }];
  });
}

export interface Fitted {
  readonly model: Model;
  logOdds(pair: MeasuredPair): number;
}

/** `isUsed`: which features are read; the others are left out of model and cases. */
export function fitPairs(
  collections: readonly MeasuredCollection[],
  isUsed: (feature: number) => boolean = () => true,
): Fitted {
  const kept = [...pairFeatures.keys()].filter(isUsed);
  const cases = fitCases(collections);
  const reduced = cases.map((one) => ({
    ...one,
    candidates: one.candidates.map((values) => kept.map((at) => values[at]!)),
  }));
  const model = fitEvidenceModel(shapesOf(cases, isUsed), reduced);
  const scored = model as EvidenceModel;
  return {
    model,
    logOdds: ({ candidates }) =>
      Math.max(
        ...candidates.map((values) =>
          logOddsOf(
            scored,
            kept.map((at) => values[at]!),
          ),
        ),
      ),
  };
}
