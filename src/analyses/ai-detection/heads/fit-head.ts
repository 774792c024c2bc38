/** Fits one head: a logistic regression whose weights cannot be negative, by projected gradient ascent with momentum. */
import { logistic } from '../../../signal/logistic.js';
import { type FeatureName, type Features, type Head, leastFake, mostFake } from './heads.js';

export interface WeightedExample {
  readonly features: Features;
  readonly isFake: boolean;
  readonly weight: number;
}

const iterations = 3000;
const rate = 0.5;
const momentum = 0.95;
/** Keeps weights finite where the classes separate: a perfect score on few examples is not certainty. */
const ridge = 0.0003;
/** Scores span about 15: this brings them to the order of 1 for the ascent. */
const featureScale = 5;

/**
 * Maximises the likelihood of P(fake) = least + (most − least) · logistic(bias + Σ weight·score). The floor is part
 * of the model: fakes without a lattice are expected, and must not flatten the slope for the others.
 */
export function fitHead(examples: readonly WeightedExample[], names: readonly FeatureName[]): Head {
  const weights = new Float64Array(names.length).fill(5);
  let bias = -5;
  const total = examples.reduce((sum, { weight }) => sum + weight, 0);
  if (!(total > 0)) throw new RangeError('Fitting needs examples of positive weight');
  const span = mostFake - leastFake;
  const gradient = new Float64Array(names.length);
  const velocity = new Float64Array(names.length);
  let biasVelocity = 0;
  for (let iteration = 0; iteration < iterations; iteration++) {
    gradient.fill(0);
    let biasGradient = 0;
    for (const { features, isFake, weight } of examples) {
      let sum = bias;
      for (let index = 0; index < names.length; index++) {
        sum += (weights[index]! * features[names[index]!]) / featureScale;
      }
      const share = logistic(sum);
      const fake = leastFake + span * share;
      const slope = (weight / total) * (isFake ? 1 / fake : -1 / (1 - fake)) * span * share * (1 - share);
      biasGradient += slope;
      for (let index = 0; index < names.length; index++) {
        gradient[index]! += (slope * features[names[index]!]) / featureScale;
      }
    }
    biasVelocity = momentum * biasVelocity + rate * biasGradient;
    bias += biasVelocity;
    for (let index = 0; index < names.length; index++) {
      velocity[index] = momentum * velocity[index]! + rate * (gradient[index]! - ridge * weights[index]!);
      weights[index] = Math.max(0, weights[index]! + velocity[index]!);
    }
  }
  const rounded = (value: number): number => Math.round(value * 1000) / 1000;
  return {
    bias: rounded(bias),
    weights: Object.fromEntries(names.map((name, index) => [name, rounded(weights[index]! / featureScale)])),
  };
}
