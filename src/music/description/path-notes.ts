/** Cuts a line of a file's notes into notes: at changes of pitch, at silence, and where a key begins. Its onsets are written, not heard. */

import { framesPerStep } from './landscapes.js';
import { bridgeSteps, noteOf, shortestSteps } from './line-notes.js';
import type { FollowedLine } from './note-beginnings.js';
import type { FrameNote } from './note-events.js';
import { keyCount, lowestKey, type PitchActivations } from './pitch-activations.js';

const onsetLevel = 0.45 * 255;

/** In frames of the activations; the landscape holds probabilities. */
export function pathNotes(line: FollowedLine, activations: PitchActivations): FrameNote[] {
  const { bins, lowestMidi } = line;
  const runs: { start: number; end: number; bin: number }[] = [];
  for (let step = 0; step < bins.length; step++) {
    const bin = bins[step]!;
    if (bin < 0) continue;
    const last = runs.at(-1);
    const continues = last !== undefined && last.bin === bin && step - last.end <= bridgeSteps;
    if (continues && !(step - last.start >= shortestSteps && hasOnset(activations, step, bin + lowestMidi)))
      last.end = step + 1;
    else runs.push({ start: step, end: step + 1, bin });
  }
  return runs
    .filter(({ start, end }) => end - start >= shortestSteps)
    .map(({ start, end, bin }) => noteOf(start, end, bin, line));
}

/** Whether the key's onset activation peaks in the frames of this step. */
function hasOnset({ onsets }: PitchActivations, step: number, midi: number): boolean {
  const key = midi - lowestKey;
  for (let frame = step * framesPerStep; frame < (step + 1) * framesPerStep; frame++) {
    const at = frame * keyCount + key;
    const level = onsets[at] ?? 0;
    if (level >= onsetLevel && level >= (onsets[at - keyCount] ?? 0) && level > (onsets[at + keyCount] ?? 0))
      return true;
  }
  return false;
}
