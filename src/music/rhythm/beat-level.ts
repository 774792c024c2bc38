/**
 * Whether a count's beats are those of the song, or its halves or pairs. The evidence of every frame is weighed as if frames were independent, so a count that
 * takes all beats that are likelier than chance is likelier than one that leaves every other one out, although all of these hang together. How much
 * stronger one half of the beats is than the other shows which is which, at any tempo (models/embedded/bar-network/counting.json).
 */
import type { BarActivations } from './bar-activations.js';
import type { BarCount } from './bar-pointer.js';
import { medianInterval } from './rhythm.js';

/** Fitted weights of the features and a bias: the log odds that the song's beats are half or twice as fast as those counted, against as fast. */
export interface LevelWeights {
  readonly half: readonly number[];
  readonly double: readonly number[];
}

export interface LevelProbabilities {
  readonly half: number;
  readonly double: number;
}

export const levelFeatureCount = 6;
/** Log odds where nothing is known. */
const weakest = -9;
/** Tempi within these octaves of half or double are at that level. */
const nearOctaves = 0.2;

/**
 * By how much the stronger half of the beats exceeds the weaker one, the weaker one, and what lies between the beats, each a mean of the log odds
 * of a beat; octaves from 100 beats a minute; whether the earlier reading counts half or twice as fast.
 * `from`: the frame of the note network at which the evidence begins; `earlierBpm`: null where there is no earlier reading.
 * Null for fewer than four beats.
 */
export function levelFeatures(
  count: BarCount,
  bars: BarActivations,
  from: number,
  earlierBpm: number | null,
): number[] | null {
  const { beatFrames } = count;
  if (beatFrames.length < 4) return null;
  const frames = beatFrames.map((frame) => (from + frame) / 2);
  const between = frames.slice(1).map((frame, at) => 0.5 * (frame + frames[at]!));
  const parity = (odd: number): number =>
    meanLogOdds(
      frames.filter((_, at) => at % 2 === odd),
      bars,
    );
  const [first, second] = [parity(0), parity(1)];
  const bpm = bpmOf(count, 2 * bars.framesPerSecond);
  const ratio = earlierBpm === null ? 0 : Math.log2(earlierBpm / bpm);
  return [
    Math.abs(first - second),
    Math.min(first, second),
    meanLogOdds(between, bars),
    Math.log2(bpm / 100),
    Number(Math.abs(ratio + 1) < nearOctaves),
    Number(Math.abs(ratio - 1) < nearOctaves),
  ];
}

/** Of the median interval. */
export const bpmOf = ({ beatFrames }: BarCount, framesPerSecond: number): number =>
  (60 * framesPerSecond) / medianInterval(beatFrames);

/** Of half and of twice the tempo, beside that which is counted: the three together are 1. */
export function levelProbabilities(
  features: readonly number[] | null,
  weights: LevelWeights,
): LevelProbabilities {
  if (features === null) return { half: 0, double: 0 };
  const odds = (own: readonly number[]): number =>
    Math.exp([...features, 1].reduce((sum, value, at) => sum + value * own[at]!, 0));
  const [half, double] = [odds(weights.half), odds(weights.double)];
  const all = 1 + half + double;
  return { half: half / all, double: double / all };
}

export function likeliestRatio({ half, double }: LevelProbabilities): 0.5 | 1 | 2 {
  if (1 - half - double >= Math.max(half, double)) return 1;
  return half > double ? 0.5 : 2;
}

/** Of a beat, first of its bar or not, in the likeliest frame next to each. */
function meanLogOdds(frames: readonly number[], { beat, downbeat }: BarActivations): number {
  let sum = 0;
  for (const frame of frames) {
    let best = weakest;
    for (let at = Math.round(frame) - 1; at <= Math.round(frame) + 1; at++) {
      const [a, b] = [beat[at] ?? weakest, downbeat[at] ?? weakest];
      best = Math.max(best, Math.max(a, b) + Math.log1p(Math.exp(-Math.abs(a - b))));
    }
    sum += best;
  }
  return sum / Math.max(1, frames.length);
}
