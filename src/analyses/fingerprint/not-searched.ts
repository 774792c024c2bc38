/** A catalogue that cannot be searched for now must not be taken for one without the song. */
import { verdictToJson } from '../../domain/finding.js';
import { UnavailableError } from '../analysis.js';
import { zThreshold } from './decision.js';
import { engineVersion } from './parameters.js';

/** Runs a search; where the catalogue is unavailable the failure says that nothing was decided, and of how many songs. */
export async function searchOrAbstain<Result>(songs: number, search: () => Promise<Result>): Promise<Result> {
  try {
    return await search();
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    throw new UnavailableError(
      `Whether this is a duplicate cannot be determined now: ${error.message} Run it again later.`,
      {
        engine: engineVersion,
        songs_searched: 0,
        matches: [],
        verdict: verdictToJson({
          finding: 'cannot_tell',
          threshold: { of: 'z', value: Number(zThreshold(songs).toFixed(1)) },
          searched: { count: 0, unit: 'songs' },
          reasons: [error.message, `The ${songs} songs of the catalogue were not searched.`],
          limits: [],
        }),
      },
    );
  }
}
