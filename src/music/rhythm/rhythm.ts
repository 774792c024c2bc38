/** Chooses among readings of the rhythm: which tempo, where the beats are, which beats begin bars. */
import type { FrameNote } from '../description/note-events.js';
import type { PitchActivations } from '../description/pitch-activations.js';
import type { TempoHypothesis } from '../song-description.js';
import { findBars } from './downbeats.js';
import { metricalFeatures } from './metrical-features.js';
import { type MetricalWeights, placeProbabilities } from './metrical-network.js';
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
}

export interface Rhythm extends Reading {
  readonly hypotheses: readonly TempoHypothesis[];
}

const shortestSeconds = 3;
/** A reading less likely than this beside the best is not kept as a hypothesis. */
const closeShare = 0.1;
/** Prior, periodicity, how well the bars explain the pulses, mean onset strength on the pulses. */
const readingWeights = [1, 0.4, 2.5, 0.25];
const sharpness = 2.5;

/** All readings, best first; empty where nothing repeats. `weights`: other than the product's, for fitting. */
function rhythmReadings(
  onsets: OnsetEvidence,
  activations: PitchActivations,
  notes: readonly FrameNote[],
  weights?: MetricalWeights,
): Reading[] {
  const { framesPerSecond, all } = onsets;
  if (onsets.isEmpty || all.length < shortestSeconds * framesPerSecond) return [];
  const readings: Reading[] = [];
  for (const pulses of candidatePulses(onsets)) {
    const places = placeProbabilities(metricalFeatures(pulses.frames, onsets, activations, notes), weights);
    const bars = findBars(places);
    const beatFrames = bars.beats.map((pulse) => pulses.frames[pulse]!);
    // The tempo as played: the curve may have drifted away from where it began.
    const bpm = (60 * framesPerSecond) / medianInterval(beatFrames);
    if (readings.some((other) => Math.abs(Math.log(other.bpm / bpm)) < 0.04)) continue;
    const evidence = [Math.log(tempoPrior(bpm)), Math.log(pulses.weight), bars.gain, pulses.strength];
    readings.push({
      bpm,
      beatFrames,
      downbeats: bars.downbeats,
      meter: bars.meter,
      evidence,
      score: evidence.reduce((sum, value, i) => sum + value * readingWeights[i]!, 0),
    });
  }
  return readings.sort((a, b) => b.score - a.score);
}

/** The best reading, and how likely half or double time are beside it. Null where there is no beat. */
export function findRhythm(
  onsets: OnsetEvidence,
  activations: PitchActivations,
  notes: readonly FrameNote[],
  weights?: MetricalWeights,
): Rhythm | null {
  const readings = rhythmReadings(onsets, activations, notes, weights);
  const best = readings[0];
  if (!best) return null;
  const others = readings.slice(1).flatMap(({ bpm, score }) => {
    const ratio = [0.5, 2].find((each) => Math.abs(Math.log2(bpm / best.bpm / each)) < 0.1);
    const weight = Math.exp(sharpness * (score - best.score));
    return ratio !== undefined && weight > closeShare ? [{ ratio, weight }] : [];
  });
  const total = 1 + others.reduce((sum, { weight }) => sum + weight, 0);
  return {
    ...best,
    hypotheses: others.map(({ ratio, weight }) => ({ ratio, probability: weight / total })),
  };
}

/** Between neighbours of rising places, frames, ticks or seconds; infinite for fewer than two. */
export function medianInterval(places: readonly number[]): number {
  const intervals = places.slice(1).map((place, i) => place - places[i]!);
  return intervals.sort((a, b) => a - b)[intervals.length >> 1] ?? Number.POSITIVE_INFINITY;
}
