/** Activations key by key: what follows a key through the frames reads neighbouring places. */
import { keyCount } from './pitch-activations.js';

/** Frames that are turned at once: what they take up is near at hand. */
const blockFrames = 64;

/** keyCount × frames, of frames × keyCount. */
export function keyColumns(values: Uint8Array, frames: number): Uint8Array {
  const columns = new Uint8Array(keyCount * frames);
  for (let first = 0; first < frames; first += blockFrames) {
    const end = Math.min(frames, first + blockFrames);
    for (let key = 0; key < keyCount; key++)
      for (let frame = first; frame < end; frame++)
        columns[key * frames + frame] = values[frame * keyCount + key]!;
  }
  return columns;
}
