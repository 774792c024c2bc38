/** What cannot be searched for now must not be taken for something without the song. */
import { type Verdict, verdictToJson } from '../domain/finding.js';
import type { JsonObject } from '../domain/task.js';
import { UnavailableError } from './analysis.js';

/** What a search that could not be made leaves open. */
export interface Undecided {
  /** Begins the sentence "… cannot be determined now". */
  readonly question: string;
  /** Completes "… were not searched." */
  readonly notSearched: string;
  readonly threshold?: Verdict['threshold'];
  /** Of the failure, beside its verdict. */
  readonly detail: JsonObject;
}

/** Runs a search; where it is unavailable the failure says that nothing was decided, and what was not searched. */
export async function searchOrAbstain<Result>(
  { question, notSearched, threshold, detail }: Undecided,
  search: () => Promise<Result>,
): Promise<Result> {
  try {
    return await search();
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    throw new UnavailableError(`${question} cannot be determined now: ${error.message} Run it again later.`, {
      ...detail,
      verdict: verdictToJson({
        finding: 'cannot_tell',
        ...(threshold === undefined ? {} : { threshold }),
        searched: { count: 0, unit: 'songs' },
        reasons: [error.message, `${notSearched} were not searched.`],
        limits: [],
      }),
    });
  }
}
