/** An operator's classifiers have a vote: probabilities are averaged by weight, and the result stays one set of odds. */
import type { Odds, SegmentOdds, TrackOdds } from './odds.js';

export interface Vote {
  /** Against 1 of the acoustic evidence. */
  readonly weight: number;
  /** Of "fake", 0 … 1. */
  readonly probability: number;
}

/** From here on a vote's result is found: as likely as what just passes the budget of false alarms. */
const foundFrom = 0.6;

/** The track's odds and its segments' after all votes. Votes are about the whole track: where they decide it, they decide every segment. */
export function withVotes(
  odds: TrackOdds,
  votes: readonly Vote[],
): { track: Odds; segments: readonly SegmentOdds[] } {
  const total = votes.reduce((sum, { weight }) => sum + weight, 1);
  if (total === 1) return { track: odds, segments: odds.segments };
  const sum = votes.reduce((all, { weight, probability }) => all + weight * probability, odds.probability);
  const probability = sum / total;
  const track: Odds = { ...odds, probability, found: probability >= foundFrom };
  if (track.found === odds.found) return { track, segments: odds.segments };
  return {
    track,
    segments: odds.segments.map((segment) => ({ ...segment, probability, found: track.found })),
  };
}
