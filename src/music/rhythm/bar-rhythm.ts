/**
 * Beats, bars and metre of a recording from what the bar network answers: bars of two, three and four beats are counted, at half and twice their
 * tempo too, and the likeliest of these counts is kept.
 */
import { logistic } from '../../signal/logistic.js';
import type { TempoHypothesis } from '../song-description.js';
import { barEvidence, type HeardBars } from './bar-activations.js';
import { withLikelierHalf } from './bar-halves.js';
import { type BarModel, barModel } from './bar-model.js';
import type { BarCosts, BarEvidence, TempoRange } from './bar-pointer.js';
import { type BeatCurves, beatCurves } from './beat-curves.js';
import { beatMeasurements } from './beat-measurements.js';
import type { BeatRows } from './beat-repetition.js';
import { type ScoredCount, scoredCounts, type TriedCount } from './count-choice.js';
import { type CountModel, countModel } from './count-model.js';
import { type FirstBeatOdds, firstBeatOdds } from './halves-model.js';
import { countAtLevel, type MetreCounts, metreCounts, placedBeats } from './metre-counts.js';
import type { PlacedBeats, Rhythm } from './rhythm.js';

/** What is less likely than this beside the best is not kept, neither another tempo nor the other metre. */
const minKeptProbability = 0.1;
/** Beats below which a count says nothing as a whole. */
const fewestBeats = 4;

interface Extent {
  /** Where music begins and ends, in frames of the note network (twice as many as those of `bars`). */
  readonly first: number;
  readonly last: number;
  /** The only ones that the song may have; where they are not known, usual ones are tried, and half and twice what is found. */
  readonly tempi?: TempoRange;
}

/** Null where there is nothing to count. */
export function rhythmFromBars(
  bars: HeardBars,
  { first, last, tempi }: Extent,
  model: BarModel = barModel(),
  choice: CountModel = countModel(),
  oddsOfFirsts: FirstBeatOdds = firstBeatOdds(),
): Rhythm | null {
  const from = Math.max(0, Math.floor(first) - model.leadFrames);
  const evidence = barEvidence(bars, from, Math.ceil(last) + model.leadFrames, model);
  const counts = metreCounts(evidence, model.costs, tempi);
  if (counts === null) return null;
  const three = probabilityOfThree(counts, model);
  const curves = beatCurves(bars);
  const all = tempi ? asCounted(counts) : triedCounts(counts, evidence, model.costs);
  const tried = all.map(({ count, ratio }): TriedCount => {
    const placed = placedBeats(count, evidence, from);
    const rows = rowsOf(placed, curves);
    return { count, ratio, placed, heard: rows && choice.hear(rows) };
  });
  const scored = scoredCounts(tried, three, choice);
  const main = scored[0]!;
  const other = scored.find(({ count }) => count.meter !== main.count.meter)!;
  const probability = logistic(other.score - main.score);
  const placedBars = ({ placed }: TriedCount): PlacedBeats => {
    const rows = rowsOf(placed, curves);
    return rows === null ? placed : withLikelierHalf(placed, oddsOfFirsts(rows));
  };
  return {
    ...placedBars(main),
    hypotheses: tempoHypotheses(main, scored),
    otherMetre: probability < minKeptProbability ? null : { ...placedBars(other), probability },
  };
}

/** What is heard at each beat; null of too few. `curves` has a frame for every second one of `beatFrames`. */
function rowsOf({ beatFrames }: PlacedBeats, curves: BeatCurves): BeatRows | null {
  if (beatFrames.length < fewestBeats) return null;
  return beatMeasurements(
    beatFrames.map((frame) => frame / 2),
    curves,
  );
}

const asCounted = ({ three, four }: MetreCounts): Pick<TriedCount, 'count' | 'ratio'>[] =>
  [three, four].map((count) => ({ count, ratio: 1 }));

/** Both metres at half, their own and twice the tempo, where such a tempo is tried. */
export function triedCounts(
  counts: MetreCounts,
  evidence: BarEvidence,
  costs: BarCosts,
): Pick<TriedCount, 'count' | 'ratio'>[] {
  return [counts.three, counts.four].flatMap((main) =>
    ([0.5, 1, 2] as const).flatMap((ratio) => {
      const count = countAtLevel(main, ratio, evidence, costs) ?? (ratio === 1 ? main : null);
      return count === null ? [] : [{ count, ratio }];
    }),
  );
}

/** Of the kept metre's other tempi, half and twice the kept one. */
function tempoHypotheses(main: ScoredCount, scored: readonly ScoredCount[]): TempoHypothesis[] {
  const own = scored.filter(({ count }) => count.meter === main.count.meter);
  const all = own.reduce((sum, { score }) => sum + Math.exp(score - main.score), 0);
  return own.flatMap(({ ratio, score }) => {
    const other = ratio / main.ratio;
    const probability = Math.exp(score - main.score) / all;
    return (other === 0.5 || other === 2) && probability >= minKeptProbability
      ? [{ ratio: other, probability }]
      : [];
  });
}

/** By how much bars of three explain more than those of two or four, by the root of the number of beats: neighbouring frames hang together. */
export function threeAhead({ three, four }: MetreCounts): number {
  return (three.score - four.score) / Math.sqrt(Math.max(1, three.beatFrames.length, four.beatFrames.length));
}

export const probabilityOfThree = (counts: MetreCounts, { metre, metreBias }: BarModel): number =>
  logistic(metre * threeAhead(counts) + metreBias);
