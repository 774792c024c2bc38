/** The lyric computations that run in compute processes. */
import type { Kernel } from '../analysis.js';
import type { LyricLine } from '../../text/segment-lyrics.js';
import { encodeSongs, type SongLyrics } from './encode-songs.js';
import { lyricEngine } from './engine.js';
import { type SearchFindings, type SegmentReference, searchSongs } from './search.js';

export interface EncodeInput {
  readonly encoderId: string;
  readonly songs: readonly SongLyrics[];
}

export interface SearchInput {
  readonly encoderId: string;
  readonly lines: readonly LyricLine[];
  readonly segments: readonly SegmentReference[];
}

/** Songs → the bytes of one index segment. */
export const encodeKernel: Kernel<EncodeInput, Uint8Array> = {
  name: 'lyrics.encode',
  async run(input, tools) {
    const engine = await lyricEngine(input.encoderId, tools.modelsDir);
    return encodeSongs(input.songs, engine, (share) => tools.progress(share, 'encoding lines'));
  },
};

/** A lyric and the segments to search → the most similar songs. */
export const searchKernel: Kernel<SearchInput, SearchFindings> = {
  name: 'lyrics.search',
  async run(input, tools) {
    const engine = await lyricEngine(input.encoderId, tools.modelsDir);
    return searchSongs(input.lines, input.segments, engine);
  },
};
