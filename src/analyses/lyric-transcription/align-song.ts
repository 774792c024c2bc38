/** Aligns lyrics that came with the request: what was recognised finds each word's segment, forced decoding its time. */

import { AnalysisError } from '../../domain/analysis-error.js';
import type { Compute, ReportProgress } from '../../domain/compute.js';
import { splitLyricLines } from '../../domain/lyric-limits.js';
import type { SungWord, TimedLine } from '../../domain/timed-lyrics.js';
import { stripMarkup } from '../../text/normalise-line.js';
import { type AlignInput, alignKernelName } from './align-kernel.js';
import { type HeardWord, placeLyrics } from './lyric-anchors.js';
import type { TranscribedSegment } from './recognise-song.js';

export interface AlignSongOptions {
  readonly path: string;
  readonly model: string;
  readonly language: string;
  readonly threads: number;
  readonly compute: Compute;
  readonly signal: AbortSignal;
  readonly onProgress: ReportProgress;
}

export interface AlignedLyrics {
  /** One a given line, in order; those with no word in the sung time are left out. */
  readonly lines: readonly TimedLine[];
  /** Words of the lyrics, and how many of them were recognised without knowing them. */
  readonly words: number;
  readonly anchors: number;
  /** Mean over words of how probable the recogniser found them, 0 … 1. */
  readonly meanProbability: number;
}

const secondsPerSegment = 60;
const startupSeconds = 180;

/** The lines that are sung: without blank ones, headings in square brackets, and the times of LRC and subtitle files. */
export function sungLines(lyrics: string): string[] {
  return splitLyricLines(lyrics)
    .map(stripMarkup)
    .filter((line) => /[\p{L}\p{N}]/u.test(line) && !/^\[[^\]]*\]$/u.test(line));
}

/** Throws AnalysisError where none of the words was recognised, so that no time would mean anything. */
export async function alignLyrics(
  lyrics: string,
  segments: readonly TranscribedSegment[],
  { compute, signal, onProgress, ...song }: AlignSongOptions,
): Promise<AlignedLyrics> {
  const lines = sungLines(lyrics);
  const heard = segments.flatMap(({ phrases }) =>
    phrases.flatMap((phrase): readonly HeardWord[] => phrase.words ?? evenly(phrase)),
  );
  const placement = placeLyrics(lines, heard, segments);
  if (placement.anchors === 0) {
    throw new AnalysisError(
      `None of the ${placement.words} words of the given lyrics was recognised in the recording, so that they cannot be ` +
        'aligned with it. Check that they belong to this song, or transcribe it without them.',
    );
  }
  const input: AlignInput = {
    ...song,
    segments: segments
      .map(({ startSeconds, endSeconds }, i) => ({ startSeconds, endSeconds, parts: placement.parts[i]! }))
      .filter(({ parts }) => parts.length > 0),
  };
  const { parts } = await compute.run(alignKernelName, input, {
    signal,
    timeoutSeconds: startupSeconds + secondsPerSegment * input.segments.length,
    onProgress,
  });
  const words = lines.map((): SungWord[] => []);
  for (const part of parts) words[part.line]!.push(...part.words);
  const all = words.flat();
  return {
    lines: lines.flatMap((text, i) => {
      const own = words[i]!;
      if (own.length === 0) return [];
      return [{ text, startSeconds: own[0]!.startSeconds, endSeconds: own.at(-1)!.endSeconds, words: own }];
    }),
    words: placement.words,
    anchors: placement.anchors,
    meanProbability: all.reduce((sum, { probability }) => sum + probability, 0) / Math.max(1, all.length),
  };
}

/** Words of a phrase without times of words, spread over it. */
function evenly({ text, startSeconds, endSeconds }: TimedLine): HeardWord[] {
  const words = text.split(/\s+/u);
  const step = (endSeconds - startSeconds) / words.length;
  return words.map((word, i) => ({ text: word, startSeconds: startSeconds + i * step }));
}
