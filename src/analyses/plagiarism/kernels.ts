/** What the plagiarism analysis computes in compute processes. */

import { ComputeError, type Kernel } from '../../domain/compute.js';
import type { SongDescription } from '../../music/song-description.js';
import { prepareSong } from './comparison/compare-songs.js';
import { chunkFilesReader } from './search/chunk-reader.js';
import { type FoundCandidate, type RankedCandidate, rankCandidates } from './search/rank-candidates.js';
import { type ScanQuery, scanQuery, scanRow } from './search/scan-row.js';
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

export interface PreparedQuery {
  readonly scanned: ScanQuery;
  readonly sketch: Uint8Array;
}

/** description → what is searched for. */
export const queryKernel: Kernel<SongDescription, PreparedQuery> = {
  name: 'plagiarism.query',
  run: (description) => ({ scanned: scanQuery(description), sketch: encodeSketch(description) }),
};

export interface ScanInput {
  readonly query: ScanQuery;
  readonly chunks: readonly { readonly path: string; readonly songs: number }[];
}

export interface ScanFindings {
  /** See searchChunks. */
  readonly candidates: readonly FoundSong[];
  readonly songs: number;
}

export const scanKernel: Kernel<ScanInput, ScanFindings> = {
  name: 'plagiarism.scan',
  run({ query, chunks }) {
    return searchChunks(query, chunkFilesReader(chunks.map(({ path }) => path)));
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
