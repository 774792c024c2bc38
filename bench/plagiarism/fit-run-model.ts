/** Fits what the shape of a run says (src/analyses/plagiarism/evidence/run-cost.ts) on measured pairs, and scores pairs anew by it. */
import { runCost, runFeatureNames } from '../../src/analyses/plagiarism/evidence/run-cost.js';
import type { EvidenceModel } from '../../src/models/evidence-model.js';
import { type FeatureShape, type FitCase, fitEvidenceModel } from '../../src/models/fit-evidence-model.js';
import { scoreBeyondChance } from '../../src/music/melody/evidence.js';
import { sameTune } from './baselines.js';
import type { ManySongs } from './many-songs.js';
import type { MeasuredCollection, MeasuredPair } from './measured-pairs.js';
import { type FeatureName, featureNames, pairFeatures } from './pair-features.js';

export type RunModel = Pick<EvidenceModel, 'bias' | 'features'>;

/** What a model may read of a run: its knots lie over what runs of answers and of unrelated songs have and were not searched for. */
const knots: Readonly<Partial<Record<FeatureName, readonly number[]>>> = {
  'uneven-pace': [0, 0.1, 0.2, 0.35, 0.55, 0.8],
  density: [0.5, 0.6, 0.7, 0.8, 0.9],
  'odd-pace': [0, 0.1, 0.25, 0.5],
  'same-rhythm': [0.2, 0.4, 0.6, 0.8],
};
export const runFeatures = Object.keys(knots) as FeatureName[];

/** Those that ship. */
export const shippedFeatures = runFeatureNames.slice(1) as FeatureName[];

const scoreFeature: FeatureShape = {
  name: runFeatureNames[0],
  unit: 'bits of the aligned run beyond chance',
  direction: 'rising',
  knots: [0, 60],
  expected: [20],
};

/** Of each query's unrelated songs: those with most score, and some of the others, which count for all of them. */
const [hardest, sampled] = [12, 8];

const [alignedAt, chanceAt, placesAt, transcribedAt] = [
  'aligned-surprise',
  'chance',
  'places',
  'transcribed',
].map((name) => featureNames.indexOf(name as FeatureName)) as [number, number, number, number];

/** The score of a line as the product has it before the shape of its run counts. */
function lineScore(values: readonly number[]): number {
  const lines = values[transcribedAt] === 1 ? 'transcribed' : 'written';
  return scoreBeyondChance(values[alignedAt]!, values[chanceAt]!, values[placesAt]!, lines);
}

const measuredOf = (values: readonly number[], names: readonly FeatureName[]): number[] =>
  names.map((name) => values[featureNames.indexOf(name)]!);

/** Of lines that were written alone the shape counts as the best one. */
const bestOf = (names: readonly FeatureName[]): number[] =>
  names.map((name) => (directionOf(name) === 'falling' ? knots[name]![0]! : knots[name]!.at(-1)!));

const directionOf = (name: FeatureName) => pairFeatures.find((feature) => feature.name === name)!.direction;

interface Scored {
  readonly candidates: readonly (readonly number[])[];
  readonly isAlone: boolean;
  readonly claims: MeasuredPair['claims'];
}

const strength = ({ candidates }: Pick<Scored, 'candidates'>): number =>
  Math.max(...candidates.map((values) => lineScore(values)));

/** Bits by a model; without one, those of the alignment alone. What chords add to a melody is left out. */
function bitsBy(model: RunModel | null, { candidates, claims, isAlone }: Scored): number {
  const names = model ? (model.features.slice(1).map(({ name }) => name) as FeatureName[]) : [];
  const bits = candidates.map(
    (values) => lineScore(values) - (model && !isAlone ? runCost(model, measuredOf(values, names)) : 0),
  );
  // A line that is but an accompaniment makes no claim.
  const melody = claims.melody > 0 ? Math.max(...bits) : 0;
  return Math.max(0, melody, claims.harmony, claims.tonal);
}

/** The collection with the model's bits. */
export function rescored(collection: MeasuredCollection, model: RunModel | null): MeasuredCollection {
  return {
    ...collection,
    queries: collection.queries.map((query) => ({
      ...query,
      pairs: query.pairs.map((pair) => ({ ...pair, bits: bitsBy(model, pair) })),
    })),
  };
}

/** The same of songs among many. */
export function rescoredMany(many: ManySongs, model: RunModel | null): ManySongs {
  return {
    ...many,
    queries: many.queries.map((query) => ({
      ...query,
      strongest: query.strongest.map((one) => ({ ...one, bits: bitsBy(model, one) })),
    })),
  };
}

/** Every collection counts the same, answers as much as unrelated songs; songs among many are one more collection of unrelated ones. */
function casesOf(
  collections: readonly MeasuredCollection[],
  many: readonly ManySongs[],
  names: readonly FeatureName[],
): FitCase[] {
  const caseOf = (pair: Scored, isPositive: boolean, weight: number): FitCase => ({
    candidates: pair.candidates.map((values) => [
      lineScore(values),
      ...(pair.isAlone ? bestOf(names) : measuredOf(values, names)),
    ]),
    isPositive,
    weight,
  });
  const cases = collections.flatMap(({ queries }): FitCase[] => {
    const answers = queries.flatMap(({ pairs }) => pairs.filter(({ isAnswer }) => isAnswer));
    const others = queries.flatMap(({ pairs }) => {
      const sorted = pairs.filter(({ isAnswer }) => !isAnswer).sort((a, b) => strength(b) - strength(a));
      const rest = sorted.slice(hardest);
      const step = Math.max(1, Math.floor(rest.length / sampled));
      return [
        ...sorted.slice(0, hardest).map((pair) => ({ pair, weight: 1 })),
        ...rest.filter((_, index) => index % step === 0).map((pair) => ({ pair, weight: step })),
      ];
    });
    const total = others.reduce((sum, { weight }) => sum + weight, 0);
    return [
      ...answers.map((pair) => caseOf(pair, true, 1 / answers.length)),
      ...others.map(({ pair, weight }) => caseOf(pair, false, weight / total)),
    ];
  });
  const unrelated = many.flatMap(({ queries }) => {
    const songs = queries.flatMap(({ strongest }) => strongest.filter(({ trigrams }) => trigrams < sameTune));
    return songs.map((pair) => caseOf(pair, false, 1 / songs.length));
  });
  return [...cases, ...unrelated];
}

export function fitRunModel(
  collections: readonly MeasuredCollection[],
  many: readonly ManySongs[],
  names: readonly FeatureName[] = shippedFeatures,
): RunModel {
  const shapes = names.map((name): FeatureShape => {
    const { unit, direction } = pairFeatures.find((feature) => feature.name === name)!;
    const own = knots[name]!;
    return { name, unit, direction, knots: [...own], expected: own.slice(1).map(() => 0) };
  });
  return fitEvidenceModel([scoreFeature, ...shapes], casesOf(collections, many, names));
}
