/** Beats, bars and metre of a recording from what the bar network answers: bars of two, three and four beats are counted, the likelier metre is kept, and its count at the likelier of three tempi. */
import { logistic } from '../../signal/logistic.js';
import type { TempoHypothesis } from '../song-description.js';
import { type BarActivations, barEvidence } from './bar-activations.js';
import { type BarModel, barModel } from './bar-model.js';
import type { BarEvidence } from './bar-pointer.js';
import { type LevelProbabilities, levelFeatures, levelProbabilities, likeliestRatio } from './beat-level.js';
import { countAtLevel, type MetreCount, type MetreCounts, metreCounts, placedBeats } from './metre-counts.js';
import { minKeptProbability, type Rhythm } from './rhythm.js';

export type BarRhythm = Pick<Rhythm, 'beatFrames' | 'downbeats' | 'meter' | 'hypotheses' | 'otherMetre'>;

/** The earlier reading's probability of the other metre where it kept none. */
const minOther = 0.03;

/** How the pulses of the onsets were read (`findRhythm`): a second opinion on metre and tempo. */
export interface EarlierReading {
  readonly bpm: number;
  readonly meter: 3 | 4;
  readonly otherMetre: { readonly probability: number } | null;
}

/**
 * `first`, `last`: where music begins and ends, in frames of the note network (twice as many as those of `bars`). Null where there is
 * nothing to count.
 */
export function rhythmFromBars(
  bars: BarActivations,
  { first, last }: { readonly first: number; readonly last: number },
  earlier: EarlierReading | null,
  model: BarModel = barModel(),
): BarRhythm | null {
  const from = Math.max(0, Math.floor(first) - model.leadFrames);
  const evidence = barEvidence(bars, from, Math.ceil(last) + model.leadFrames, model);
  const counts = metreCounts(evidence, model.costs);
  if (counts === null) return null;
  const three = probabilityOfThree(metreFeatures(counts, bars.three, earlier), model);
  const probability = Math.min(three, 1 - three);
  const [main, other] = three > 0.5 ? [counts.three, counts.four] : [counts.four, counts.three];
  const levelled = (count: MetreCount): LevelledCount => {
    const features = levelFeatures(count, bars, from, earlier?.bpm ?? null);
    return atItsLevel(count, evidence, levelProbabilities(features, model), model);
  };
  const { count, hypotheses } = levelled(main);
  return {
    ...placedBeats(count, evidence, from),
    hypotheses,
    otherMetre:
      probability < minKeptProbability
        ? null
        : { ...placedBeats(levelled(other).count, evidence, from), score: other.score, probability },
  };
}

interface LevelledCount {
  readonly count: MetreCount;
  readonly hypotheses: readonly TempoHypothesis[];
}

/** The count at half or twice its tempo where that is likelier, and how likely the others are. */
function atItsLevel(
  count: MetreCount,
  evidence: BarEvidence,
  { half, double }: LevelProbabilities,
  { costs }: BarModel,
): LevelledCount {
  const kept = (ratio: number, probability: number): TempoHypothesis[] =>
    probability < minKeptProbability ? [] : [{ ratio, probability }];
  const ratio = likeliestRatio({ half, double });
  const held = countAtLevel(count, ratio, evidence, costs);
  if (held === null) return { count, hypotheses: [] };
  const others = ratio === 1 ? [...kept(0.5, half), ...kept(2, double)] : kept(1 / ratio, 1 - half - double);
  return { count: held, hypotheses: others };
}

/**
 * What speaks for three, in the order of `BarModel.metre`: by how much its bars explain more than the others' (by the root of the number of
 * beats), the network's mean log odds, and the earlier reading's log odds.
 */
export function metreFeatures(
  counts: MetreCounts,
  meanOdds: number,
  earlier: Omit<EarlierReading, 'bpm'> | null,
): number[] {
  const beats = Math.max(1, counts.three.beatFrames.length, counts.four.beatFrames.length);
  const ahead = (counts.three.score - counts.four.score) / Math.sqrt(beats);
  const other = Math.max(minOther, earlier?.otherMetre?.probability ?? 0);
  const odds = earlier === null ? 0 : Math.log((1 - other) / other);
  return [ahead, meanOdds, earlier?.meter === 3 ? odds : -odds];
}

const probabilityOfThree = (features: readonly number[], { metre, metreBias }: BarModel): number =>
  logistic(features.reduce((sum, value, at) => sum + value * metre[at]!, metreBias));
