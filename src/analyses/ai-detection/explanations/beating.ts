/** A loudness that swells as fast as the lattice: a roll of 22 hits a second, a buzz. Most decoders' lines do not beat. */
import { beatContrast } from '../listen/envelope-rhythm.js';
import type { Explanation } from './explanation.js';

/** About what the highest of three bins reads where nothing beats. */
const byChance = 1;
/** Read of a track too short to hear a beat, where the lattice could be a roll's. */
const unknown = 2;
/** Nothing is played as fast as this. */
const fastestRollHz = 100;

export const beating: Explanation = {
  unit: 'standard deviations that the loudness beats at the lattice’s spacings, above chance',
  words: 'the loudness beats as fast',
  measure({ spacingsHz }, { rhythm }) {
    const beats = spacingsHz.map((rate) => beatContrast(rhythm, rate)).filter((beat) => beat !== null);
    if (beats.length === 0) return spacingsHz[0]! > fastestRollHz ? 0 : unknown;
    return Math.max(0, Math.max(...beats) - byChance);
  },
};
