/**
 * Whether two lines keep step where they match. A tune that was taken over goes at one pace beside its original, most
 * often at the same, half or double; notes that match by chance now hurry and now wait.
 */
import { median } from '../../../numbers/median.js';
import type { MatchedPoint } from './runs.js';

/** The pace is taken over this many notes: single notes come early or late. */
const notesAStretch = 6;
/** A stretch keeps step where its pace differs from the run's by less, in octaves. */
const inStep = 0.25;

export interface MeasuredPace {
  /** log2 of the second song's beats for each of the first one's. */
  readonly pace: number;
  /** Share of stretches of the run whose pace is another than the run's. */
  readonly uneven: number;
}

const even: MeasuredPace = { pace: 0, uneven: 0 };

/** The pace at which matching points go; the same and even for fewer than four. `points` rise in both songs. */
export function measuredPace(points: readonly MatchedPoint[]): MeasuredPace {
  const notes = Math.min(notesAStretch, points.length - 1);
  if (notes < 3) return even;
  const paces = points.slice(notes).map((last, first) => {
    const [a, b] = [last.a - points[first]!.a, last.b - points[first]!.b];
    return Math.log2(Math.max(0.05, b) / Math.max(0.05, a));
  });
  // The mean of the two in the middle is the opposite where the songs change places.
  const pace = median(paces) ?? Number.NaN;
  return { pace, uneven: paces.filter((one) => Math.abs(one - pace) > inStep).length / paces.length };
}
