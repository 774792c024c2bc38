/**
 * An old codec's bands: MPEG layers I and II split the sound into 32 bands, whose edges are multiples of 689, 750 or
 * 500 Hz, all listed spacings. A decoder's lines stand between those edges as well.
 */
import { placeScore } from '../lattice/reading-score.js';
import type { Explanation } from './explanation.js';

/** 32 bands from 0 to half the rate, at 44.1, 48 and 32 kHz. */
const bandsHz = [44_100 / 64, 48_000 / 64, 32_000 / 64];

export const codecBands: Explanation = {
  unit: 'powers of ten of the evidence that vanish without the lines at a codec’s band edges',
  words: 'the bands of an old codec draw the same',
  measure(candidate, { contrast }) {
    if (candidate.familyId === 'unlisted') return 0;
    const score = placeScore(contrast, candidate);
    const lost = bandsHz.map((band) => score - placeScore(contrast, candidate, band * candidate.scale));
    // What the rest of the lines alone would reach by the same strength a line is no loss.
    return (Math.max(0, ...lost) / candidate.ownNull.decay) * Math.LOG10E;
  },
};
