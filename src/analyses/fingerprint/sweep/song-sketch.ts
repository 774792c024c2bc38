/**
 * A song's peaks as coarsely as a first comparison with a query needs them: steps of 256 ms, and bands of 50 cents. Of each step the bands
 * of its peaks, a byte each, and a byte that ends it: some 29 bytes a second, where the packed peaks take 50 and are slower to read.
 */
import { centsPerStep, pitchSteps } from '../peaks/peak-codec.js';
import { bandCount, bandOfCents } from './level-contrast.js';

/** Frames of a step. */
export const framesPerSketchStep = 16;
const nextStep = 255;
const halfFrames = 2 * framesPerSketchStep;
/** As in the packed peaks: this many half frames pass, and no peak follows. */
const longStep = 31;

const bands = Uint8Array.from({ length: pitchSteps }, (_, step) =>
  Math.min(bandCount - 1, bandOfCents(step * centsPerStep)),
);

/** Of packed peaks. Peaks without any give an empty sketch. */
export function sketchOf(packed: Uint8Array): Uint8Array {
  const sketch: number[] = [];
  let clock = 0;
  for (let at = 0; at + 1 < packed.length; at += 2) {
    const word = packed[at]! | (packed[at + 1]! << 8);
    const passed = word >>> 11;
    for (clock += passed; clock >= halfFrames; clock -= halfFrames) sketch.push(nextStep);
    if (passed !== longStep) sketch.push(bands[word & (pitchSteps - 1)]!);
  }
  if (sketch.length > 0) sketch.push(nextStep);
  return Uint8Array.from(sketch);
}
