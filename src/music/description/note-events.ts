/**
 * Notes from the network's activations: a note begins at a peak of its key's onset activation (or where the key
 * becomes active without one) and lasts while the key stays active (after Bittner et al. 2022, section 2.3).
 */
import { keyColumns } from './key-columns.js';
import { keyCount, lowestKey, type PitchActivations } from './pitch-activations.js';

/** A note in frames of the activations. */
export interface FrameNote {
  readonly startFrame: number;
  readonly endFrame: number;
  readonly midi: number;
  /** Mean activation, 0 … 1. */
  readonly salience: number;
}

const onsetLevel = 0.4 * 255;
const heldLevel = 0.27 * 255;
const enterLevel = 0.4 * 255;
/** Frames a key may dip below the level without ending. */
const patience = 4;
const shortestFrames = 6;
/** Noise makes the network flicker: a note shorter than this must be clear. */
const doubtfulFrames = 11;
const clearLevel = 0.55 * 255;

/** Sorted by start, then pitch. */
export function noteEvents({ frames, notes, onsets }: PitchActivations): FrameNote[] {
  const events: FrameNote[] = [];
  const levels = keyColumns(notes, frames);
  const begun = keyColumns(onsets, frames);
  for (let key = 0; key < keyCount; key++) {
    const first = key * frames;
    const end = first + frames;
    const at = (place: number): number => (place >= first && place < end ? begun[place]! : 0);
    let start = -1;
    let sum = 0;
    let low = 0;
    let lastActive = 0;
    const close = (): void => {
      const length = lastActive + 1 - start;
      const isClear = length >= doubtfulFrames || sum / length >= clearLevel;
      if (start >= 0 && length >= shortestFrames && isClear) {
        events.push({
          startFrame: start,
          endFrame: lastActive + 1,
          midi: key + lowestKey,
          salience: Math.min(1, sum / length / 255),
        });
      }
      start = -1;
    };
    for (let frame = 0; frame < frames; frame++) {
      const place = first + frame;
      const level = levels[place]!;
      const onset = begun[place]!;
      if (start < 0 && onset < onsetLevel && level < enterLevel) continue;
      const isOnset =
        onset >= onsetLevel &&
        onset >= at(place - 1) &&
        onset > at(place + 1) &&
        Math.max(level, place + 3 < end ? levels[place + 3]! : 0) >= heldLevel;
      if (start < 0 ? isOnset || level >= enterLevel : isOnset && frame - start >= shortestFrames) {
        close();
        start = frame;
        sum = 0;
        low = 0;
        lastActive = frame;
      }
      if (start < 0) continue;
      if (level >= heldLevel) {
        lastActive = frame;
        low = 0;
      } else if (++low > patience) {
        close();
        continue;
      }
      sum += level;
    }
    close();
  }
  return events.sort((a, b) => a.startFrame - b.startFrame || a.midi - b.midi);
}
