/**
 * Whether two lines keep step where they match. A tune that was taken over goes at one pace beside its original, most
 * often at the same, half or double; notes that match by chance now hurry and now wait.
 */
import type { MatchedPoint } from './runs.js';

/** The pace is taken over so many notes: single notes come early or late. */
const notesAStretch = 6;
/** A stretch keeps step where its pace differs from the run's by less, in octaves. */
const inStep = 0.25;
/** So large a share of stretches may be out of step for nothing; a transcription has as many. */
const freeShare = 0.2;
/** Bits that the other stretches lose, where all are out of step. */
const stepCost = 6;
/** Bits that a run loses whose pace is this far, in octaves, from the same, half or double, or farther. */
const oddPaceCost = 3;
const oddPace = 0.2;
/** Pace of three beats beside four, or two: written in the other meter. */
const otherMeter = Math.log2(4 / 3);

/** The mean of the two in the middle, so that it is the opposite where the songs change places. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return 0.5 * (sorted[values.length >> 1]! + sorted[(values.length - 1) >> 1]!);
}

/** Bits that matching points lose for the paces at which they do; 0 for fewer than four. `points` rise in both songs. */
export function paceCost(points: readonly MatchedPoint[]): number {
  const notes = Math.min(notesAStretch, points.length - 1);
  if (notes < 3) return 0;
  const paces = points.slice(notes).map((last, first) => {
    const [a, b] = [last.a - points[first]!.a, last.b - points[first]!.b];
    return Math.log2(Math.max(0.05, b) / Math.max(0.05, a));
  });
  const pace = median(paces);
  const outOfStep = paces.filter((one) => Math.abs(one - pace) > inStep).length / paces.length;
  const octave = Math.max(-1, Math.min(1, Math.round(pace)));
  const fromOctave = Math.abs(pace - octave);
  const odd = Math.min(1, fromOctave / oddPace, 0.5 + Math.abs(fromOctave - otherMeter) / oddPace);
  return oddPaceCost * odd + (stepCost * Math.max(0, outOfStep - freeShare)) / (1 - freeShare);
}
