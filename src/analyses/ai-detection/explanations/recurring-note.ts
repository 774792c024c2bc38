/**
 * A note that comes again and again: its multiples stand out at the bottom as well, where the music is. A search meets
 * the pitch of any note; a family of several nested spacings is no note's.
 */
import { combScore } from '../lattice/lattice-score.js';
import type { Explanation } from './explanation.js';

const toHz = 1000;
const lowestHz = 60;
const fewestPartials = 4;
const specificSpacings = 3;

export const recurringNote: Explanation = {
  unit: 'standard deviations a line that the multiples from 60 Hz to 1 kHz stand above their neighbours',
  words: 'a note that comes again and again draws the same',
  measure({ way, spacingsHz, fromHz }, { contrast }) {
    const read = spacingsHz.filter((spacing) => combScore(contrast, spacing, { fromHz }).lines > 0).length;
    if (way === 'exact' || read >= specificSpacings) return 0;
    const spacingHz = spacingsHz[0]!;
    const highestHz = Math.max(toHz, (fewestPartials + 0.5) * spacingHz);
    const { score, lines } = combScore({ ...contrast, highestHz }, spacingHz, { fromHz: lowestHz });
    return lines === 0 ? 0 : Math.max(0, score / Math.sqrt(lines));
  },
};
