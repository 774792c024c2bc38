/** `final_result`: the weighted average of the binary models, or the admission that it cannot be told. */
import type { JsonObject } from '../../../domain/task.js';
import { rounded } from './model-result.js';
import { isUndecided, type Reliability } from './reliability.js';

export interface WeightedProbability {
  readonly weight: number;
  /** Of "fake", 0 … 1. */
  readonly probability: number;
}

export interface FinalVerdict {
  readonly fake: number;
  readonly abstained: boolean;
  readonly reasons: readonly string[];
}

/** Throws RangeError where no weight is positive: an ensemble without a vote is a configuration error. */
export function finalVerdict(votes: readonly WeightedProbability[], reliability: Reliability): FinalVerdict {
  const total = votes.reduce((sum, { weight }) => sum + weight, 0);
  if (!(total > 0)) throw new RangeError('No binary model has a positive weight');
  const fake = votes.reduce((sum, { weight, probability }) => sum + weight * probability, 0) / total;
  const abstained = isUndecided(fake);
  const reasons = [...reliability.reasons];
  if (abstained && reasons.length === 0) reasons.push('the traces are too weak to decide');
  return { fake, abstained, reasons };
}

/** The documented object; `abstained: true` is there only where the verdict is "cannot tell". */
export function finalResult({ fake, abstained }: FinalVerdict): JsonObject {
  if (abstained) return { prediction: 'real', confidence: rounded(Math.max(0.5, 1 - fake)), abstained: true };
  const isFake = fake > 0.5;
  return { prediction: isFake ? 'fake' : 'real', confidence: rounded(isFake ? fake : 1 - fake) };
}
