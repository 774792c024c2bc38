/** Cuts a line that is played into notes: at changes of pitch, at silence, and where the network hears a new onset. */

import { framesPerStep } from './landscapes.js';
import type { Landscape } from './melody-track.js';
import type { FrameNote } from './note-events.js';
import { keyCount, lowestKey, type PitchActivations } from './pitch-activations.js';

const onsetLevel = 0.45 * 255;
const shortestSteps = 3;
/** A note interrupted this shortly is one note. */
const bridgeSteps = 3;
/** Notes of a line that is played, in frames of the activations. `line`: bins of the landscape, −1 for silence; `lowestMidi`: of bin 0. `landscape` holds probabilities. */
export function pathNotes(
  line: Int16Array,
  { values, width }: Landscape,
  lowestMidi: number,
  activations: PitchActivations,
): FrameNote[] {
  const runs: { start: number; end: number; bin: number }[] = [];
  for (let step = 0; step < line.length; step++) {
    const bin = line[step]!;
    if (bin < 0) continue;
    const last = runs.at(-1);
    const continues = last !== undefined && last.bin === bin && step - last.end <= bridgeSteps;
    if (continues && !(step - last.start >= shortestSteps && hasOnset(activations, step, bin + lowestMidi)))
      last.end = step + 1;
    else runs.push({ start: step, end: step + 1, bin });
  }
  return runs
    .filter(({ start, end }) => end - start >= shortestSteps)
    .map(({ start, end, bin }) => {
      let sum = 0;
      for (let step = start; step < end; step++) sum += values[step * width + bin]!;
      return {
        startFrame: start * framesPerStep,
        endFrame: end * framesPerStep,
        midi: bin + lowestMidi,
        salience: Math.min(1, sum / (end - start)),
      };
    });
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
