/** What the bar network answers for a recording, 43 times a second. */
import type { BarEvidence } from './bar-pointer.js';

export interface BarActivations {
  readonly framesPerSecond: number;
  readonly frames: number;
  /** By frames: log odds of a beat that begins no bar, and of one that does, each against no beat. */
  readonly beat: Float32Array;
  readonly downbeat: Float32Array;
}

/** With what the network saw. */
export interface HeardBars extends BarActivations {
  /** bar-features.ts: frames × barFeatureCount. */
  readonly features: Float32Array;
}

/** From log odds to log likelihood ratios. */
export interface EvidenceScale {
  /** Less the log odds before anything is known, of a beat and of a first beat. */
  readonly beatOffset: number;
  readonly downbeatOffset: number;
  /** Beyond these they show no more of music than of what the network was trained on. */
  readonly lowest: number;
  readonly highest: number;
}

/** Twice as many frames a second, from `first` up to `last` (frames of the evidence). */
export function barEvidence(
  { framesPerSecond, frames, beat, downbeat }: BarActivations,
  first: number,
  last: number,
  scale: EvidenceScale,
): BarEvidence {
  const length = Math.max(0, Math.min(last, 2 * frames - 1) - first);
  const between = (curve: Float32Array, offset: number): Float32Array =>
    Float32Array.from({ length }, (_, index) => {
      const at = first + index;
      const value = 0.5 * (curve[at >> 1]! + curve[(at + 1) >> 1]!) + offset;
      return Math.min(scale.highest, Math.max(scale.lowest, value));
    });
  return {
    framesPerSecond: 2 * framesPerSecond,
    beat: between(beat, scale.beatOffset),
    downbeat: between(downbeat, scale.downbeatOffset),
  };
}
