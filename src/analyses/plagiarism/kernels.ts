/** What the plagiarism analysis computes in compute processes. */

import { ComputeError, type Kernel } from '../../domain/compute.js';
import type { SongDescription } from '../../music/song-description.js';
import { prepareSong } from './comparison/compare-songs.js';
import { chunkFilesReader } from './search/chunk-reader.js';
import { type FoundCandidate, type RankedCandidate, rankCandidates } from './search/rank-candidates.js';
import { scanQuery, scanRow } from './search/scan-row.js';
import { type FoundSong, searchChunks } from './search/search-chunks.js';
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

export interface SearchInput {
  readonly description: SongDescription;
  /** Files of the index, which the compute process reads itself (code-chunk.ts). */
  readonly chunks: readonly string[];
}

export interface SearchFindings {
  /** See searchChunks. */
  readonly candidates: readonly FoundSong[];
  readonly songs: number;
  /** The query as the comparison takes it. */
  readonly sketch: Uint8Array;
}

/** description and chunk files → the songs to compare it with. */
export const searchKernel: Kernel<SearchInput, SearchFindings> = {
  name: 'plagiarism.search',
  async run({ description, chunks }) {
    const found = await searchChunks(scanQuery(description), chunkFilesReader(chunks));
    return { ...found, sketch: encodeSketch(description) };
  },
};

export interface CompareInput {
  readonly query: Uint8Array;
  readonly candidates: readonly (Omit<FoundCandidate, 'song'> & { readonly sketch: Uint8Array })[];
}

/** Best first; see rankCandidates. */
export const compareKernel: Kernel<CompareInput, RankedCandidate[]> = {
  name: 'plagiarism.compare',
  run({ query, candidates }, { progress }) {
    const own = decodeSketch(query);
    if (!own) throw new ComputeError('internal', 'The query is of another version.');
    const others = candidates.map(({ sketch, ...found }) => ({ song: decodeSketch(sketch), ...found }));
    return rankCandidates(prepareSong(own.description, own.tonalRows), others, (fraction) =>
      progress(fraction, 'comparing'),
    );
  },
};
