/** How much of each pitch class sounds, above and in the bass, in stretches of time. */
import { keyCount, lowestKey, type PitchActivations } from '../description/pitch-activations.js';

export interface Chroma {
  readonly count: number;
  /** count × 12, ≥ 0: all registers, a little more the middle ones. */
  readonly treble: Float32Array;
  /** count × 12, ≥ 0: below about middle C, the lower the more. */
  readonly bass: Float32Array;
}

/** The network gives about 0.1 where nothing sounds. */
const floor = 30;
/** Of an activation, how much it is above the floor, 0 … 1. */
const amountOf = Float64Array.from({ length: 256 }, (_, value) => Math.max(0, value - floor) / (255 - floor));

/** One row for each stretch between neighbouring `boundaries` (frames, rising). */
export function chromaBetween(activations: PitchActivations, boundaries: readonly number[]): Chroma {
  const count = Math.max(0, boundaries.length - 1);
  const treble = new Float32Array(count * 12);
  const bass = new Float32Array(count * 12);
  const keys = new Float32Array(keyCount);
  const { starts, keys: soundingKeys, levels } = soundingOf(activations);
  for (let row = 0; row < count; row++) {
    const from = clampFrame(boundaries[row]!, activations.frames);
    const to = Math.max(from + 1, clampFrame(boundaries[row + 1]!, activations.frames));
    keys.fill(0);
    let frames = 0;
    for (let frame = from; frame < Math.min(to, activations.frames); frame++) {
      frames++;
      for (let at = starts[frame]!; at < starts[frame + 1]!; at++)
        keys[soundingKeys[at]!]! += amountOf[levels[at]!]!;
    }
    if (frames === 0) continue;
    for (let key = 0; key < keyCount; key++) {
      const midi = key + lowestKey;
      const amount = keys[key]! / frames;
      const pitchClass = midi % 12;
      treble[row * 12 + pitchClass]! += amount * (midi < 36 ? 0.3 : midi > 88 ? 0.3 : 1);
      if (midi < 60) bass[row * 12 + pitchClass]! += amount * Math.min(1, (62 - midi) / 14);
    }
  }
  return { count, treble, bass };
}

/** Of each frame the keys above the floor, a few of all, and their activations: those of frame i from `starts[i]` to before `starts[i + 1]`. */
interface Sounding {
  readonly starts: Uint32Array;
  readonly keys: Uint8Array;
  readonly levels: Uint8Array;
}

/** Every tempo that is tried has its own stretches of the same frames. */
const known = new WeakMap<Uint8Array, Sounding>();

function soundingOf({ notes, frames }: PitchActivations): Sounding {
  const before = known.get(notes);
  if (before) return before;
  const starts = new Uint32Array(frames + 1);
  for (let frame = 0, at = 0; frame < frames; frame++) {
    let count = starts[frame]!;
    for (const end = at + keyCount; at < end; at++) if (notes[at]! > floor) count++;
    starts[frame + 1] = count;
  }
  const keys = new Uint8Array(starts[frames]!);
  const levels = new Uint8Array(starts[frames]!);
  for (let frame = 0, to = 0; frame < frames; frame++)
    for (let key = 0; key < keyCount; key++) {
      const level = notes[frame * keyCount + key]!;
      if (level <= floor) continue;
      keys[to] = key;
      levels[to++] = level;
    }
  const found = { starts, keys, levels };
  known.set(notes, found);
  return found;
}

function clampFrame(frame: number, frames: number): number {
  return Math.max(0, Math.min(Math.round(frame), frames));
}
