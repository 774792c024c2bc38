/**
 * Which of a recording's counts is that of the song: bars of three, and of two or four, at half, their own and twice the tempo. What a count's
 * beats sound like says whether they are the song's beats, and whether its bars have three (a conditional logit after McFadden, "Conditional
 * logit analysis of qualitative choice behavior", 1974).
 */
import type { CountWeights, HeardCount } from './count-model.js';
import type { MetreCount } from './metre-counts.js';
import type { PlacedBeats } from './rhythm.js';

export interface TriedCount {
  readonly count: MetreCount;
  readonly ratio: 0.5 | 1 | 2;
  readonly placed: PlacedBeats;
  /** Null for fewer than four beats. */
  readonly heard: HeardCount | null;
}

export interface ScoredCount extends TriedCount {
  readonly score: number;
}

const minProbability = 1e-3;

/** Best first; scores are log probabilities up to a constant. `three`: the probability of three by the bars counted. */
export function scoredCounts(
  tried: readonly TriedCount[],
  three: number,
  model: CountWeights,
): readonly ScoredCount[] {
  const bounded = Math.min(1 - minProbability, Math.max(minProbability, three));
  const barOdds = Math.log(bounded / (1 - bounded));
  const [ofBeats, ofMetre] = model.count;
  return tried
    .map((own): ScoredCount => {
      const odds = oddsOfThree(own, tried, barOdds, model);
      const metre = -Math.log1p(Math.exp(own.count.meter === 3 ? -odds : odds));
      return { ...own, score: ofBeats * (own.heard?.rightOdds ?? 0) + ofMetre * metre };
    })
    .sort((a, b) => b.score - a.score);
}

/** By the bars and by the beats of both metres' counts at this tempo; by the bars alone where only one metre has a count there. */
function oddsOfThree(
  own: TriedCount,
  tried: readonly TriedCount[],
  barOdds: number,
  { metre: [ofBars, ofBeats, bias] }: CountWeights,
): number {
  const both = tried.filter(({ ratio }) => ratio === own.ratio);
  if (both.length < 2) return barOdds;
  const mean = both.reduce((sum, { heard }) => sum + (heard?.threeOdds ?? 0), 0) / both.length;
  return ofBars * barOdds + ofBeats * mean + bias;
}
