/** What is left open where a catalogue cannot be searched for now. */
import type { Undecided } from '../../analysis.js';
import { engineVersion } from '../parameters.js';
import { zThreshold } from './decision.js';

/** `songs`: how many the catalogue holds. */
export function undecidedAmong(songs: number): Undecided {
  return {
    question: 'Whether this is a duplicate',
    notSearched: `The ${songs} songs of the catalogue`,
    threshold: { of: 'z', value: Number(zThreshold(songs).toFixed(1)) },
    detail: { engine: engineVersion, songs_searched: 0, matches: [] },
  };
}
