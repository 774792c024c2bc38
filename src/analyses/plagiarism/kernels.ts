/** What the plagiarism analysis computes in compute processes. */

import { type AskingKernel, ComputeError, type Kernel } from '../../domain/compute.js';
import type { SongDescription } from '../../music/song-description.js';
import { type PreparedSong, prepareSong } from './comparison/prepared-song.js';
import {
  type ChunksToSearch,
  type EngineAnswer,
  type EngineQuestion,
  findCandidates,
} from './search/find-candidates.js';
import { type FoundCandidate, type RankedCandidate, rankCandidates } from './search/rank-candidates.js';
import { scanQuery, scanRow } from './search/scan-row.js';
import type { FoundSong } from './search/search-chunks.js';
import { decodeSketch, encodeSketch } from './search/song-sketch.js';

export interface PreparedForIndex {
  /** See scan-row.ts. */
  readonly codes: Uint16Array;
  readonly sketch: Uint8Array;
}

/** description → what the index keeps of it. */
export const prepareKernel: Kernel<SongDescription, PreparedForIndex> = {
  name: 'plagiarism.prepare',
  run: (description) => ({ codes: scanRow(description), sketch: encodeSketch(description) }),
};

export interface SearchInput extends ChunksToSearch {
  readonly description: SongDescription;
}

/** Which chunk, and which song in it. */
export type SongPlace = Pick<FoundSong, 'chunk' | 'song'>;

export interface CandidateSketch {
  /** Place in the list that was asked for. */
  readonly asked: number;
  readonly sketch: Uint8Array;
}

export interface SearchFindings {
  /** Best first; see rankCandidates. `candidate` is the place in the answer. */
  readonly ranked: readonly RankedCandidate[];
  /** That were searched. */
  readonly songs: number;
  /** Whether an engine on trial gave the candidates that the files gave; null where none did. */
  readonly engineAgrees: boolean | null;
}

/** Places: sketches of candidates are asked for; otherwise chunks that a search engine holds. */
export type SearchQuestion = readonly SongPlace[] | EngineQuestion;
export type SearchAnswer = readonly CandidateSketch[] | EngineAnswer;

/**
 * description and chunk files → the songs of them compared with it. Asks for the best songs of chunks that a search engine holds, then
 * for the sketches of those that were found; what is left out of the answer is not compared.
 */
export const searchKernel: AskingKernel<SearchInput, SearchFindings, SearchQuestion, SearchAnswer> = {
  name: 'plagiarism.search',
  async run({ description, ...chunks }, { ask, progress }) {
    const { candidates, songs, engineAgrees } = await findCandidates(
      scanQuery(description),
      chunks,
      async (question) => (await ask(question)) as EngineAnswer,
    );
    progress(searchShare, 'aligning the candidates');
    const places = candidates.map(({ chunk, song }) => ({ chunk, song }));
    const answer = (await ask(places)) as readonly CandidateSketch[];
    const found = answer.map(({ asked, sketch }): FoundCandidate => {
      const { passage, similarity, tempo } = candidates[asked]!;
      return { song: decodeSketch(sketch), passage, similarity, tempo };
    });
    const ranked = rankCandidates(preparedQuery(description), found, songs, (fraction) =>
      progress(searchShare + (1 - searchShare) * fraction, 'comparing'),
    );
    return { ranked, songs, engineAgrees };
  },
};

/** Of the progress. */
const searchShare = 0.3;

/** As the other songs are kept, so that both sides are rounded in the same way. */
function preparedQuery(description: SongDescription): PreparedSong {
  const own = decodeSketch(encodeSketch(description));
  if (!own) throw new ComputeError('internal', 'The query is of another version.');
  return prepareSong(own.description, own);
}
