/** The rhythm as it was read before the bar network: pulses of several tempi, classified one by one. */
import { noteEvents } from '../../../src/music/description/note-events.js';
import type { PitchActivations } from '../../../src/music/description/pitch-activations.js';
import type { OnsetEvidence } from '../../../src/music/rhythm/onset-evidence.js';
import type { KnownBars } from '../bars/figures.js';
import { findRhythm } from './find-rhythm.js';

export interface EarlierRhythm extends KnownBars {
  readonly meter: 3 | 4;
  /** Probability of the other metre, 0 where it was not kept. */
  readonly other: number;
}

export function earlierRhythm(onsets: OnsetEvidence, activations: PitchActivations): EarlierRhythm | null {
  const rhythm = findRhythm(onsets, activations, noteEvents(activations));
  if (rhythm === null) return null;
  const { beatFrames, downbeats, meter, otherMetre } = rhythm;
  return {
    beats: beatFrames.map((frame) => frame / activations.framesPerSecond),
    downbeats,
    meter,
    other: otherMetre?.probability ?? 0,
  };
}
