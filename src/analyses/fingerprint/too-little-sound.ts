/** Silence, a steady tone, a fraction of a second: there is nothing by which one recording differs from another. */

import { AnalysisError } from '../../domain/analysis-error.js';
import { verdictToJson } from '../../domain/finding.js';
import { engineVersion } from './parameters.js';

/** Fewer hashes than this do not distinguish a recording from another one. */
export const minHashes = 8;

const whatToDo =
  'This recording has too little sound for a fingerprint (silence, one steady tone, or less than about ' +
  'a second). Upload a recording with at least a few seconds of music.';

/** The failure of `add`: nothing was registered. */
export function tooLittleToRegister(): AnalysisError {
  return new AnalysisError(whatToDo);
}

/** The failure of `check`: "no duplicate" would be a definite answer that the recording does not allow. */
export function tooLittleToCompare(hashes: number, songsInCatalogue: number): AnalysisError {
  return new AnalysisError(`Whether this is a duplicate cannot be determined. ${whatToDo}`, {
    engine: engineVersion,
    songs_searched: 0,
    matches: [],
    verdict: verdictToJson({
      finding: 'cannot_tell',
      threshold: { of: 'fingerprint hashes', value: minHashes },
      searched: { count: 0, unit: 'songs' },
      reasons: [
        `The recording gives ${hashes} fingerprint hashes; at least ${minHashes} are needed.`,
        `None of the ${songsInCatalogue} songs in the catalogue could be compared.`,
      ],
      limits: ['Silence, one steady tone and less than about a second of sound have no fingerprint.'],
    }),
  });
}
