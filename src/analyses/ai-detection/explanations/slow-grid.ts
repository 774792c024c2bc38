/**
 * A sequencer's slow grid of time: sixteenths at 125 BPM are 8.33 Hz, and every sixth multiple is one of 50 Hz. A
 * decoder leaves nothing between the lines of its family, so what stands there was drawn by the grid.
 */
import { isCommonSpeed } from '../lattice/common-speeds.js';
import { familyOf } from '../lattice/lattices.js';
import { deviationOf, linesRead } from '../lattice/reading-score.js';
import type { Explanation } from './explanation.js';
import { finerGridScore } from './finer-grid-score.js';

/** An unlisted architecture's own finer lattices begin where decoders' frame rates do; sequencers' sixteenths end there. */
const slowestFramesHz = 20;

export const slowGrid: Explanation = {
  unit: 'powers of ten of the evidence that a finer grid explains',
  words: 'a sequencer’s grid of time draws the same',
  measure(candidate, { contrast }) {
    const { way, familyId, scale, spacingsHz, fromHz, ownNull } = candidate;
    const used = linesRead(contrast, candidate);
    if (used === 0) return 0;
    const listed = familyId !== 'unlisted';
    const score = finerGridScore(contrast, {
      spacingsHz,
      deviation: deviationOf(candidate, used),
      // At a searched speed a tempo hits the half-way places by chance; at one named beforehand hardly.
      mayHalve: listed && familyOf(familyId).mayHalve === true && (way === 'exact' || isCommonSpeed(scale)),
      fromHz,
      ...(listed ? {} : { upToHz: slowestFramesHz }),
    });
    return (score / ownNull.decay) * Math.LOG10E;
  },
};
