/** Chooses among readings of the rhythm: which tempo, where the beats are, which beats begin bars. */
import { upperMedian } from '../../numbers/median.js';
import type { SmallNetwork } from '../../signal/small-network.js';
import type { FrameNote } from '../description/note-events.js';
import type { PitchActivations } from '../description/pitch-activations.js';
import type { TempoHypothesis } from '../song-description.js';
import { type CountedBars, countedBars } from './downbeats.js';
import { metricalFeatures } from './metrical-features.js';
import { placeProbabilities } from './metrical-network.js';
import type { OnsetEvidence } from './onset-evidence.js';
import { candidatePulses } from './pulses.js';
import { tempoPrior } from './tempo.js';

export interface Reading {
  readonly bpm: number;
  /** Frames of the beats, fractional, rising. */
  readonly beatFrames: readonly number[];
  /** Indexes into beatFrames. */
  readonly downbeats: readonly number[];
  readonly meter: 3 | 4;
  /** What speaks for the reading, in the order of `readingWeights`. */
  readonly evidence: readonly number[];
  /** Log likelihood up to a constant. */
  readonly score: number;
  /** The same pulses counted in the other metre. */
  readonly other: CountedReading;
}

interface CountedReading extends Pick<Reading, 'beatFrames' | 'downbeats' | 'meter' | 'score'> {}

/** The likeliest reading in the other metre, at whatever tempo. */
export interface OtherMetre extends CountedReading {
  /** Of the metre, 0 … 0.5 and seldom more: over all readings in it. */
  readonly probability: number;
}

export interface Rhythm extends Omit<Reading, 'other'> {
  readonly hypotheses: readonly TempoHypothesis[];
  /** Null where the metre is certain. */
  readonly otherMetre: OtherMetre | null;
}

const shortestSeconds = 3;
/** A reading less likely than this beside the best is not kept as a hypothesis. */
const closeShare = 0.1;
/** Prior, periodicity, how well the bars explain the pulses, mean onset strength on the pulses. */
const readingWeights = [1, 0.4, 2.5, 0.25];
const barsWeight = 2;
const sharpness = 2.5;
/**
 * The same for metres, fitted by likelihood on 327 rendered songs whose metre is written (the best value is 5 to 7 whichever
 * collection is left out).
 */
const metreSharpness = 6;

/** All readings, best first; empty where nothing repeats. `network`: other than the product's, for fitting. */
function rhythmReadings(
  onsets: OnsetEvidence,
  activations: PitchActivations,
  notes: readonly FrameNote[],
  network?: SmallNetwork,
): Reading[] {
  const { framesPerSecond, all } = onsets;
  if (onsets.isEmpty || all.length < shortestSeconds * framesPerSecond) return [];
  const readings: Reading[] = [];
  for (const pulses of candidatePulses(onsets)) {
    const places = placeProbabilities(metricalFeatures(pulses.frames, onsets, activations, notes), network);
    const [bars, otherBars] = countedBars(places);
    const beatFrames = bars.beats.map((pulse) => pulses.frames[pulse]!);
    // The tempo as played: the curve may have drifted away from where it began.
    const bpm = (60 * framesPerSecond) / medianInterval(beatFrames);
    if (readings.some((other) => Math.abs(Math.log(other.bpm / bpm)) < 0.04)) continue;
    const evidence = [Math.log(tempoPrior(bpm)), Math.log(pulses.weight), bars.gain, pulses.strength];
    const score = evidence.reduce((sum, value, i) => sum + value * readingWeights[i]!, 0);
    readings.push({
      bpm,
      beatFrames,
      downbeats: bars.downbeats,
      meter: bars.meter,
      evidence,
      score,
      other: counted(otherBars, pulses.frames, score),
    });
  }
  return readings.sort((a, b) => b.score - a.score);
}

function counted(bars: CountedBars, frames: readonly number[], score: number): CountedReading {
  return {
    beatFrames: bars.beats.map((pulse) => frames[pulse]!),
    downbeats: bars.downbeats,
    meter: bars.meter,
    score: score - bars.behind * readingWeights[barsWeight]!,
  };
}

/** The posterior of the metres, all readings of the tempo together; null where the other metre is less likely than `closeShare`. */
function otherMetre(readings: readonly Reading[]): OtherMetre | null {
  const [best] = readings;
  const all = readings.flatMap((reading) => [reading, reading.other]);
  const weight = ({ score }: CountedReading): number => Math.exp(metreSharpness * (score - best!.score));
  const others = all.filter(({ meter }) => meter !== best!.meter);
  const sum = (list: readonly CountedReading[]): number =>
    list.reduce((total, one) => total + weight(one), 0);
  const probability = sum(others) / sum(all);
  if (probability < closeShare) return null;
  const { beatFrames, downbeats, meter, score } = others.reduce((a, b) => (b.score > a.score ? b : a));
  return { beatFrames, downbeats, meter, score, probability };
}

/** The best reading, and how likely half or double time are beside it. Null where there is no beat. */
export function findRhythm(
  onsets: OnsetEvidence,
  activations: PitchActivations,
  notes: readonly FrameNote[],
  network?: SmallNetwork,
): Rhythm | null {
  const readings = rhythmReadings(onsets, activations, notes, network);
  const best = readings[0];
  if (!best) return null;
  const others = readings.slice(1).flatMap(({ bpm, score }) => {
    const ratio = [0.5, 2].find((each) => Math.abs(Math.log2(bpm / best.bpm / each)) < 0.1);
    const weight = Math.exp(sharpness * (score - best.score));
    return ratio !== undefined && weight > closeShare ? [{ ratio, weight }] : [];
  });
  const { other: _, ...main } = best;
  const total = 1 + others.reduce((sum, { weight }) => sum + weight, 0);
  return {
    ...main,
    hypotheses: others.map(({ ratio, weight }) => ({ ratio, probability: weight / total })),
    otherMetre: otherMetre(readings),
  };
}

/** Between neighbours of rising places, frames, ticks or seconds; infinite for fewer than two. */
export function medianInterval(places: readonly number[]): number {
  const intervals = places.slice(1).map((place, i) => place - places[i]!);
  return upperMedian(intervals) ?? Number.POSITIVE_INFINITY;
}
