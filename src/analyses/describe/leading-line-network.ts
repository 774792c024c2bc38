/**
 * The leading-line network on what was measured of a recording: the spectrum of the mix in thirds of a semitone, and the
 * note network's contours, notes and onsets (models/embedded/leading-line-network/). Its windows are of 24 seconds.
 */

import { loadFile } from '../../models/embedded/load-model.js';
import { leadingLineFeatureNames, leadingLineNetworkId } from '../../music/description/leading-line-model.js';
import {
  type LeadingPitch,
  leadingPitchCount,
  leadingPitchLowestMidi,
} from '../../music/description/leading-pitch.js';
import {
  contourBinCount,
  contourBinsPerSemitone,
  keyCount,
  lowestKey,
  type PitchActivations,
} from '../../music/description/pitch-activations.js';
import { type SpectrumBands, spectrumBandCount } from '../../signal/centre-salience.js';
import { windowLevels } from '../../signal/window-levels.js';
import { leadingWindows } from './leading-windows.js';

const contours = leadingPitchCount * contourBinsPerSemitone;
const firstKey = leadingPitchLowestMidi - lowestKey;

/** Rejects where the network's file is not the one that its card names. */
export async function leadingPitch(
  { mix, frames: spectra }: Pick<SpectrumBands, 'mix' | 'frames'>,
  activations: PitchActivations,
): Promise<LeadingPitch> {
  const network = loadFile(leadingLineNetworkId, 'network.onnx', leadingLineFeatureNames);
  const frames = Math.min(spectra, Math.ceil(activations.frames / 2));
  const framesPerSecond = activations.framesPerSecond / 2;
  return leadingWindows(network, { frames, framesPerSecond }, (from, to, rows) => ({
    levels: { values: levelsOf(mix, from, to, rows), shape: [1, rows, spectrumBandCount] },
    contours: { values: contoursOf(activations, from, to, rows), shape: [1, rows, contours] },
    keys: { values: keysOf(activations, from, to, rows), shape: [1, 2, rows, leadingPitchCount] },
  }));
}

/** rows × spectrumBandCount of the frames `from` to `to`; beyond them lies silence. */
function levelsOf(mix: Uint8Array, from: number, to: number, rows: number): Float32Array {
  const scaled = new Float32Array(256);
  windowLevels(mix, from, to, scaled);
  const levels = new Float32Array(rows * spectrumBandCount).fill(scaled[0]!);
  const start = from * spectrumBandCount;
  const count = (to - from) * spectrumBandCount;
  for (let at = 0; at < count; at++) levels[at] = scaled[mix[start + at]!]!;
  return levels;
}

/** Of two frames of the note network the larger. */
function contoursOf(heard: PitchActivations, from: number, to: number, rows: number): Float32Array {
  const first = firstKey * contourBinsPerSemitone;
  return pairs(heard.contours, contourBinCount, first, contours, heard.frames, from, to, rows);
}

/** Notes, then onsets. */
function keysOf(heard: PitchActivations, from: number, to: number, rows: number): Float32Array {
  const keys = new Float32Array(2 * rows * leadingPitchCount);
  for (const [at, values] of [heard.notes, heard.onsets].entries())
    keys.set(
      pairs(values, keyCount, firstKey, leadingPitchCount, heard.frames, from, to, rows),
      at * rows * leadingPitchCount,
    );
  return keys;
}

/** rows × `count`: columns `first` … of a list `width` wide, 0 … 1. */
function pairs(
  values: Uint8Array,
  width: number,
  first: number,
  count: number,
  frames: number,
  from: number,
  to: number,
  rows: number,
): Float32Array {
  const found = new Float32Array(rows * count);
  for (let row = 0; row < to - from; row++) {
    const frame = 2 * (from + row);
    const at = frame * width + first;
    const next = frame + 1 < frames ? at + width : at;
    for (let i = 0; i < count; i++)
      found[row * count + i] = Math.max(values[at + i]!, values[next + i]!) / 255;
  }
  return found;
}
