/**
 * How high lattices score in this very recording where none is: at all other speeds. Held tones, codecs and empty
 * bands make some recordings rougher than others; a recording is compared with itself, so that the chance of a false
 * alarm is the same for all of them, also for those nobody has measured.
 *
 * The tail of the scores is taken as exponential above their ninth decile (peaks over a threshold, Pickands 1975), with
 * the decay that the quantiles of 90 and 99 % have: a lattice that is really there moves less than 1 % of the scores.
 */
export interface ScoreNull {
  readonly ninthDecile: number;
  /** By how much a score must rise to be e times rarer. */
  readonly decay: number;
}

/** A recording with hardly a tail must not make certainty of a small score. */
const minDecay = 0.4;

/** @throws RangeError where there are too few scores to say */
export function scoreNull(scores: Float32Array): ScoreNull {
  if (scores.length < 200) throw new RangeError('A null needs at least 200 scores');
  const sorted = scores.slice().sort();
  const at = (quantile: number): number => sorted[Math.floor(quantile * (sorted.length - 1))]!;
  const ninthDecile = at(0.9);
  return { ninthDecile, decay: Math.max(minDecay, (at(0.99) - ninthDecile) / Math.LN10) };
}

/**
 * Evidence in powers of ten: 3 means that among `candidates` scores without a lattice one this high is expected once
 * in a thousand recordings. Below 0: expected.
 */
export function evidenceOf(score: number, { ninthDecile, decay }: ScoreNull, candidates: number): number {
  return 1 - Math.log10(candidates) + ((score - ninthDecile) / decay) * Math.LOG10E;
}
