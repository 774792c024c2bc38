/** What the plagiarism analysis computes in compute processes. */
import type { SongDescription } from '../../music/song-description.js';
import { ComputeError, type Kernel } from '../analysis.js';
import { chunkFilesReader } from './chunk-reader.js';
import { prepareSong } from './compare-songs.js';
import { type RankedCandidate, rankCandidates } from './rank-candidates.js';
import type { Candidate } from './scan.js';
import { scanRow } from './scan-row.js';
import { searchChunks } from './search-chunks.js';
import { decodeSketch, encodeSketch } from './song-sketch.js';

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

export interface ScanInput {
  /** The query's row. */
  readonly codes: Uint16Array;
  readonly chunks: readonly { readonly path: string; readonly songs: number }[];
}

export interface ScanFindings {
  /** See searchChunks. */
  readonly candidates: readonly Candidate[];
  readonly songs: number;
}

export const scanKernel: Kernel<ScanInput, ScanFindings> = {
  name: 'plagiarism.scan',
  run({ codes, chunks }) {
    return searchChunks(codes, chunkFilesReader(chunks.map(({ path }) => path)));
  },
};

export interface CompareInput {
  readonly query: Uint8Array;
  readonly candidates: readonly { readonly sketch: Uint8Array; readonly passage: number }[];
}

/** Best first; see rankCandidates. */
export const compareKernel: Kernel<CompareInput, RankedCandidate[]> = {
  name: 'plagiarism.compare',
  run({ query, candidates }, { progress }) {
    const own = decodeSketch(query);
    if (!own) throw new ComputeError('internal', 'The query is of another version.');
    const others = candidates.map(({ sketch, passage }) => ({ song: decodeSketch(sketch), passage }));
    return rankCandidates(prepareSong(own.description, own.tonalRows), others, (fraction) =>
      progress(fraction, 'comparing'),
    );
  },
};
