/** What an AI detection measured, as its drawings need it. */

import type { JsonValue } from '../domain/task.js';
import { fields, list, number } from '../domain/verdict/read-json.js';

/** Where a recording stands among recordings and signals without a generator. */
export interface OddsEvidence {
  readonly logOdds: number;
  /** Log-odds from which a track counts as found. */
  readonly threshold: number;
  /** Log-odds that 0, 10 … 90 % of those without a generator stay below. */
  readonly negativeDeciles: readonly number[];
  /** Log-odds within which their number falls to 1/e, beyond the last decile. */
  readonly negativeTailDecay: number;
  readonly casesWithoutGenerator: number;
  /** Of the recording; 0 where a result does not hold it. */
  readonly durationSeconds: number;
}

export interface SegmentOdds {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly logOdds: number;
  readonly found: boolean;
}

/** Null where a result has none: an earlier version's, or one without a decision. */
export function oddsEvidence(detail: JsonValue | undefined): OddsEvidence | null {
  const evidence = fields(fields(detail).evidence);
  const odds = fields(evidence.odds);
  const [logOdds, threshold, negativeTailDecay] = [
    number(odds.log_odds),
    number(odds.threshold),
    number(odds.negative_tail_decay),
  ];
  const negativeDeciles = list(odds.negative_deciles).map(Number);
  if (logOdds === null || threshold === null || negativeTailDecay === null) return null;
  if (negativeDeciles.length !== 10) return null;
  const casesWithoutGenerator = number(odds.negative_cases) ?? 0;
  const durationSeconds = number(evidence.duration_seconds) ?? 0;
  return { logOdds, threshold, negativeTailDecay, negativeDeciles, casesWithoutGenerator, durationSeconds };
}

export function segmentOdds(detail: JsonValue | undefined): SegmentOdds[] {
  return list(fields(fields(detail).evidence).timeline)
    .map(fields)
    .map((part) => ({
      startSeconds: number(part.start_seconds) ?? 0,
      endSeconds: number(part.end_seconds) ?? 0,
      logOdds: number(part.log_odds) ?? 0,
      found: part.found === true,
    }));
}

/** Of 1,000 recordings and signals without a generator, how many have these log-odds or more. */
export function negativesAtLeast(
  { negativeDeciles: deciles, negativeTailDecay }: OddsEvidence,
  logOdds: number,
): number {
  const last = deciles.length - 1;
  if (logOdds >= deciles[last]!) return 100 * Math.exp((deciles[last]! - logOdds) / negativeTailDecay);
  const below = deciles.findIndex((decile) => decile > logOdds) - 1;
  if (below < 0) return 1000;
  const [from, to] = [deciles[below]!, deciles[below + 1]!];
  return 1000 - 100 * (below + (logOdds - from) / Math.max(1e-9, to - from));
}
