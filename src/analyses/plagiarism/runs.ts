/** From aligned notes or chords to runs of matching bars, and to pairs of segments that start on downbeats. */
import type { SongDescription } from '../../music/song-description.js';
import { segmentBars } from './documented-scores.js';

/** Two notes or chords that stand for each other, in beats of each song. */
export interface MatchedPoint {
  readonly a: number;
  readonly b: number;
  readonly endA: number;
  readonly endB: number;
  readonly bits: number;
}

export interface MatchingRun {
  /** Beats, in each song. */
  readonly startA: number;
  readonly endA: number;
  readonly startB: number;
  readonly endB: number;
  /** Notes (or chords) that match. */
  readonly notes: number;
}

export interface SegmentPair {
  readonly startA: number;
  readonly startB: number;
  /** Bits of what matches inside. */
  readonly bits: number;
  readonly notes: number;
}

/** `points` rise in both songs. Null where there are none. */
export function runOf(points: readonly MatchedPoint[]): MatchingRun | null {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return null;
  return { startA: first.a, endA: last.endA, startB: first.b, endB: last.endB, notes: points.length };
}

/** Beats of the second song for one of the first, within a run. */
export function paceOf(run: MatchingRun): number {
  return Math.min(4, Math.max(0.25, (run.endB - run.startB) / Math.max(0.25, run.endA - run.startA)));
}

/** The last downbeat at or before a beat (a sixteenth of grace); the first downbeat where there is none. */
function downbeatBefore(downbeats: readonly number[], beat: number): number {
  let found = downbeats[0] ?? 0;
  for (const downbeat of downbeats) {
    if (downbeat > beat + 0.25) break;
    found = downbeat;
  }
  return found;
}

function nearestDownbeat(downbeats: readonly number[], beat: number): number {
  let found = downbeats[0] ?? 0;
  for (const downbeat of downbeats) if (Math.abs(downbeat - beat) < Math.abs(found - beat)) found = downbeat;
  return found;
}

export function segmentBeats(song: SongDescription): number {
  return segmentBars * song.meter;
}

/** Consecutive segments of `a` that cover the run, each with its place in `b`, those with most evidence first. */
export function segmentPairs(
  songA: SongDescription,
  songB: SongDescription,
  points: readonly MatchedPoint[],
  fewestPoints: number,
): SegmentPair[] {
  const run = runOf(points);
  if (!run) return [];
  const length = segmentBeats(songA);
  const pace = paceOf(run);
  const segments: SegmentPair[] = [];
  let start = downbeatBefore(songA.downbeats, run.startA);
  while (start < run.endA) {
    const inside = points.filter(({ a }) => a >= start - 0.25 && a < start + length - 0.25);
    const anchor = inside[0];
    if (anchor && inside.length >= fewestPoints) {
      const lead = (anchor.a - start) * pace;
      segments.push({
        startA: start,
        startB: nearestDownbeat(songB.downbeats, anchor.b - lead),
        bits: inside.reduce((sum, { bits }) => sum + bits, 0),
        notes: inside.length,
      });
    }
    const next = downbeatBefore(songA.downbeats, start + length);
    start = next > start ? next : start + length;
  }
  return segments.sort((x, y) => y.bits - x.bits);
}
