/** Silence, a steady tone, a fraction of a second, speech alone: nothing from which a duplicate could be excluded. */

import { AnalysisError } from '../../../domain/analysis-error.js';
import { verdictToJson } from '../../../domain/finding.js';
import { engineVersion } from '../parameters.js';
import type { SpeechJudgement } from './speech-odds.js';

/** Fewer hashes than this do not distinguish a recording from another one. */
export const minHashes = 8;

const whatToDo =
  'This recording has too little sound for a fingerprint (silence, one steady tone, or less than about ' +
  'a second). Upload a recording with at least a few seconds of music.';

/** The failure of `add`: nothing was registered. */
export function tooLittleToRegister(): AnalysisError {
  return new AnalysisError(whatToDo);
}

/** The failure of `check` and `scan`: "no duplicate" would be a definite answer that the recording does not allow. */
export function tooLittleToCompare(
  operation: 'check' | 'scan',
  hashes: number,
  songsInCatalogue: number,
): AnalysisError {
  const question =
    operation === 'check' ? 'Whether this is a duplicate' : 'Whether songs of your catalogue are in it';
  return new AnalysisError(`${question} cannot be determined. ${whatToDo}`, {
    engine: engineVersion,
    songs_searched: 0,
    matches: [],
    verdict: verdictToJson({
      finding: 'cannot_tell',
      threshold: { of: 'fingerprint hashes', value: minHashes },
      searched: { count: 0, unit: 'songs' },
      reasons: [
        `The recording gives ${hashes} fingerprint hashes; at least ${minHashes} are needed.`,
        ...(songsInCatalogue > 0
          ? [`None of the ${songsInCatalogue} songs in the catalogue could be compared.`]
          : []),
      ],
      limits: ['Silence, one steady tone and less than about a second of sound have no fingerprint.'],
    }),
  });
}

/** The failure of `check` where nothing was found and the recording is speech alone: peaks of speech are no music's. */
export function speechAlone({ logOdds, threshold }: SpeechJudgement, songsSearched: number): AnalysisError {
  return new AnalysisError(
    'Whether this is a duplicate cannot be determined. The recording sounds like speech alone, and none of the registered ' +
      'recordings was found in it. Upload a recording with music.',
    {
      engine: engineVersion,
      songs_searched: songsSearched,
      matches: [],
      verdict: verdictToJson({
        finding: 'cannot_tell',
        threshold: { of: 'log-odds of speech alone', value: Number(threshold.toFixed(1)) },
        searched: { count: songsSearched, unit: 'songs' },
        reasons: [
          `The recording sounds like speech alone: log-odds of ${logOdds.toFixed(1)} where ${threshold.toFixed(1)} is needed.`,
          `None of ${songsSearched} songs coincides with it; a registered recording of this very speech would.`,
        ],
        limits: ['Rap and singing without accompaniment, birds and other animals can be taken for speech.'],
      }),
    },
  );
}
