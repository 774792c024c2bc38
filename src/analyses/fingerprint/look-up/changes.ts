/**
 * Changes of speed, tempo and pitch that a query may have undergone. A triplet's two intervals and its ratio of times
 * survive all of them; its coarse pitch (cells of 300 cents) and its coarse span (cells of 0.1 octave) do not. The
 * query's own neighbouring cells cover ± 0.1 octave of speed or tempo and ± 300 cents, so that one assumed change
 * every 0.2 octave, or 500 cents, covers all of a range.
 */

import type { PeakList } from '../peaks/peak-list.js';
import type { Alignment } from '../verification/measure.js';

/** What would undo what was done to the query. */
export interface Change {
  /** Song seconds a query second. */
  readonly timeFactor: number;
  /** What is added to the query's pitches. */
  readonly cents: number;
}

export const unchanged: Change = { timeFactor: 1, cents: 0 };

const speedOctaves = [-0.56, -0.39, -0.2, 0.2, 0.39, 0.56];
const tempoOctaves = [-0.41, -0.205, 0.205, 0.41];
const pitchCents = [-500, 500];

/** Tried when nothing is found: speed × 0.63 … 1.58, tempo × 0.7 … 1.43, pitch ± 8 semitones, each by itself. */
export const assumedChanges: readonly Change[] = [
  ...speedOctaves.map((octaves) => ({ timeFactor: 2 ** octaves, cents: -1200 * octaves })),
  ...tempoOctaves.map((octaves) => ({ timeFactor: 2 ** octaves, cents: 0 })),
  ...pitchCents.map((cents) => ({ timeFactor: 1, cents: -cents })),
];

/** How what is left of a change moves the pitch: with the speed, or not at all; undefined where time is not changed. */
export function pitchFollowsOf({ timeFactor, cents }: Change): 'nothing' | 'speed' | undefined {
  if (timeFactor === 1) return undefined;
  return cents === 0 ? 'nothing' : 'speed';
}

/** The peaks as they were before the change. */
export function undoChange(peaks: PeakList, { timeFactor, cents }: Change): PeakList {
  if (timeFactor === 1 && cents === 0) return peaks;
  return {
    ...peaks,
    times: peaks.times.map((time) => time * timeFactor),
    cents: peaks.cents.map((pitch) => pitch + cents),
  };
}

/** An alignment of the query as it is, from one of its peaks with the change undone. */
export function redoChange(alignment: Alignment, { timeFactor, cents }: Change): Alignment {
  if (timeFactor === 1 && cents === 0) return alignment;
  return {
    ...alignment,
    isChangeAssumed: true,
    scale: alignment.scale * timeFactor,
    pitchCents: alignment.pitchCents - cents,
    fromSeconds: alignment.fromSeconds / timeFactor,
    toSeconds: alignment.toSeconds / timeFactor,
  };
}
