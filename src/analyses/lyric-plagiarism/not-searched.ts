/** Datasets that cannot be searched for now must not be taken for ones without the song. */
import { verdictToJson } from '../../domain/finding.js';
import { UnavailableError } from '../analysis.js';

/** Runs a search; where the index is unavailable the failure says that nothing was decided, and of how many songs. */
export async function searchOrAbstain<Result>(songs: number, search: () => Promise<Result>): Promise<Result> {
  try {
    return await search();
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    throw new UnavailableError(
      `Whether a song says the same cannot be determined now: ${error.message} Run it again later.`,
      {
        matches: [],
        verdict: verdictToJson({
          finding: 'cannot_tell',
          searched: { count: 0, unit: 'songs' },
          reasons: [error.message, `The ${songs} songs with lyrics of these datasets were not searched.`],
          limits: [],
        }),
      },
    );
  }
}
