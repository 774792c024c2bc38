/** Pulses half a beat apart, at every tempo that is tried. */

import type { OnsetEvidence } from '../../../src/music/rhythm/onset-evidence.js';
import { trackBeats } from './beats.js';
import { periodCurve, tempoCandidates } from './tempo.js';

export interface Pulses {
  /** Frames (fractional), rising; at least eight. */
  readonly frames: readonly number[];
  /** Mean onset strength at the pulses, in deviations. */
  readonly strength: number;
  /** How periodic the onsets are at this tempo, relative to the best, 0 … 1. */
  readonly weight: number;
}

const curveHopSeconds = 2;
const curveWindowSeconds = 10;
const fewestPulses = 8;

export function candidatePulses({ framesPerSecond, all }: OnsetEvidence): Pulses[] {
  const hop = Math.round(curveHopSeconds * framesPerSecond);
  const window = Math.round(curveWindowSeconds * framesPerSecond);
  const candidates = withOctaves(tempoCandidates(all, framesPerSecond), framesPerSecond);
  return candidates.flatMap(({ periodFrames, weight }) => {
    const beatPeriods = periodCurve(all, periodFrames, hop, window);
    const { frames, strength } = trackBeats(
      all,
      beatPeriods.map((period) => period / 2),
      hop,
    );
    return frames.length < fewestPulses ? [] : [{ frames, strength, weight }];
  });
}

interface Candidate {
  readonly periodFrames: number;
  readonly weight: number;
}

/** Half and double time of the best candidates are always tried. */
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
