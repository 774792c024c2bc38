/** Chooses among readings of the rhythm: which tempo, where the beats are, which beats begin bars. */
import type { FrameNote } from '../description/note-events.js';
import type { PitchActivations } from '../description/pitch-activations.js';
import type { TempoHypothesis } from '../song-description.js';
import { trackBeats } from './beats.js';
import { findBars } from './downbeats.js';
import { metricalFeatures } from './metrical-features.js';
import type { OnsetEvidence } from './onset-evidence.js';
import { periodCurve, tempoCandidates, tempoPrior } from './tempo.js';

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

const curveHopSeconds = 2;
const curveWindowSeconds = 10;
const shortestSeconds = 3;
/** A reading less likely than this beside the best is not kept as a hypothesis. */
const closeShare = 0.1;
/** Prior, periodicity, regularity of the bars, mean onset strength on beats, between beats, and on all pulses. */
const readingWeights = [1, 0.4, 5, 0, 0, 0.25];
const sharpness = 2.5;

/** All readings, best first; empty where nothing repeats. */
export function rhythmReadings(
  onsets: OnsetEvidence,
  activations: PitchActivations,
  notes: readonly FrameNote[],
): Reading[] {
  const { framesPerSecond, all } = onsets;
  if (onsets.isEmpty || all.length < shortestSeconds * framesPerSecond) return [];
  const hop = Math.round(curveHopSeconds * framesPerSecond);
  const window = Math.round(curveWindowSeconds * framesPerSecond);
  const readings: Reading[] = [];
  for (const { periodFrames, weight } of withOctaves(
    tempoCandidates(all, framesPerSecond),
    framesPerSecond,
  )) {
    const curve = periodCurve(all, periodFrames, hop, window);
    const pulses = trackBeats(
      all,
      curve.map((period) => period / 2),
      hop,
    );
    if (pulses.frames.length < 8) continue;
    const bars = findBars(metricalFeatures(pulses.frames, onsets, activations, notes));
    const beatFrames = bars.beats.map((pulse) => pulses.frames[pulse]!);
    // The tempo as played: the curve may have drifted away from where it began.
    const bpm = (60 * framesPerSecond) / medianInterval(beatFrames);
    if (readings.some((other) => Math.abs(Math.log(other.bpm / bpm)) < 0.04)) continue;
    const evidence = [
      Math.log(tempoPrior(bpm)),
      Math.log(weight),
      bars.gain,
      meanPeak(all, beatFrames),
      meanPeak(all, offBeats(pulses.frames, bars.beats)),
      pulses.strength,
    ];
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
): Rhythm | null {
  const readings = rhythmReadings(onsets, activations, notes);
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

function offBeats(pulses: readonly number[], beats: readonly number[]): number[] {
  const onBeat = new Set(beats);
  return pulses.filter((_, pulse) => !onBeat.has(pulse));
}

/** Mean of the highest values within three frames of each of `frames`. */
function meanPeak(values: Float32Array, frames: readonly number[]): number {
  let sum = 0;
  for (const frame of frames) {
    const centre = Math.round(frame);
    let best = -1;
    for (let i = Math.max(0, centre - 3); i <= Math.min(values.length - 1, centre + 3); i++) {
      best = Math.max(best, values[i]!);
    }
    sum += best;
  }
  return frames.length > 0 ? sum / frames.length : 0;
}

function medianInterval(frames: readonly number[]): number {
  const intervals = frames.slice(1).map((frame, i) => frame - frames[i]!);
  return intervals.sort((a, b) => a - b)[intervals.length >> 1] ?? Number.POSITIVE_INFINITY;
}

interface Candidate {
  readonly periodFrames: number;
  readonly weight: number;
}

/** Half and double time of the best candidates are always worth a look. */
function withOctaves(candidates: readonly Candidate[], framesPerSecond: number): Candidate[] {
  const all = [...candidates];
  for (const { periodFrames, weight } of candidates.slice(0, 2)) {
    for (const factor of [0.5, 2, 2 / 3, 1.5]) {
      const period = periodFrames * factor;
      const bpm = (60 * framesPerSecond) / period;
      const isKnown = all.some((other) => Math.abs(Math.log(other.periodFrames / period)) < 0.06);
      if (!isKnown && bpm > 45 && bpm < 220) all.push({ periodFrames: period, weight: weight * 0.5 });
    }
  }
  return all;
}
