/** Clips whose notes are known, as scripts/vocal-pitch/sung_notes.py and played_notes.py make them: NAME.wav and NAME.notes.tsv. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { leadingPath } from '../../../src/music/description/leading-line.js';
import type { Listening } from '../../../src/music/description/listening.js';
import {
  beginningFeatureNames,
  beginningFeatures,
  type FollowedLine,
} from '../../../src/music/description/note-beginnings.js';
import { type LineKind, lineKinds } from '../../../src/music/description/note-beginnings-model.js';
import { sungPath } from '../../../src/music/description/vocal-line.js';
import { tuningFrom } from '../../../src/music/harmony/tuning.js';
import { showProgress } from '../../lyrics/progress.js';
import type { Example } from '../../transcription/train-network.js';
import { hear } from '../hear.js';
import type { TimedNote } from '../scores.js';

export interface KnownClip {
  readonly path: string;
  /** A line without company; else over other instruments. */
  readonly isAlone: boolean;
  readonly notes: readonly TimedNote[];
  readonly line: FollowedLine;
  readonly ownCents: number;
  readonly framesPerSecond: number;
  /** By which its notes begin before their pitch is clear. */
  readonly earlyFrames: number;
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

/** Those of a folder that hold a line. `cache`: see hear.ts. */
export async function knownClips(
  folder: string,
  kind: LineKind,
  cache: string | undefined,
): Promise<KnownClip[]> {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.wav'))
    .sort();
  const clips: KnownClip[] = [];
  for (const [at, name] of names.entries()) {
    showProgress('clips heard', at, names.length);
    const path = join(folder, name);
    const notes = notesOf(readFileSync(path.replace(/\.wav$/, '.notes.tsv'), 'utf8'));
    if (notes.length === 0) continue;
    const { listening } = await hear(path, 3600, cache);
    const { line, ownCents } = lineOf(listening, kind);
    const features = new Float32Array(line.bins.length * beginningFeatureNames.length);
    const featuresOf = beginningFeatures(line, listening);
    for (const step of line.bins.keys())
      if (line.bins[step]! >= 0) featuresOf(step, features, step * beginningFeatureNames.length);
    const { framesPerSecond } = listening.activations;
    clips.push({
      path,
      isAlone: name.startsWith('alone'),
      notes,
      line,
      ownCents,
      framesPerSecond,
      earlyFrames: lineKinds[kind].earlyFrames,
      stepsPerSecond: listening.vocalPitch.framesPerSecond,
      features,
    });
  }
  return clips;
}

function lineOf(listening: Listening, kind: LineKind): { line: FollowedLine; ownCents: number } {
  if (kind === 'leading') return { line: leadingPath(listening.leadingPitch), ownCents: 0 };
  return sungPath(listening, Math.round(tuningFrom(listening.centre.tuningHistogram)));
}

/** Steps where the line follows what sounds, and whether a note begins there. Those beside a beginning say nothing: it is not known to the step. */
export function examplesOf({ notes, line, ownCents, stepsPerSecond, features }: KnownClip): Example[] {
  const { bins, lowestMidi } = line;
  const width = beginningFeatureNames.length;
  const isFollowed = new Uint8Array(bins.length);
  const begins = new Uint8Array(bins.length);
  const isDoubtful = new Uint8Array(bins.length);
  for (const { start, end, pitch } of notes) {
    const first = Math.max(0, Math.floor(start * stepsPerSecond) - besideSteps);
    const last = Math.min(bins.length - 1, Math.ceil(end * stepsPerSecond) + besideSteps - 1);
    for (let step = first; step <= last; step++)
      if (bins[step]! >= 0 && Math.abs(bins[step]! + lowestMidi + ownCents / 100 - pitch) <= followsSemitones)
        isFollowed[step] = 1;
    const begun = Math.round(start * stepsPerSecond);
    begins[begun] = 1;
    for (const step of [begun - 1, begun + 1]) isDoubtful[step] = 1;
  }
  return [...bins.keys()]
    .filter((step) => isFollowed[step] === 1 && (begins[step] === 1 || isDoubtful[step] === 0))
    .map((step) => ({
      features: features.subarray(step * width, (step + 1) * width),
      label: begins[step] === 1 ? 1 : 0,
      weight: 1,
    }));
}
