/** Sung clips whose notes are known, as scripts/vocal-pitch/sung_notes.py makes them: NAME.wav and NAME.notes.tsv. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Landscape } from '../../../src/music/description/melody-track.js';
import { beginningFeatureNames, beginningFeatures } from '../../../src/music/description/note-beginnings.js';
import { sungPath } from '../../../src/music/description/vocal-line.js';
import { tuningFrom } from '../../../src/music/harmony/tuning.js';
import { showProgress } from '../../lyrics/progress.js';
import type { Example } from '../../transcription/train-network.js';
import { hear } from '../hear.js';
import type { TimedNote } from '../scores.js';

export interface SungClip {
  readonly path: string;
  /** A voice without company; else over other instruments. */
  readonly isAlone: boolean;
  readonly notes: readonly TimedNote[];
  readonly line: Int16Array;
  readonly landscape: Landscape;
  readonly ownCents: number;
  readonly framesPerSecond: number;
  readonly stepsPerSecond: number;
  /** Steps × features; of silent steps zeros. */
  readonly features: Float32Array;
}

/** A line this near a note, in semitones, follows it. */
const followsSemitones = 1.3;
/** Beside a note in steps: what is heard there belongs to it too. */
const besideSteps = 3;
/** Rows of NAME.notes.tsv. */
const notesOf = (text: string): TimedNote[] =>
  text
    .split('\n')
    .filter((row) => row.trim() !== '')
    .map((row) => row.split('\t').map(Number))
    .map(([start, end, pitch]) => ({ start: start!, end: end!, pitch: pitch! }));

/** Those of a folder that hold a voice. `cache`: see hear.ts. */
export async function sungClips(folder: string, cache: string | undefined): Promise<SungClip[]> {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.wav'))
    .sort();
  const clips: SungClip[] = [];
  for (const [at, name] of names.entries()) {
    showProgress('clips heard', at, names.length);
    const path = join(folder, name);
    const notes = notesOf(readFileSync(path.replace(/\.wav$/, '.notes.tsv'), 'utf8'));
    if (notes.length === 0) continue;
    const { listening } = await hear(path, 3600, cache);
    const tuning = Math.round(tuningFrom(listening.centre.tuningHistogram));
    const { path: line, landscape, ownCents } = sungPath(listening, tuning);
    const features = new Float32Array(line.length * beginningFeatureNames.length);
    const featuresOf = beginningFeatures(line, landscape, listening);
    for (const step of line.keys())
      if (line[step]! >= 0) featuresOf(step, features, step * beginningFeatureNames.length);
    const { framesPerSecond } = listening.activations;
    clips.push({
      path,
      isAlone: name.startsWith('alone'),
      notes,
      line,
      landscape,
      ownCents,
      framesPerSecond,
      stepsPerSecond: listening.vocalPitch.framesPerSecond,
      features,
    });
  }
  return clips;
}

/** Steps where the line follows what is sung, and whether a note begins there. Those beside a beginning say nothing: it is not known to the step. */
export function examplesOf(
  { notes, line, ownCents, stepsPerSecond, features }: SungClip,
  lowestMidi: number,
): Example[] {
  const width = beginningFeatureNames.length;
  const isFollowed = new Uint8Array(line.length);
  const begins = new Uint8Array(line.length);
  const isDoubtful = new Uint8Array(line.length);
  for (const { start, end, pitch } of notes) {
    const first = Math.max(0, Math.floor(start * stepsPerSecond) - besideSteps);
    const last = Math.min(line.length - 1, Math.ceil(end * stepsPerSecond) + besideSteps - 1);
    for (let step = first; step <= last; step++)
      if (line[step]! >= 0 && Math.abs(line[step]! + lowestMidi + ownCents / 100 - pitch) <= followsSemitones)
        isFollowed[step] = 1;
    const begun = Math.round(start * stepsPerSecond);
    begins[begun] = 1;
    for (const step of [begun - 1, begun + 1]) isDoubtful[step] = 1;
  }
  return [...line.keys()]
    .filter((step) => isFollowed[step] === 1 && (begins[step] === 1 || isDoubtful[step] === 0))
    .map((step) => ({
      features: features.subarray(step * width, (step + 1) * width),
      label: begins[step] === 1 ? 1 : 0,
      weight: 1,
    }));
}
