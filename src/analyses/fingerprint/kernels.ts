/** What the fingerprint analysis runs in compute processes: bytes and numbers in, bytes and numbers out. */

import type { Kernel } from '../../domain/compute.js';
import type { PostingPage } from '../../domain/posting-block.js';
import {
  changedHashes,
  type ExtractedBoth,
  type ExtractedPeaks,
  type ExtractInput,
  extractBoth,
  extractPeaks,
  extractQuery,
  extractSong,
  type QueryWindow,
  type SongFingerprint,
} from './extract.js';
import { compareFineStructures, type FineInput } from './fine-structure/fine-structure.js';
import type { FineStructure } from './fine-structure/sustained-levels.js';
import { type Change, pitchFollowsOf, redoChange, undoChange } from './look-up/changes.js';
import { type CloserInput, type CloserLook, lookCloser } from './look-up/closer.js';
import type { HashList } from './look-up/hashes.js';
import { collectHits } from './look-up/hits.js';
import { mergeBlocks } from './look-up/merge-blocks.js';
import { keptScale, type VoteCandidate, vote } from './look-up/vote.js';
import { framesPerUnit } from './parameters.js';
import { unpackPeaks } from './peaks/peak-codec.js';
import type { PeakList } from './peaks/peak-list.js';
import type { EngineHits, MergedBlocks, MergeStep } from './ports.js';
import { type ScanBatch, scanWindows } from './scanning/scan-windows.js';
import { listenForSpeech } from './speech/speech.js';
import type { SpeechMeasurements } from './speech/speech-measurements.js';
import {
  type ChangedSweep,
  type ChangedSweptPlace,
  type LikelySweep,
  sweepChanged,
  sweepLikely,
} from './sweep/changed-sweep.js';
import { type LikeliestChanges, likeliestChanges } from './sweep/likeliest-changes.js';
import { type LikeliestInput, likeliestSongs } from './sweep/likeliest-songs.js';
import { sketchOf } from './sweep/song-sketch.js';
import { type SweepInput, type SweptPlace, sweep } from './sweep/sweep.js';
import type { Alignment } from './verification/measure.js';
import { type Hypothesis, stretchToVerify, verify } from './verification/verify.js';
import type { Coherence } from './waveform/coherence.js';
import { compareWaveforms, type WaveformInput } from './waveform/waveform.js';

/** What is stored of a recording. */
export const extractSongKernel: Kernel<ExtractInput, SongFingerprint> = {
  name: 'fingerprint.extract-song',
  run: extractSong,
};

/** What is looked for. */
export const extractQueryKernel: Kernel<ExtractInput, QueryWindow[]> = {
  name: 'fingerprint.extract-query',
  run: extractQuery,
};

/** Both by one decoding, for a scan of a folder. */
export const extractBothKernel: Kernel<ExtractInput, ExtractedBoth> = {
  name: 'fingerprint.extract-both',
  run: extractBoth,
};

/** The peaks of a whole recording, to be cut into windows. */
export const peaksKernel: Kernel<ExtractInput, ExtractedPeaks> = {
  name: 'fingerprint.peaks',
  run: (input, tools) => extractPeaks(input, tools),
};

export const windowsKernel: Kernel<ScanBatch, QueryWindow[]> = {
  name: 'fingerprint.windows',
  run: (batch) => scanWindows(batch),
};

/** The peaks of a query window with each assumed change undone, as keys to look up. */
export const probeKernel: Kernel<Pick<QueryWindow, 'peaks'>, HashList[]> = {
  name: 'fingerprint.probe',
  run: (window) => changedHashes(window),
};

/** More peaks and keys of a query that nothing was found for. */
export const closerKernel: Kernel<CloserInput, CloserLook> = {
  name: 'fingerprint.closer',
  run: (input) => lookCloser(input),
};

/** Whether the sound itself is the song's at a place. */
export const waveformKernel: Kernel<WaveformInput, (Coherence | null)[]> = {
  name: 'fingerprint.waveform',
  run: (input, tools) => compareWaveforms(input, tools),
};

