/** The lyric computations that run in compute processes. */
import type { AskingKernel, Kernel } from '../../domain/compute.js';
import { compareLyrics, type LyricComparison, searchOneText } from './compare-lyrics.js';
import { lyricEngine } from './engine.js';
import { type EncodedSongs, encodeSongs, type SongLyrics } from './index/encode-songs.js';
import { type MergedSegment, mergeSegments } from './index/merge-segments.js';
import type { CodeQuestion, EngineAnswer } from './matching/engine-candidates.js';
import { type SearchFindings, type SegmentReference, searchSongs } from './search.js';

export interface EncodeInput {
  readonly encoderId: string;
  readonly songs: readonly SongLyrics[];
}

export interface SearchInput {
  readonly encoderId: string;
  readonly lyrics: string;
  readonly segments: readonly SegmentReference[];
  /** Whether candidates are asked for: an engine may hold the segments' codes. */
  readonly asksFirst?: boolean;
}

/** Songs → the bytes of one index segment. */
export const encodeKernel: Kernel<EncodeInput, EncodedSongs> = {
  name: 'lyrics.encode',
  async run(input, tools) {
    const engine = await lyricEngine(input.encoderId, tools.modelsDir);
    return encodeSongs(input.songs, engine, (share) => tools.progress(share, 'encoding lines'));
  },
};

/** A lyric and the segments to search → the most similar songs. Asks once for candidates, where it may. */
export const searchKernel: AskingKernel<SearchInput, SearchFindings, CodeQuestion, EngineAnswer> = {
  name: 'lyrics.search',
  async run(input, tools) {
    const engine = await lyricEngine(input.encoderId, tools.modelsDir);
    const options = input.asksFirst ? { askEngine: (question: CodeQuestion) => tools.ask(question) } : {};
    return searchSongs(input.lyrics, input.segments, engine, options);
  },
};

export interface MergeInput {
  readonly segments: readonly SegmentReference[];
}

/** Several segments → one without their removed songs. */
export const mergeKernel: Kernel<MergeInput, MergedSegment> = {
  name: 'lyrics.merge',
  run: (input) => mergeSegments(input.segments),
};

export interface CompareInput {
  readonly query: string;
  readonly target: string;
  readonly encoderId?: string;
}

export interface OneTextInput {
  readonly encoderId: string;
  readonly lyrics: string;
  readonly otherLyrics: string;
}

/** A lyric and one other → what a search would find if that were all there is. */
export const searchOneTextKernel: Kernel<OneTextInput, SearchFindings> = {
  name: 'lyrics.search-one',
  run: (input, tools) => searchOneText(input.lyrics, input.otherLyrics, tools.modelsDir, input.encoderId),
};

/** Two lyrics → their scores and how they sound together. */
export const compareKernel: Kernel<CompareInput, LyricComparison> = {
  name: 'lyrics.compare',
  run: (input, tools) => compareLyrics(input.query, input.target, tools.modelsDir, input.encoderId),
};
