/**
 * Follows each stretch of a scan into the windows before and behind it. A song that repeats itself lies at several places, and a
 * window's first look-up, of few keys, may show a lesser one of them: measured, two hits were enough for a match of z = 74 where the
 * stretch's own line has 153. The line is known from the neighbouring windows, and comparing it costs one verification.
 */
import type { AnalysisContext } from '../../analysis.js';
import { unchanged } from '../look-up/changes.js';
import { framesPerSecond, framesPerUnit } from '../parameters.js';
import { type PeakList, peaksBetween } from '../peaks/peak-list.js';
import type { Alignment } from '../verification/measure.js';
import { windowSpans } from './scan-windows.js';
import type { Segment, SegmentCollector } from './segments.js';

/** Adds to each stretch what its line matches in windows beside it. `peaks` are those of the whole recording. */
export async function extendSegments(
  collector: SegmentCollector,
  peaks: PeakList,
  seconds: number,
  context: Pick<AnalysisContext, 'compute' | 'signal'>,
): Promise<void> {
  const spans = windowSpans(seconds);
  const reversed = spans.toReversed();
  for (let number = 0; number < collector.count; number++) {
    for (const isForward of [false, true]) {
      for (const [startSeconds, endSeconds] of isForward ? spans : reversed) {
        const { fromSeconds, toSeconds } = collector.at(number);
        const isBeside = isForward
          ? startSeconds < toSeconds && endSeconds > toSeconds
          : endSeconds > fromSeconds && startSeconds < fromSeconds;
        if (!isBeside) continue;
        const part = peaksBetween(peaks, startSeconds * framesPerSecond, endSeconds * framesPerSecond);
        const alignment = await onLine(collector.at(number), part, startSeconds, context);
        if (alignment) collector.extend(number, startSeconds, alignment);
      }
    }
  }
}

/** The alignment of a window's peaks near a stretch's line; null where nothing coincides. */
async function onLine(
  { song, alignment, scale, songOffsetSeconds }: Segment,
  query: PeakList,
  startSeconds: number,
  { compute, signal }: Pick<AnalysisContext, 'compute' | 'signal'>,
): Promise<Alignment | null> {
  if (query.count === 0) return null;
  const startUnits = ((songOffsetSeconds + scale * startSeconds) * framesPerSecond) / framesPerUnit;
  const change = alignment.isChangeAssumed ? { timeFactor: scale, cents: -alignment.pitchCents } : unchanged;
  const left = scale / change.timeFactor;
  // Verification takes a hypothesis' times for rounded down.
  const hypothesis = { start: startUnits - 0.5 + 0.5 * left, scale: left, change };
  const songs = [{ peaks: song.peaks, hypotheses: [hypothesis] }];
  const [found] = await compute.run('fingerprint.verify', { query, songs }, { signal });
  return found![0]!;
}
