/** The network that says where notes of a sung line begin: fitted on made voices, it comes with the program as data (models/embedded/sung-notes/). */
import { loadNetwork } from '../../models/embedded/network-file.js';
import { runNetwork, type SmallNetwork } from '../../signal/small-network.js';
import type { Landscape } from './melody-track.js';
import { beginningFeatureNames, beginningFeatures, type HeardSinging } from './note-beginnings.js';

export const sungNotesId = 'sung-notes';
export const sungNotesOutputs: readonly string[] = ['beginning'];

/** Steps that are measured at a time: of an hour, all of them would take 90 MB. */
const stepsAtATime = 1024;

let loaded: SmallNetwork | undefined;

/** Read once a process. Throws where the file is not the one that its card names. */
function sungNotesNetwork(): SmallNetwork {
  loaded ??= loadNetwork(sungNotesId, beginningFeatureNames, sungNotesOutputs).network;
  return loaded;
}

/**
 * The weight of a beginning at each step of a line, in steps in which a note's pitch is surely right; below 0 where it is to
 * go on. Silent steps have 0. Cost: steps × features × units.
 */
export function weightsOfBeginning(
  line: Int16Array,
  landscape: Landscape,
  heard: HeardSinging,
  network: SmallNetwork = sungNotesNetwork(),
): Float32Array {
  const weights = new Float32Array(line.length);
  const featuresOf = beginningFeatures(line, landscape, heard);
  const width = beginningFeatureNames.length;
  const steps = [...line.keys()].filter((step) => line[step]! >= 0);
  const rows = new Float32Array(Math.min(stepsAtATime, steps.length) * width);
  for (let from = 0; from < steps.length; from += stepsAtATime) {
    const some = steps.slice(from, from + stepsAtATime);
    for (const [at, step] of some.entries()) featuresOf(step, rows, at * width);
    const answers = runNetwork(network, rows.subarray(0, some.length * width));
    for (const [at, step] of some.entries()) weights[step] = answers[at]!;
  }
  return weights;
}
