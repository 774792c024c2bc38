/** Levels of a window of a spectrum against its mean power, as the networks that read spectra are shown them. */
import { spectrumBandCount, spectrumFloorDecibels, spectrumStepsPerDecibel } from './centre-salience.js';

/** 20 dB are 1, −15 dB are 0. */
const decibelsPerUnit = 20;
const middleDecibels = -15;
const range = { lowest: -60, highest: 30 };

const decibelsOf = (step: number): number => step / spectrumStepsPerDecibel + spectrumFloorDecibels;
/** The power of each level that a spectrum can have. */
const powerOfStep = Float64Array.from({ length: 256 }, (_, step) => 10 ** (decibelsOf(step) / 10));

/** Writes what each of the 256 steps of level is in the frames `from` to `to` of `mix` (frames × spectrumBandCount) to `into`. */
export function windowLevels(mix: Uint8Array, from: number, to: number, into: Float32Array): void {
  const start = from * spectrumBandCount;
  const end = to * spectrumBandCount;
  let power = 0;
  for (let at = start; at < end; at++) power += powerOfStep[mix[at]!]!;
  const mean = 10 * Math.log10(power / Math.max(1, end - start) + 1e-6);
  for (let step = 0; step < into.length; step++) {
    const level = Math.min(range.highest, Math.max(range.lowest, decibelsOf(step) - mean));
    into[step] = (level - middleDecibels) / decibelsPerUnit;
  }
}
