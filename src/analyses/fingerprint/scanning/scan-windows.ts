/** The short overlapping windows in which a long recording is looked up. */
import { type QueryWindow, queryWindow } from '../extract.js';
import { framesPerSecond } from '../parameters.js';
import { type PeakList, peaksBetween } from '../peaks/peak-list.js';

/** Long enough for a copy in a room, short enough for the songs of a mix. */
const windowSeconds = 20;
/** Each moment lies in two windows, so that a song of 20 s fills one of them nearly. */
const stepSeconds = 10;
/** So much of the recording is handed to a compute process at once. */
const batchSeconds = 300;

export interface ScanBatch {
  /** Where the batch begins in the recording; times of the peaks count from there. */
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly peaks: PeakList;
}

/** The peaks of a recording in batches that overlap by what windows do. */
export function* scanBatches(peaks: PeakList, seconds: number): Generator<ScanBatch> {
  for (let start = 0; start === 0 || start + windowSeconds - stepSeconds < seconds; start += batchSeconds) {
    const end = Math.min(seconds, start + batchSeconds + windowSeconds - stepSeconds);
    yield {
      startSeconds: start,
      endSeconds: end,
      peaks: peaksBetween(peaks, start * framesPerSecond, end * framesPerSecond),
    };
  }
}

/** Where the windows of so long a recording, or batch of one, begin and end, in seconds. */
export function windowSpans(seconds: number): (readonly [startSeconds: number, endSeconds: number])[] {
  const spans: [number, number][] = [];
  for (let start = 0; start === 0 || start + stepSeconds < seconds; start += stepSeconds) {
    spans.push([start, Math.min(seconds, start + windowSeconds)]);
  }
  return spans;
}

/** The windows that begin within a batch. */
export function scanWindows({ startSeconds, endSeconds, peaks }: ScanBatch): QueryWindow[] {
  const ownSpans = windowSpans(endSeconds - startSeconds).filter(([start]) => start < batchSeconds);
  return ownSpans.map(([start, end]) => {
    const part = peaksBetween(peaks, start * framesPerSecond, end * framesPerSecond);
    return queryWindow(part, startSeconds + start, startSeconds + end);
  });
}
