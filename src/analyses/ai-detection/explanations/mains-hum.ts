/**
 * Mains hum: lines to 8 kHz in quiet recordings, at 50 or 60 Hz ± 0.4 %, at twice that behind a rectifier, at six times
 * behind one of three phases. An exact place of the same spacing is a decoder's unless the loudness clicks with the mains.
 */
import { beatContrast } from '../listen/envelope-rhythm.js';
import type { Explanation } from './explanation.js';

const mainsHz = [50, 60];
const multiples = [1, 2, 6];
/** Power grids keep their frequency this well. */
const tolerance = 0.004;
/** Spacings up to this multiple of the clicks are taken to be theirs. */
const maxClicks = 4;
/** What is read of a lattice that a search found on the mains' frequency. */
const certain = 10;

const isMains = (spacingHz: number): boolean =>
  mainsHz.some((hz) => multiples.some((multiple) => Math.abs(spacingHz / (hz * multiple) - 1) < tolerance));

export const mainsHum: Explanation = {
  unit: 'standard deviations that the loudness clicks with the mains; 10 for a searched lattice on their frequency',
  words: 'mains hum draws the same',
  measure({ way, spacingsHz }, { rhythm }) {
    if (way !== 'exact') return spacingsHz.some(isMains) ? certain : 0;
    const clicks = mainsHz
      .map((hz) => 2 * hz)
      .filter((hz) => spacingsHz.some((spacing) => spacing % hz === 0 && spacing / hz <= maxClicks));
    return Math.max(0, ...clicks.map((hz) => beatContrast(rhythm, hz) ?? 0));
  },
};
