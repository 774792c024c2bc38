/**
 * A held tone: a drone on 100 Hz, an organ or a chip's square wave draws lines at exact multiples too. Its partials
 * begin at the bottom and tower above the music there; a decoder's lines are lost under the music below 1 kHz.
 */
import { combScore } from '../lattice/lattice-score.js';
import { heldToneShare } from '../listen/held-tones.js';
import type { Explanation } from './explanation.js';

/** A tone on another spacing of the family than the strongest must show this many multiples. */
const manyPartials = 5;

export const heldTones: Explanation = {
  unit: 'share of the lattice’s multiples from 60 to 1200 Hz that rise 10 dB or more above their neighbours',
  words: 'held tones draw the same',
  measure({ spacingsHz, familyId, fromHz }, { contrast, logPower }) {
    const scores = spacingsHz.map((spacing) => combScore(contrast, spacing, { fromHz }).score);
    const strongest = scores.indexOf(Math.max(...scores));
    const partials = familyId === 'unlisted' ? undefined : manyPartials;
    return Math.max(
      heldToneShare(logPower, spacingsHz[strongest]!),
      ...spacingsHz.map((spacing) => heldToneShare(logPower, spacing, partials)),
    );
  },
};
