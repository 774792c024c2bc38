/**
 * The vocal pitch network on what was measured of a recording: the spectra of mix and centre in thirds of a semitone,
 * seen at ten harmonics of every pitch, and the note network's contours (models/embedded/vocal-pitch-network/). It looks
 * at windows of six seconds, whose margins are dropped.
 */
import type { Tensor as OnnxTensor } from 'onnxruntime-node';
import { loadFile } from '../../models/embedded/load-model.js';
import { contourBinCount, type PitchActivations } from '../../music/description/pitch-activations.js';
import { type VocalPitch, vocalPitchBinCount } from '../../music/description/vocal-pitch.js';
import {
  type SpectrumBands,
  spectrumBandCount,
  spectrumFloorDecibels,
  spectrumStepsPerDecibel,
} from '../../signal/centre-salience.js';
import { logistic } from '../../signal/logistic.js';
import { openNetwork } from './open-network.js';

const vocalPitchNetworkId = 'vocal-pitch-network';
const vocalPitchFeatureNames = ['mix-bands', 'centre-bands', 'note-contours'];
const windowFrames = 256;
const margin = 32;
const framesKept = windowFrames - 2 * margin;
/** The contour of C2 in tune. */
const firstContour = 46;
/** Levels are against the window's mean power: 20 dB are 1, −15 dB are 0. */
const decibelsPerUnit = 20;
const middleDecibels = -15;
const range = { lowest: -60, highest: 30 };

/** Rejects where the network's file is not the one that its card names. */
export async function vocalPitch(bands: SpectrumBands, activations: PitchActivations): Promise<VocalPitch> {
  const { session, Tensor } = await openNetwork(
    loadFile(vocalPitchNetworkId, 'network.onnx', vocalPitchFeatureNames),
  );
  const frames = Math.min(bands.frames, Math.ceil(activations.frames / 2));
  const pitches = new Uint8Array(frames * vocalPitchBinCount);
  const voiced = new Uint8Array(frames);
  try {
    for (let first = 0; first < frames; first += framesKept) {
      const from = first - margin;
      const output = await session.run({
        f: spectra(bands, from, Tensor),
        c: contours(activations, from, Tensor),
      });
      const logits = output.z!.data as Float32Array;
      const odds = output.v!.data as Float32Array;
      for (let row = margin; row < windowFrames - margin && from + row < frames; row++) {
        softmax(
          logits.subarray(row * vocalPitchBinCount, (row + 1) * vocalPitchBinCount),
          pitches.subarray((from + row) * vocalPitchBinCount, (from + row + 1) * vocalPitchBinCount),
        );
        voiced[from + row] = Math.round(255 * logistic(odds[row]!));
      }
    }
  } finally {
    await session.release();
  }
  return { framesPerSecond: activations.framesPerSecond / 2, frames, pitches, voiced };
}

function spectra(
  { frames, mix, centre }: SpectrumBands,
  from: number,
  Tensor: typeof OnnxTensor,
): OnnxTensor {
  const values = new Float32Array(2 * windowFrames * spectrumBandCount);
  let power = 0;
  let seen = 0;
  for (let row = 0; row < windowFrames; row++) {
    const at = (from + row) * spectrumBandCount;
    if (from + row < 0 || from + row >= frames) continue;
    seen++;
    for (let band = 0; band < spectrumBandCount; band++) power += powerOfStep[mix[at + band]!]!;
  }
  const mean = 10 * Math.log10(power / Math.max(1, seen * spectrumBandCount) + 1e-6);
  const scaled = Float32Array.from({ length: 256 }, (_, step) => {
    const level = Math.min(range.highest, Math.max(range.lowest, decibelsOf(step) - mean));
    return (level - middleDecibels) / decibelsPerUnit;
  });
  for (const [channel, bands] of [mix, centre].entries())
    for (let row = 0; row < windowFrames; row++) {
      const inside = from + row >= 0 && from + row < frames;
      const to = (channel * windowFrames + row) * spectrumBandCount;
      for (let band = 0; band < spectrumBandCount; band++)
        values[to + band] = scaled[inside ? bands[(from + row) * spectrumBandCount + band]! : 0]!;
    }
  return new Tensor('float32', values, [1, 2, windowFrames, spectrumBandCount]);
}

const decibelsOf = (step: number): number => step / spectrumStepsPerDecibel + spectrumFloorDecibels;
/** The power of each level that a spectrum can have. */
const powerOfStep = Float64Array.from({ length: 256 }, (_, step) => 10 ** (decibelsOf(step) / 10));

/** Of two frames of the note network the larger. */
function contours(
  { frames, contours }: PitchActivations,
  from: number,
  Tensor: typeof OnnxTensor,
): OnnxTensor {
  const values = new Float32Array(windowFrames * vocalPitchBinCount);
  for (let row = 0; row < windowFrames; row++)
    for (let frame = 2 * (from + row); frame < 2 * (from + row) + 2; frame++) {
      if (frame < 0 || frame >= frames) continue;
      for (let bin = 0; bin < vocalPitchBinCount; bin++) {
        const at = row * vocalPitchBinCount + bin;
        values[at] = Math.max(values[at]!, contours[frame * contourBinCount + firstContour + bin]! / 255);
      }
    }
  return new Tensor('float32', values, [1, windowFrames, vocalPitchBinCount]);
}

function softmax(logits: Float32Array, into: Uint8Array): void {
  let highest = Number.NEGATIVE_INFINITY;
  for (const value of logits) highest = Math.max(highest, value);
  let sum = 0;
  for (const value of logits) sum += Math.exp(value - highest);
  for (let bin = 0; bin < into.length; bin++)
    into[bin] = Math.round((255 * Math.exp(logits[bin]! - highest)) / sum);
}
