/**
 * A bar network on what was measured of a recording, or of notes as they would sound: how much each frame looks like a beat and like the first beat
 * of a bar (models/embedded/; after Böck & Davies, "Deconstruct, analyse, reconstruct", ISMIR 2020). It looks at windows of 190 seconds, whose
 * margins of 25 seconds are dropped: no answer depends on more than is seen there.
 */
import { loadFile } from '../../models/embedded/load-model.js';
import type { PitchActivations } from '../../music/description/pitch-activations.js';
import type { HeardBars } from '../../music/rhythm/bar-activations.js';
import { barFeatureCount, barFeatureNames, barFeatures } from '../../music/rhythm/bar-features.js';
import type { OnsetEvidence } from '../../music/rhythm/onset-evidence.js';
import type { SpectrumBands } from '../../signal/centre-salience.js';
import { openNetwork } from './open-network.js';

/** The first has learnt from what sounds, the second from what transcribers write of that and from performances as notes. */
export type BarNetworkId = 'bar-network' | 'notes-bar-network';

const windowFrames = 8192;
const margin = 1072;
const framesKept = windowFrames - 2 * margin;
/** Frames that the network sees as one where it looks far. */
const pooledFrames = 4;
const placeCount = 3;

/** Rejects where the network's file is not the one that its card names. */
export async function barActivations(
  bands: SpectrumBands,
  activations: PitchActivations,
  onsets: OnsetEvidence,
  id: BarNetworkId = 'bar-network',
): Promise<HeardBars> {
  const { session, Tensor } = await openNetwork(loadFile(id, 'network.onnx', barFeatureNames));
  const features = barFeatures(onsets, activations, bands);
  const frames = features.length / barFeatureCount;
  const beat = new Float32Array(frames);
  const downbeat = new Float32Array(frames);
  try {
    for (let start = 0; start < frames; start += framesKept) {
      const from = start === 0 ? 0 : start - margin;
      const to = Math.min(frames, start + framesKept + margin);
      const rows = Math.ceil((to - from) / pooledFrames) * pooledFrames;
      const values = new Float32Array(rows * barFeatureCount);
      values.set(features.subarray(from * barFeatureCount, to * barFeatureCount));
      const output = await session.run({ x: new Tensor('float32', values, [1, rows, barFeatureCount]) });
      const places = output.places!.data as Float32Array;
      for (let frame = start; frame < Math.min(frames, start + framesKept); frame++) {
        const at = (frame - from) * placeCount;
        beat[frame] = places[at + 1]! - places[at]!;
        downbeat[frame] = places[at + 2]! - places[at]!;
      }
    }
  } finally {
    await session.release();
  }
  return { framesPerSecond: activations.framesPerSecond / 2, frames, features, beat, downbeat };
}
