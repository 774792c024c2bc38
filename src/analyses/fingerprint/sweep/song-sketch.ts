/**
 * A song's peaks as coarsely as a first comparison with a query needs them: steps of 256 ms, and bands of 50 cents. Of each step how many peaks it has
 * in a telephone's band, and of each of them the row of its band, a byte each: some 23 bytes a second, where the packed peaks take 50 and are slower to read.
 */
import { centsPerStep, pitchSteps } from '../peaks/peak-codec.js';
import { contrastRowOf } from './level-contrast.js';

/** Frames of a step. */
export const framesPerSketchStep = 16;
const halfFrames = 2 * framesPerSketchStep;
/** As in the packed peaks: this many half frames pass, and no peak follows. */
const longStep = 31;
const maxPeaksOfStep = 255;

const rows = Int16Array.from({ length: pitchSteps }, (_, step) => contrastRowOf(step * centsPerStep));

/** Of packed peaks. Peaks without any give an empty sketch. */
export function sketchOf(packed: Uint8Array): Uint8Array {
  if (packed.length < 2) return new Uint8Array(0);
  const sketch = [0];
  /** Where the step's number of peaks is. */
  let step = 0;
  let clock = 0;
  for (let at = 0; at + 1 < packed.length; at += 2) {
    const word = packed[at]! | (packed[at + 1]! << 8);
    const passed = word >>> 11;
    for (clock += passed; clock >= halfFrames; clock -= halfFrames) step = sketch.push(0) - 1;
    const row = rows[word & (pitchSteps - 1)]!;
    if (passed === longStep || row < 0 || sketch[step] === maxPeaksOfStep) continue;
    sketch[step]!++;
    sketch.push(row);
  }
  return Uint8Array.from(sketch);
}
