/** What the fingerprint analysis runs in compute processes: bytes and numbers in, bytes and numbers out. */
import type { PostingPage } from '../../domain/posting-block.js';
import type { Kernel } from '../analysis.js';
import { type ExtractInput, extractBoth, extractQuery, extractSong } from './extract.js';
import { collectHits } from './hits.js';
import type { Alignment } from './measure.js';
import { mergeBlocks } from './merge-blocks.js';
import { framesPerUnit } from './parameters.js';
import { unpackPeaks } from './peak-codec.js';
import type { PeakList } from './peak-list.js';
import type { MergedBlocks, MergeStep } from './ports.js';
import { type Hypothesis, verify } from './verify.js';
import { type VoteCandidate, vote } from './vote.js';

/** `song` for what is stored, `query` for what is looked for, `both` for a scan. */
export interface ExtractKernelInput extends ExtractInput {
  readonly purpose: 'song' | 'query' | 'both';
}

export const extractKernel: Kernel<ExtractKernelInput> = {
  name: 'fingerprint.extract',
  run: ({ purpose, ...input }, tools) => {
    const extract = { song: extractSong, query: extractQuery, both: extractBoth }[purpose];
    return extract(input, tools);
  },
};

export interface VoteInput {
  readonly keys: Uint32Array;
  readonly times: Uint32Array;
  readonly pages: readonly PostingPage[];
  /** Length of the query in frames. */
  readonly spanFrames: number;
  readonly limit: number;
}

export const voteKernel: Kernel<VoteInput, VoteCandidate[]> = {
  name: 'fingerprint.vote',
  run: ({ keys, times, pages, spanFrames, limit }) =>
    vote(collectHits({ keys, times }, pages), spanFrames / framesPerUnit, limit),
};

export interface VerifyInput {
  readonly query: PeakList;
  readonly songs: readonly { readonly peaks: Uint8Array; readonly hypotheses: readonly Hypothesis[] }[];
}

/** For each song the alignment of each hypothesis. */
export const verifyKernel: Kernel<VerifyInput, (Alignment | null)[][]> = {
  name: 'fingerprint.verify',
  run: ({ query, songs }) =>
    songs.map(({ peaks, hypotheses }) => {
      const song = unpackPeaks(peaks);
      return hypotheses.map((hypothesis) => verify(query, song, hypothesis));
    }),
};

export const mergeKernel: Kernel<MergeStep, MergedBlocks> = {
  name: 'fingerprint.merge',
  run: (step) => mergeBlocks(step),
};
