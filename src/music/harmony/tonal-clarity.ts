/**
 * Whether a recording has chords and a key at all, before either is named: by how clearly chords stand above no chord in stretches of two
 * seconds, in which the flicker of noise averages out (the scores of chords.ts, as Harte and Sandler's "Automatic chord identification using a
 * quantised chromagram", AES 118, 2005, match chroma with templates), and by whether enough notes of different pitch begin.
 */
import { clarityThresholds } from '../description/clarity-thresholds.js';
import type { FrameNote } from '../description/note-events.js';
import type { PitchActivations } from '../description/pitch-activations.js';
import { chordPath, chordScores, noChord } from './chords.js';
import { chromaBetween } from './chroma.js';

const stretchSeconds = 2;
/** A held tone, a hum and its overtones are no key: three pitch classes, each with this share of what sounds, make one. */
const minPitchClasses = 3;
const minShare = 0.02;
const minNotes = 6;

/** How far the chords of a recording are ahead of no chord, mean over all stretches; 0 where nothing sounds. */
export function tonalClarity(activations: PitchActivations): number {
  const stretchFrames = stretchSeconds * activations.framesPerSecond;
  const count = Math.ceil(activations.frames / stretchFrames);
  const boundaries = Array.from({ length: count + 1 }, (_, at) => at * stretchFrames);
  const scores = chordScores(chromaBetween(activations, boundaries));
  const path = chordPath(scores, () => false);
  const states = noChord + 1;
  let sum = 0;
  for (const [at, state] of path.entries())
    sum += scores[at * states + state]! - scores[at * states + noChord]!;
  return path.length === 0 ? 0 : sum / path.length;
}

export function isTonal(activations: PitchActivations, notes: readonly FrameNote[]): boolean {
  return (
    notes.length >= minNotes &&
    pitchClassCount(notes) >= minPitchClasses &&
    tonalClarity(activations) >= clarityThresholds().minTonalClarity
  );
}

function pitchClassCount(notes: readonly FrameNote[]): number {
  const frames = new Float64Array(12);
  for (const { startFrame, endFrame, midi } of notes) frames[midi % 12]! += endFrame - startFrame;
  const all = frames.reduce((sum, value) => sum + value, 0);
  return frames.filter((value) => value > minShare * all).length;
}