/** The same where pitch or tempo alone is changed: whether the fine structure is the song's. */
export const fineStructureKernel: Kernel<FineInput, (FineStructure | null)[]> = {
  name: 'fingerprint.fine-structure',
  run: (input, tools) => compareFineStructures(input, tools),
};

/** What distinguishes speech alone from music, for each piece of a recording. */
export const speechKernel: Kernel<ExtractInput, SpeechMeasurements[]> = {
  name: 'fingerprint.speech',
  run: listenForSpeech,
};

export interface VoteInput {
  readonly queries: readonly (HashList & {
    /** Length of the query in frames. */
    readonly spanFrames: number;
    /** Whether only places of unchanged speed count. */
    readonly keepsSpeed?: boolean;
  })[];
  readonly pages: readonly PostingPage[];
  /** What a search engine found for each query beside the pages. */
  readonly engineHits?: readonly EngineHits[];
  readonly limit: number;
}

/** The candidates of each query. */
export const voteKernel: Kernel<VoteInput, VoteCandidate[][]> = {
  name: 'fingerprint.vote',
  run: ({ queries, pages, engineHits, limit }) =>
    collectHits(queries, pages, engineHits).map((hits, i) => {
      const { spanFrames, keepsSpeed } = queries[i]!;
      return vote(hits, spanFrames / framesPerUnit, limit, keepsSpeed ? keptScale : undefined);
    }),
};

export interface VerifyInput {
  readonly query: PeakList;
  readonly songs: readonly {
    readonly peaks: Uint8Array;
    readonly hypotheses: readonly (Hypothesis & { readonly change: Change })[];
  }[];
}

/** For each song the alignment of each hypothesis. */
export const verifyKernel: Kernel<VerifyInput, (Alignment | null)[][]> = {
  name: 'fingerprint.verify',
  run: ({ query, songs }) =>
    songs.map(({ peaks, hypotheses }) => {
      const changed = hypotheses.map((hypothesis) => ({
        ...hypothesis,
        query: undoChange(query, hypothesis.change),
        pitchFollows: pitchFollowsOf(hypothesis.change),
      }));
      const stretches = changed.map((hypothesis) => stretchToVerify(hypothesis.query, hypothesis));
      const song = unpackPeaks(peaks, {
        fromFrame: Math.min(...stretches.map(({ fromFrame }) => fromFrame)),
        toFrame: Math.max(...stretches.map(({ toFrame }) => toFrame)),
      });
      return changed.map((hypothesis) => {
        const alignment = verify(hypothesis.query, song, hypothesis);
        return alignment && redoChange(alignment, hypothesis.change);
      });
    }),
};

/** Where a query's levels stand out most at the songs' peaks. */
export const sweepKernel: Kernel<SweepInput, SweptPlace[]> = {
  name: 'fingerprint.sweep',
  run: (input) => sweep(input),
};

/** The same under assumed changes. */
export const sweepChangedKernel: Kernel<ChangedSweep, ChangedSweptPlace[]> = {
  name: 'fingerprint.sweep-changed',
  run: (input) => sweepChanged(input),
};

/** The same of songs whose change their sketches show coarsely. */
export const sweepLikelyKernel: Kernel<LikelySweep, ChangedSweptPlace[]> = {
  name: 'fingerprint.sweep-likely',
  run: (input) => sweepLikely(input),
};

/** What a first comparison needs of songs' packed peaks. */
export const sketchKernel: Kernel<{ readonly songs: readonly Uint8Array[] }, Uint8Array[]> = {
  name: 'fingerprint.sketch',
  run: ({ songs }) => songs.map(sketchOf),
};

/** Which songs of a large catalogue the query's levels are compared with. */
export const likeliestSongsKernel: Kernel<LikeliestInput, number[]> = {
  name: 'fingerprint.likeliest-songs',
  run: (input) => likeliestSongs(input),
};

/** The same under assumed changes, and under which. */
export const likeliestChangesKernel: Kernel<LikeliestInput, LikeliestChanges> = {
  name: 'fingerprint.likeliest-changes',
  run: (input) => likeliestChanges(input),
};

export const mergeKernel: Kernel<MergeStep, MergedBlocks> = {
  name: 'fingerprint.merge',
  run: (step) => mergeBlocks(step),
};
