/**
 * Every note that a melody could be made of. The notes of the mix (note-events.ts) are chosen to be right as a whole;
 * of a dense mix they leave out quiet high notes, whose onset the network hears well while their key stays faint. A
 * line must be able to choose those too, and distinguishes the false ones by their surroundings.
 */
import {
  type CentreSalience,
  levelKeyCount,
  levelStepNepers,
  salienceLowestMidi,
} from '../../signal/centre-salience.js';
import { keyColumns } from './key-columns.js';
import { framesPerStep } from './landscapes.js';
import type { FrameNote } from './note-events.js';
import { keyCount, lowestKey, type PitchActivations } from './pitch-activations.js';

export interface MelodyCandidate extends FrameNote {
  /** Peak of the key's onset activation, 0 … 1. */
  readonly onset: number;
  /** Level of the key just after its attack, steps of `levelStepNepers`. */
  readonly level: number;
  /** Level of what the attack added to what already sounded there: at the key, its octave and its twelfth. */
  readonly attacks: readonly [number, number, number];
  /** Frames until the key has faded to a third of its amplitude, up to `longestSustainFrames`. */
  readonly sustainFrames: number;
}

const onsetLevel = 0.35 * 255;
/** A key becomes active without an onset: a slow attack. */
const enterLevel = 0.4 * 255;
const heldLevel = 0.11 * 255;
/** A key is held down to this share of the note's own peak. */
const heldShare = 0.35;
const patience = 4;
const longestSustainFrames = 172;
const shortestFrames = 5;
/** A key that becomes active this shortly before its onset is that onset's note, not one of its own. */
const riseFrames = 8;
/** Frames after an onset in which its key must be active. */
const attackFrames = 12;
/** The spectrum's window is 186 ms: a level is fully there after this many steps, and not at all before this many. */
const attackSteps = 6;
const beforeSteps = 4;

/** Sorted by start, then pitch. */
export function melodyCandidates(
  { frames, notes, onsets }: PitchActivations,
  centre: Pick<CentreSalience, 'levels' | 'frames'>,
): MelodyCandidate[] {
  const found: MelodyCandidate[] = [];
  const columns = keyColumns(notes, frames);
  const startColumns = keyColumns(onsets, frames);
  for (let key = 0; key < keyCount; key++) {
    const column = columns.subarray(key * frames, (key + 1) * frames);
    const starts = startColumns.subarray(key * frames, (key + 1) * frames);
    let heldUntil = 0;
    for (let frame = 0; frame < frames; frame++) {
      if (starts[frame]! < onsetLevel && column[frame]! < enterLevel) continue;
      const isOnset = isOnsetPeak(starts, frame);
      if (!isOnset && (frame < heldUntil || column[frame]! < enterLevel || isRise(starts, frame))) continue;
      const { end, sum, peak } = hold(column, starts, frame);
      if (peak < heldLevel || end - frame < shortestFrames) continue;
      heldUntil = end;
      found.push({
        startFrame: frame,
        endFrame: end,
        midi: key + lowestKey,
        salience: Math.min(1, sum / (end - frame) / 255),
        onset: isOnset ? starts[frame]! / 255 : 0,
        ...attackOf(centre, key + lowestKey, frame),
      });
    }
  }
  return found.sort((a, b) => a.startFrame - b.startFrame || a.midi - b.midi);
}

function isOnsetPeak(starts: Uint8Array, frame: number): boolean {
  const level = starts[frame] ?? 0;
  return level >= onsetLevel && level >= (starts[frame - 1] ?? 0) && level > (starts[frame + 1] ?? 0);
}

function isRise(starts: Uint8Array, frame: number): boolean {
  for (let next = frame + 1; next <= frame + riseFrames; next++) if (isOnsetPeak(starts, next)) return true;
  return false;
}

/** How long a key that begins at `from` is active: until it fades, or begins anew. */
function hold(
  column: Uint8Array,
  starts: Uint8Array,
  from: number,
): { end: number; sum: number; peak: number } {
  let peak = 0;
  let sum = 0;
  let last = from;
  for (let frame = from; frame < column.length; frame++) {
    const level = column[frame]!;
    if (frame - from >= shortestFrames && isOnsetPeak(starts, frame)) break;
    if (frame - from < attackFrames) peak = Math.max(peak, level);
    sum += level;
    if (level >= Math.max(heldLevel, heldShare * peak)) last = frame;
    else if (frame - from >= attackFrames && frame - last > patience) break;
  }
  return { end: last + 1, sum, peak };
}

/** Level and attacks of a note that begins at `startFrame`. */
function attackOf(
  { levels, frames }: Pick<CentreSalience, 'levels' | 'frames'>,
  midi: number,
  startFrame: number,
): Pick<MelodyCandidate, 'level' | 'attacks' | 'sustainFrames'> {
  const step = Math.floor(startFrame / framesPerStep);
  const at = (row: number, key: number): number =>
    row < 0 ? 0 : (levels[Math.min(frames - 1, row) * levelKeyCount + key] ?? 0);
  const after = (key: number): number => {
    let level = 0;
    for (let row = step; row < step + attackSteps; row++) level = Math.max(level, at(row, key));
    return level;
  };
  const attack = (partial: number): number => {
    const key = midi - salienceLowestMidi + partial;
    if (key >= levelKeyCount) return 0;
    return levelOf(amplitudeOf(after(key)) - amplitudeOf(at(step - beforeSteps, key)));
  };
  const key = midi - salienceLowestMidi;
  if (key < 0 || key >= levelKeyCount) return { level: 0, attacks: [0, 0, 0], sustainFrames: 0 };
  const level = after(key);
  const faded = level - 1 / levelStepNepers;
  let row = step + attackSteps;
  while ((row - step) * framesPerStep < longestSustainFrames && at(row, key) > faded) row++;
  return {
    level,
    sustainFrames: (row - step) * framesPerStep,
    attacks: [attack(0), attack(12), attack(19)],
  };
}

// Levels are logarithms of 1 + twice the amplitude.
const amplitudeOf = (level: number): number => Math.expm1(level * levelStepNepers);
const levelOf = (amplitude: number): number => Math.log1p(Math.max(0, amplitude)) / levelStepNepers;
