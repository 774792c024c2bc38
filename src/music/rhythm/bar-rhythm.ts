/** Beats, bars and metre of a recording from what the bar network answers: bars of two, three and four beats are counted, and the likelier metre is kept. */
import { logistic } from '../../signal/logistic.js';
import type { TempoHypothesis } from '../song-description.js';
import { type BarActivations, barEvidence } from './bar-activations.js';
import { type BarModel, barModel } from './bar-model.js';
import { type BarCount, type BarEvidence, countBars } from './bar-pointer.js';
import { medianInterval, type Rhythm } from './rhythm.js';

export type BarRhythm = Pick<Rhythm, 'beatFrames' | 'downbeats' | 'meter' | 'hypotheses' | 'otherMetre'>;

/** A reading less likely than this is not kept. */
const closeShare = 0.1;
/** Octaves by which tempi may differ and be taken for the same. */
const sameTempoOctaves = 0.25;

interface MetreCount extends BarCount {
  readonly meter: 3 | 4;
  readonly beatsInBar: number;
}

/** The earlier reading's probability of the other metre where it kept none. */
const leastOther = 0.03;

/**
 * `first`, `last`: where music begins and ends, in frames of the note network (twice as many as those of `bars`). `earlier`: how the
 * pulses of the onsets were read (`findRhythm`): a second opinion on the metre, and the count that is kept where its tempo is not
 * that of the bars, because it prefers usual tempi and the network learnt at tempi that were drawn. Null where there is nothing to count.
 */
export function rhythmFromBars(
  bars: BarActivations,
  { first, last }: { readonly first: number; readonly last: number },
  earlier: EarlierReading | null,
  model: BarModel = barModel(),
): BarRhythm | null {
  const from = Math.max(0, Math.floor(first) - model.leadFrames);
  const evidence = barEvidence(bars, from, Math.ceil(last) + model.leadFrames, model);
  const counts = metreCounts(evidence, model);
  if (counts === null) return null;
  const three = probabilityOfThree(metreFeatures(counts, bars.three, earlier), model);
  const probability = Math.min(three, 1 - three);
  const [main, other] = three > 0.5 ? [counts.three, counts.four] : [counts.four, counts.three];
  const own = placedBeats(main, evidence, from);
  const second = placedBeats(other, evidence, from);
  const otherMetre = probability < closeShare ? null : { ...second, score: other.score, probability };
  const bpm = (60 * evidence.framesPerSecond) / medianInterval(own.beatFrames);
  const before = earlier === null ? null : earlierCount(earlier, own.meter, evidence.framesPerSecond);
  const isKept = before !== null && !isSameTempo(bpm, before.bpm);
  return {
    ...own,
    ...(isKept && { beatFrames: before.beatFrames, downbeats: before.downbeats }),
    hypotheses: earlier?.meter === own.meter ? earlier.hypotheses : [],
    otherMetre,
  };
}

/** The earlier reading's count in a metre; null where it kept none. */
function earlierCount(earlier: EarlierReading, meter: 3 | 4, framesPerSecond: number): EarlierCount | null {
  if (earlier.meter === meter) return earlier;
  const { otherMetre } = earlier;
  if (otherMetre === null) return null;
  return { ...otherMetre, bpm: (60 * framesPerSecond) / medianInterval(otherMetre.beatFrames) };
}

/** `from`: the frame at which the evidence begins. */
export function placedBeats(
  count: MetreCount,
  evidence: BarEvidence,
  from: number,
): Pick<BarRhythm, 'beatFrames' | 'downbeats' | 'meter'> {
  return {
    beatFrames: count.beatFrames.map((frame) => from + peakNear(evidence, frame)),
    downbeats: count.beatsInBar === 2 ? pairedBars(count, evidence) : count.downbeats,
    meter: count.meter,
  };
}

interface MetreCounts {
  readonly three: MetreCount;
  /** Bars of four, or of two counted in pairs. */
  readonly four: MetreCount;
}

export function metreCounts(evidence: BarEvidence, { costs }: BarModel): MetreCounts | null {
  const [two, three, four] = [2, 3, 4].map((beatsInBar) => countBars(evidence, beatsInBar, costs));
  if (!two || !three || !four) return null;
  const long: MetreCount =
    two.score > four.score ? { ...two, meter: 4, beatsInBar: 2 } : { ...four, meter: 4, beatsInBar: 4 };
  return { three: { ...three, meter: 3, beatsInBar: 3 }, four: long };
}

/** Of the earlier reading what the metre is weighed with. */
export interface EarlierMetre {
  readonly meter: 3 | 4;
  readonly otherMetre: { readonly probability: number } | null;
}

interface EarlierCount {
  readonly bpm: number;
  readonly beatFrames: readonly number[];
  readonly downbeats: readonly number[];
}

/** What is kept of it where it counts at another tempo. */
export interface EarlierReading extends EarlierMetre, EarlierCount {
  readonly hypotheses: readonly TempoHypothesis[];
  readonly otherMetre: (Omit<EarlierCount, 'bpm'> & { readonly probability: number }) | null;
}

/**
 * What speaks for three, in the order of `BarModel.metre`: by how much its bars explain more than the others' (by the root of the number of
 * beats), the network's mean log odds, and the earlier reading's log odds.
 */
export function metreFeatures(
  { three, four }: MetreCounts,
  meanOdds: number,
  earlier: EarlierMetre | null,
): number[] {
  const beats = Math.max(1, three.beatFrames.length, four.beatFrames.length);
  const other = Math.max(leastOther, earlier?.otherMetre?.probability ?? 0);
  const odds = earlier === null ? 0 : Math.log((1 - other) / other);
  return [(three.score - four.score) / Math.sqrt(beats), meanOdds, earlier?.meter === 3 ? odds : -odds];
}

const probabilityOfThree = (features: readonly number[], { metre, metreBias }: BarModel): number =>
  logistic(features.reduce((sum, value, at) => sum + value * metre[at]!, metreBias));

/** Of bars of two every other one, of the two ways the one whose first beats look more like it. */
function pairedBars({ beatFrames, downbeats }: BarCount, { beat, downbeat }: BarEvidence): number[] {
  const sums = [0, 0];
  for (const [bar, first] of downbeats.entries()) {
    const frame = beatFrames[first]!;
    sums[bar % 2]! += downbeat[frame]! - beat[frame]!;
  }
  const odd = Number(sums[1]! > sums[0]!);
  return downbeats.filter((_, bar) => bar % 2 === odd);
}

export const isSameTempo = (bpm: number, other: number): boolean =>
  Math.abs(Math.log2(bpm / other)) < sameTempoOctaves;

/** The frame where a beat is likeliest, to a fraction, where the evidence has its peak next to the counted one. */
function peakNear({ beat, downbeat }: BarEvidence, frame: number): number {
  const value = (at: number): number => Math.max(beat[at] ?? -9, downbeat[at] ?? -9);
  let peak = frame;
  for (const at of [frame - 2, frame - 1, frame + 1, frame + 2]) if (value(at) > value(peak)) peak = at;
  const [below, at, above] = [value(peak - 1), value(peak), value(peak + 1)];
  const curvature = below - 2 * at + above;
  return curvature < 0 ? peak + Math.max(-0.5, Math.min(0.5, (0.5 * (below - above)) / curvature)) : peak;
}
