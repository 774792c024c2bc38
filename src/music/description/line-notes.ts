/** Cuts a tracked line into notes: at changes of pitch, at silence, and where the network hears a new onset. */

import { framesPerStep, lowestMelodyMidi } from './landscapes.js';
import type { Landscape } from './melody-track.js';
import type { FrameNote } from './note-events.js';
import { keyCount, lowestKey, type PitchActivations } from './pitch-activations.js';

const onsetLevel = 0.45 * 255;
const shortestSteps = 3;
const silentBelow = 0.01;
/** A note interrupted this shortly is one note. */
const bridgeSteps = 3;
/** A voice glides to its next note: that begins where the glide does, not where the new pitch is reached. */
const glideFrames = 3;
/** After a silence a syllable begins with its consonant, which has no pitch. */
const consonantFrames = 9;

/** Notes that are sung, in frames of the activations. `line` holds bins of the landscape, −1 for silence. */
export function lineNotes(
  line: Int16Array,
  landscape: Landscape,
  activations: PitchActivations,
): FrameNote[] {
  const { values, width } = landscape;
  // The path may run on through a short silence: that is no part of a note.
  const sounding = line.map((bin, step) => (bin < 0 || values[step * width + bin]! < silentBelow ? -1 : bin));
  return fromTheirBeginning(pathNotes(sounding, landscape, lowestMelodyMidi, activations));
}

/** The same of any line, from where its pitch is reached; `lowestMidi`: of bin 0. `landscape` holds probabilities. */
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

/** Each note from where it begins to be sung, at the cost of the note before. */
function fromTheirBeginning(notes: readonly FrameNote[]): FrameNote[] {
  const starts = notes.map(({ startFrame }, i) => {
    const before = notes[i - 1]?.endFrame ?? Number.NEGATIVE_INFINITY;
    const earliest = Math.min(startFrame, Math.max(0, before));
    return before >= startFrame
      ? startFrame - glideFrames
      : Math.max(earliest, startFrame - consonantFrames - glideFrames);
  });
  return notes.map((note, i) => ({
    ...note,
    startFrame: starts[i]!,
    endFrame: Math.min(note.endFrame, starts[i + 1] ?? note.endFrame),
  }));
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
