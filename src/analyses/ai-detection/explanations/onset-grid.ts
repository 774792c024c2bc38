/**
 * A sequencer's fast grid of time: 96 ticks a beat at 125 BPM are 200 Hz, a listed spacing. What is played there sets
 * in on the ticks; generated music's onsets do not keep to its decoder's grid.
 */
import { onsetGridFit } from '../listen/transients.js';
import type { Explanation } from './explanation.js';

/** Slower grids are any music's, and faster ones are not resolved. */
const gridHz = { from: 60, to: 500 };
/** As a mean phase, this share of all onsets must agree: what a few of many do draws no lines. */
const minConcentration = 0.6;

export const onsetGrid: Explanation = {
  unit: 'powers of ten for “the onsets keep to this grid” (Rayleigh’s test)',
  words: 'a sequencer’s fast grid of time draws the same',
  measure({ spacingsHz }, { onsets }) {
    const fits = spacingsHz
      .filter((spacing) => spacing >= gridHz.from && spacing <= gridHz.to)
      .map((spacing) => onsetGridFit(onsets, spacing))
      .filter(({ concentration }) => concentration >= minConcentration);
    return Math.max(0, ...fits.map(({ evidence }) => evidence));
  },
};
