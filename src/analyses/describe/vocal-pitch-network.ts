/**
 * The vocal pitch network on what was measured of a recording: the spectra of mix and centre in thirds of a semitone,
 * seen at ten harmonics of every pitch, and the note network's contours (models/embedded/vocal-pitch-network/). It looks
 * at windows of six seconds, whose margins are dropped.
 */
import { loadFile } from '../../models/embedded/load-model.js';
import type { PitchActivations } from '../../music/description/pitch-activations.js';
import { type VocalPitch, vocalPitchBinCount } from '../../music/description/vocal-pitch.js';
import type { SpectrumBands } from '../../signal/centre-salience.js';
import { logistic } from '../../signal/logistic.js';
import { openNetwork } from './open-network.js';
import { softmaxRow } from './softmax-row.js';
import {
  margin,
  reach,
  shownBands,
  shownChannels,
  shownFrames,
  VocalPitchInput,
  windowFrames,
} from './vocal-pitch-input.js';

const vocalPitchNetworkId = 'vocal-pitch-network';
const vocalPitchFeatureNames = ['mix-bands', 'centre-bands', 'note-contours'];
const framesKept = windowFrames - 2 * margin;

/** Rejects where the network's file is not the one that its card names. */
export async function vocalPitch(bands: SpectrumBands, activations: PitchActivations): Promise<VocalPitch> {
  const { session, Tensor } = await openNetwork(
    loadFile(vocalPitchNetworkId, 'network.onnx', vocalPitchFeatureNames),
  );
  const frames = Math.min(bands.frames, Math.ceil(activations.frames / 2));
  const pitches = new Uint8Array(frames * vocalPitchBinCount);
  const voiced = new Uint8Array(frames);
  const input = new VocalPitchInput(bands, activations);
  const x = new Tensor('float32', input.values, [1, shownChannels, shownFrames, shownBands]);
  try {
    for (let first = 0; first < frames; first += framesKept) {
      input.show(first - margin);
      const output = await session.run({ x });
      const logits = output.z!.data as Float32Array;
      const odds = output.v!.data as Float32Array;
      const rows = Math.min(framesKept, frames - first);
      for (let row = 0; row < rows; row++) {
        softmaxRow(
          logits,
          (reach + row) * vocalPitchBinCount,
          pitches,
          (first + row) * vocalPitchBinCount,
          vocalPitchBinCount,
        );
        voiced[first + row] = Math.round(255 * logistic(odds[reach + row]!));
      }
    }
  } finally {
    await session.release();
  }
  return { framesPerSecond: activations.framesPerSecond / 2, frames, pitches, voiced };
}
