/** The networks that say where notes of a line begin, of a sung one and of one that leads: learnt from made clips, they come with the program as data. */
import { loadNetwork } from '../../models/embedded/network-file.js';
import { runNetwork, type SmallNetwork } from '../../signal/small-network.js';
import { framesPerStep } from './landscapes.js';
import { lineNotes } from './line-notes.js';
import {
  beginningFeatureNames,
  beginningFeatures,
  type FollowedLine,
  type HeardLine,
} from './note-beginnings.js';
import type { FrameNote } from './note-events.js';

/**
 * `model`: a folder of models/embedded/. `earlyFrames`: by which notes begin before their pitch is clear: a voice glides to its next note, and a
 * syllable begins with its consonant.
 */
export const lineKinds = {
  sung: { model: 'sung-notes', earlyFrames: framesPerStep },
  leading: { model: 'leading-notes', earlyFrames: 0 },
} as const;
export type LineKind = keyof typeof lineKinds;
export const noteBeginningsOutputs: readonly string[] = ['beginning'];

/** Steps that are measured at a time: of an hour, all of them would take 90 MB. */
const stepsAtATime = 1024;

const loaded = new Map<LineKind, SmallNetwork>();

/** Read once a process. Throws where the file is not the one that its card names. */
function networkOf(kind: LineKind): SmallNetwork {
  const network =
    loaded.get(kind) ??
    loadNetwork(lineKinds[kind].model, beginningFeatureNames, noteBeginningsOutputs).network;
  loaded.set(kind, network);
  return network;
}

/** The notes of a line, in frames of the activations. */
export function notesAlong(line: FollowedLine, heard: HeardLine, kind: LineKind): FrameNote[] {
  return lineNotes(line, weightsOfBeginning(line, heard, kind), lineKinds[kind].earlyFrames);
}

/**
 * The weight of a beginning at each step of a line, in steps in which a note's pitch is surely right; below 0 where it is to
 * go on. Silent steps have 0. Cost: steps × features × units.
 */
function weightsOfBeginning(line: FollowedLine, heard: HeardLine, kind: LineKind): Float32Array {
  const network = networkOf(kind);
  const weights = new Float32Array(line.bins.length);
  const featuresOf = beginningFeatures(line, heard);
  const width = beginningFeatureNames.length;
  const steps = [...line.bins.keys()].filter((step) => line.bins[step]! >= 0);
  const rows = new Float32Array(Math.min(stepsAtATime, steps.length) * width);
  for (let from = 0; from < steps.length; from += stepsAtATime) {
    const some = steps.slice(from, from + stepsAtATime);
    for (const [at, step] of some.entries()) featuresOf(step, rows, at * width);
    const answers = runNetwork(network, rows.subarray(0, some.length * width));
    for (const [at, step] of some.entries()) weights[step] = answers[at]!;
  }
  return weights;
}
