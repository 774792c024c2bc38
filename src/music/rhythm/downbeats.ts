/**
 * Meter, beats and first beats of bars among pulses half a beat apart: a hidden Markov model over the position in
 * the bar (Whiteley, Cemgil & Godsill, "Bayesian modelling of temporal structure in musical audio", ISMIR 2006;
 * Peeters & Papadopoulos, IEEE TASLP 2011). Two logistic regressions tell how much a pulse looks like a beat, and
 * a beat like the first of a bar; their weights were fitted on rendered songs of the development data.
 */
import { metricalFeatureCount } from './metrical-features.js';

export interface BarGrid {
  readonly meter: 3 | 4;
  /** Indexes of pulses, rising. */
  readonly beats: readonly number[];
  /** Indexes into `beats`, rising. */
  readonly downbeats: readonly number[];
  /** Mean gain in log likelihood a pulse over a guess that knows only how often each kind occurs. */
  readonly gain: number;
}

/** Features in the order of metrical-features.ts, then the constant. */
// The fit gives the plain accent (the first) no weight beside the bass, which holds for piano only: raised by hand.
const beatWeights = [0.15, 0.95, 0, 0, 0, -0.1, -0.1, 0.1, -0.1, 0.04];
const downbeatWeights = [0.19, 0.93, 0.2, 0.08, 0.07, -0.1, 0.24, 0.04, -0.15, -1.94];

/** Log likelihood that a count is left: a bar too short or too long, or a tracking slip. */
const slipCost = 10;
/** Most popular music is in four: three must be clearly likelier, by this much a pulse. */
const threeCost = 0.02;

export function findBars(features: Float32Array): BarGrid {
  const four = countBars(features, 4);
  const three = countBars(features, 3);
  return three.gain - threeCost > four.gain ? three : four;
}

function countBars(features: Float32Array, meter: 3 | 4): BarGrid {
  const count = features.length / metricalFeatureCount;
  const positions = meter * 2;
  const back = new Uint8Array(count * positions);
  let before = new Float32Array(positions);
  let now = new Float32Array(positions);
  const likelihood = new Float32Array(3);
  for (let pulse = 0; pulse < count; pulse++) {
    const beat = sigmoid(features, pulse, beatWeights);
    const downbeat = sigmoid(features, pulse, downbeatWeights);
    const rare = 1 / meter;
    // Divided by how often each kind occurs: what remains is the evidence.
    likelihood[0] = Math.log((1 - beat) / 0.5);
    likelihood[1] = Math.log((beat * (1 - downbeat)) / (0.5 * (1 - rare)));
    likelihood[2] = Math.log((beat * downbeat) / (0.5 * rare));
    let bestBefore = 0;
    for (let position = 1; position < positions; position++) {
      if (before[position]! > before[bestBefore]!) bestBefore = position;
    }
    const slipped = pulse > 0 ? before[bestBefore]! - slipCost : 0;
    for (let position = 0; position < positions; position++) {
      const regular = (position + positions - 1) % positions;
      const stays = pulse === 0 || before[regular]! >= slipped;
      back[pulse * positions + position] = stays ? regular : bestBefore;
      const kind = position === 0 ? 2 : position % 2 === 0 ? 1 : 0;
      now[position] = (stays ? before[regular]! : slipped) + likelihood[kind]!;
    }
    [before, now] = [now, before];
  }
  const score = count > 0 ? Math.max(...before) : 0;
  let position = before.indexOf(score);
  const beats: number[] = [];
  const firsts: number[] = [];
  for (let pulse = count - 1; pulse >= 0; pulse--) {
    if (position % 2 === 0) {
      beats.push(pulse);
      if (position === 0) firsts.push(pulse);
    }
    position = back[pulse * positions + position]!;
  }
  beats.reverse();
  firsts.reverse();
  const index = new Map(beats.map((pulse, beat) => [pulse, beat]));
  return {
    meter,
    beats,
    downbeats: firsts.map((pulse) => index.get(pulse)!),
    gain: score / Math.max(1, count),
  };
}

function sigmoid(features: Float32Array, pulse: number, weights: readonly number[]): number {
  let sum = weights[metricalFeatureCount]!;
  for (let i = 0; i < metricalFeatureCount; i++)
    sum += weights[i]! * features[pulse * metricalFeatureCount + i]!;
  return Math.min(0.98, Math.max(0.02, 1 / (1 + Math.exp(-sum))));
}
