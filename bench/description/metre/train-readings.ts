/**
 * Fits a network to choose among readings: over the readings of each song a share of the exponentials of their log-odds (a conditional logit,
 * McFadden 1974) through one small hidden layer, by stochastic gradient descent (Kingma & Ba, "Adam", ICLR 2015).
 */
import { inputLimit, type SmallNetwork } from '../../../src/signal/small-network.js';
import { shuffle } from '../../shuffle.js';
import { randomOf } from '../rhythm-songs.js';

interface JudgedReading {
  readonly features: readonly number[];
  /** The metre is right, and so are the beats, at half or double time too. */
  readonly isRight: boolean;
  /** The tempo is right besides. */
  readonly isRightTempo: boolean;
}

export interface JudgedSong {
  readonly readings: readonly JudgedReading[];
  /** How much the song counts. */
  readonly weight: number;
}

const hiddenCount = 8;
const epochs = 40;
const batch = 16;
const topRate = 3e-3;
const decay = 0.1;
/** How much the right tempo counts beside the right metre. */
const tempoShare = 0.3;

interface Prepared {
  readonly inputs: readonly Float64Array[];
  /** Of every reading its share of what is right; two targets. */
  readonly targets: readonly { readonly isGood: readonly boolean[]; readonly weight: number }[];
}

/** Hidden weights, hidden biases, output weights in one array. */
type Weights = Float64Array;

export function trainReadings(songs: readonly JudgedSong[], seed: number): SmallNetwork {
  const { mean, deviation } = moments(songs);
  const width = mean.length;
  const prepared = songs.map((song) => prepare(song, mean, deviation));
  const random = randomOf(seed + 1);
  const count = hiddenCount * (width + 2);
  const weights = new Float64Array(count);
  for (let at = 0; at < count; at++)
    weights[at] = (2 * random() - 1) / Math.sqrt(at < hiddenCount * width ? width : hiddenCount);
  const gradient = new Float64Array(count);
  const first = new Float64Array(count);
  const second = new Float64Array(count);
  const order = Int32Array.from(prepared.keys());
  const steps = epochs * Math.ceil(order.length / batch);
  let step = 0;
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random);
    for (let from = 0; from < order.length; from += batch) {
      const chosen = order.subarray(from, from + batch);
      gradient.fill(0);
      for (const song of chosen) addGradient(prepared[song]!, weights, width, gradient);
      step++;
      const rate = topRate * Math.min(1, step / 50) * 0.5 * (1 + Math.cos((Math.PI * step) / steps));
      for (let at = 0; at < count; at++) {
        const slope = gradient[at]! / chosen.length;
        first[at] = 0.9 * first[at]! + 0.1 * slope;
        second[at] = 0.999 * second[at]! + 0.001 * slope * slope;
        const move = first[at]! / (1 - 0.9 ** step) / (Math.sqrt(second[at]! / (1 - 0.999 ** step)) + 1e-8);
        weights[at]! -= rate * (move + decay * weights[at]!);
      }
    }
  }
  const units = hiddenCount * width;
  return {
    scaling: { mean, deviation },
    activation: 'tanh',
    sums: 'float64',
    inputs: width,
    hidden: weights.slice(0, units).map(rounded),
    hiddenBias: weights.slice(units, units + hiddenCount).map(rounded),
    output: weights.slice(units + hiddenCount).map(rounded),
    outputBias: Float64Array.of(0),
  };
}

/** Three decimals are enough, and a difference of versions stays readable. */
const rounded = (value: number): number => Math.round(value * 1000) / 1000;

function moments(songs: readonly JudgedSong[]): { mean: Float64Array; deviation: Float64Array } {
  const rows = songs.flatMap(({ readings }) => readings.map(({ features }) => features));
  const mean = new Float64Array(rows[0]!.length);
  const deviation = new Float64Array(rows[0]!.length);
  for (const row of rows) for (const [at, value] of row.entries()) mean[at]! += value / rows.length;
  for (const row of rows)
    for (const [at, value] of row.entries()) deviation[at]! += (value - mean[at]!) ** 2 / rows.length;
  return {
    mean: mean.map(rounded),
    deviation: deviation.map((each) => rounded(Math.max(0.01, Math.sqrt(each)))),
  };
}

function prepare({ readings, weight }: JudgedSong, mean: Float64Array, deviation: Float64Array): Prepared {
  const inputs = readings.map(({ features }) =>
    Float64Array.from(features, (value, at) =>
      Math.min(inputLimit, Math.max(-inputLimit, (value - mean[at]!) / deviation[at]!)),
    ),
  );
  const targets = [
    { isGood: readings.map(({ isRight }) => isRight), weight },
    { isGood: readings.map(({ isRightTempo }) => isRightTempo), weight: weight * tempoShare },
  ];
  return { inputs, targets: targets.filter(({ isGood }) => isGood.includes(true)) };
}

function addGradient({ inputs, targets }: Prepared, weights: Weights, width: number, into: Weights): void {
  const active = inputs.map((input) => activeUnits(weights, width, input));
  const output = weights.subarray(hiddenCount * (width + 1));
  const scores = active.map((units) => units.reduce((sum, value, unit) => sum + value * output[unit]!, 0));
  const largest = Math.max(...scores);
  const shares = scores.map((score) => Math.exp(score - largest));
  const sum = (kept: (at: number) => boolean): number =>
    shares.reduce((total, share, at) => total + (kept(at) ? share : 0), 0);
  const all = sum(() => true);
  for (const { isGood, weight } of targets) {
    const good = sum((at) => isGood[at]!);
    for (const [at, share] of shares.entries()) {
      const error = weight * (share / all - (isGood[at] ? share / good : 0));
      if (Math.abs(error) > 1e-5) addError(weights, width, inputs[at]!, active[at]!, error, into);
    }
  }
}

function activeUnits(weights: Weights, width: number, input: Float64Array): Float64Array {
  return Float64Array.from({ length: hiddenCount }, (_, unit) => {
    let sum = weights[hiddenCount * width + unit]!;
    for (let at = 0; at < width; at++) sum += weights[unit * width + at]! * input[at]!;
    return Math.tanh(sum);
  });
}

function addError(
  weights: Weights,
  width: number,
  input: Float64Array,
  active: Float64Array,
  error: number,
  into: Weights,
): void {
  for (let unit = 0; unit < hiddenCount; unit++) {
    const outputAt = hiddenCount * (width + 1) + unit;
    into[outputAt]! += error * active[unit]!;
    const back = error * weights[outputAt]! * (1 - active[unit]! ** 2);
    into[hiddenCount * width + unit]! += back;
    for (let at = 0; at < width; at++) into[unit * width + at]! += back * input[at]!;
  }
}
