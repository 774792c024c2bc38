/** Fits an evidence model: a monotone additive logistic on cases of several candidates each, of which the best counts. */
import { rounded } from '../numbers/rounded.js';
import { logistic } from '../signal/logistic.js';
import type { EvidenceFeature, EvidenceModel } from './evidence-model.js';

/** What is given of a feature: its curve's knots, its direction, and the steps that theory expects. */
export interface FeatureShape extends Omit<EvidenceFeature, 'steps'> {
  /** Steps before any data: where few cases show the feature, the fit stays near them. */
  readonly expected: readonly number[];
}

export interface FitCase {
  /** Feature values of each candidate, in the order of the shapes; the case's log-odds are those of its best one. */
  readonly candidates: readonly (readonly number[])[];
  readonly isPositive: boolean;
  readonly weight: number;
}

const iterations = 1500;
/** Which candidate is the best one is decided anew after this many steps. */
const reselectEvery = 25;
const rate = 0.05;
const decays = { mean: 0.9, square: 0.999 };
/** How strongly steps are drawn to the expected ones: as if so much of all weight had shown them. */
const pull = 3e-3;
const startBias = -4;

interface Layout {
  readonly sizes: readonly number[];
  readonly signs: readonly number[];
  readonly total: number;
}

/** The share of each step that a candidate has climbed, with the feature's sign. */
function expanded(
  shapes: readonly FeatureShape[],
  values: readonly number[],
  { total }: Layout,
): Float64Array {
  const row = new Float64Array(total);
  let at = 0;
  for (const [index, { knots, direction }] of shapes.entries()) {
    const sign = direction === 'rising' ? 1 : -1;
    for (let step = 0; step + 1 < knots.length; step++) {
      const share = (values[index]! - knots[step]!) / (knots[step + 1]! - knots[step]!);
      row[at++] = sign * Math.min(1, Math.max(0, share));
    }
  }
  return row;
}

function dot(row: Float64Array, steps: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < row.length; index++) sum += row[index]! * steps[index]!;
  return sum;
}

function bestOf(rows: readonly Float64Array[], steps: Float64Array): Float64Array {
  let best = rows[0]!;
  let most = Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    const sum = dot(row, steps);
    if (sum > most) [best, most] = [row, sum];
  }
  return best;
}

/**
 * Maximises the weighted likelihood under steps of 0 or more, by projected Adam. The same cases give the same model.
 * @throws RangeError where no case has a candidate, or no weight is positive
 */
export function fitEvidenceModel(
  shapes: readonly FeatureShape[],
  cases: readonly FitCase[],
): Pick<EvidenceModel, 'bias' | 'features'> {
  const sizes = shapes.map(({ knots }) => knots.length - 1);
  const layout: Layout = {
    sizes,
    signs: shapes.map(({ direction }) => (direction === 'rising' ? 1 : -1)),
    total: sizes.reduce((sum, size) => sum + size, 0),
  };
  const bags = cases
    .filter(({ candidates, weight }) => candidates.length > 0 && weight > 0)
    .map(({ candidates, ...rest }) => ({
      ...rest,
      rows: candidates.map((values) => expanded(shapes, values, layout)),
    }));
  const totalWeight = bags.reduce((sum, { weight }) => sum + weight, 0);
  if (!(totalWeight > 0)) throw new RangeError('Fitting needs cases of positive weight');
  const expected = Float64Array.from(shapes.flatMap((shape) => shape.expected));
  const steps = expected.slice();
  let bias = startBias;
  // The last place is the bias's.
  const means = new Float64Array(layout.total + 1);
  const squares = new Float64Array(layout.total + 1);
  const gradient = new Float64Array(layout.total + 1);
  let chosen: Float64Array[] = [];
  for (let iteration = 0; iteration < iterations; iteration++) {
    if (iteration % reselectEvery === 0) chosen = bags.map(({ rows }) => bestOf(rows, steps));
    gradient.fill(0);
    for (const [index, { isPositive, weight }] of bags.entries()) {
      const row = chosen[index]!;
      const error = (weight / totalWeight) * ((isPositive ? 1 : 0) - logistic(bias + dot(row, steps)));
      for (let at = 0; at < layout.total; at++) gradient[at]! += error * row[at]!;
      gradient[layout.total]! += error;
    }
    const pace = rate * (iteration < iterations / 2 ? 1 : 0.2);
    for (let at = 0; at <= layout.total; at++) {
      const slope = at < layout.total ? gradient[at]! - pull * (steps[at]! - expected[at]!) : gradient[at]!;
      means[at] = decays.mean * means[at]! + (1 - decays.mean) * slope;
      squares[at] = decays.square * squares[at]! + (1 - decays.square) * slope * slope;
      const mean = means[at]! / (1 - decays.mean ** (iteration + 1));
      const square = squares[at]! / (1 - decays.square ** (iteration + 1));
      const move = (pace * mean) / (Math.sqrt(square) + 1e-10);
      if (at < layout.total) steps[at] = Math.max(0, steps[at]! + move);
      else bias += move;
    }
  }
  return { bias: rounded(bias, 3), features: withSteps(shapes, steps, layout) };
}

function withSteps(
  shapes: readonly FeatureShape[],
  steps: Float64Array,
  { sizes }: Layout,
): EvidenceFeature[] {
  let at = 0;
  return shapes.map((shape, index) => {
    const own = Array.from(steps.subarray(at, at + sizes[index]!), (step) => rounded(step, 3));
    at += sizes[index]!;
    const { expected: _, ...named } = shape;
    return { ...named, knots: [...shape.knots], steps: own };
  });
}
