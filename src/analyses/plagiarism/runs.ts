/** From aligned notes to runs of matching bars, and from runs to pairs of segments that start on downbeats. */
import type { Alignment } from '../../music/melody/alignment.js';
import type { PreparedLine } from '../../music/melody/evidence.js';
import type { SongDescription } from '../../music/song-description.js';
import { segmentBars } from './documented-scores.js';

export interface MatchingRun {
  /** Beats, in each song. */
  readonly startA: number;
  readonly endA: number;
  readonly startB: number;
  readonly endB: number;
  readonly notes: number;
}

export interface SegmentPair {
  readonly startA: number;
  readonly startB: number;
  /** Bits of the matched notes inside. */
  readonly bits: number;
  readonly notes: number;
}

export function runOf(a: PreparedLine, b: PreparedLine, alignment: Alignment): MatchingRun | null {
  const first = alignment.pairs[0];
  const last = alignment.pairs.at(-1);
  if (!first || !last) return null;
  return {
    startA: a.sequence.onsetBeats[first.a]!,
    endA: a.sequence.onsetBeats[last.a]! + a.sequence.spanBeats[last.a]!,
    startB: b.sequence.onsetBeats[first.b]!,
    endB: b.sequence.onsetBeats[last.b]! + b.sequence.spanBeats[last.b]!,
    notes: alignment.pairs.length,
  };
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
  a: PreparedLine,
  b: PreparedLine,
  alignment: Alignment,
): SegmentPair[] {
  const run = runOf(a, b, alignment);
  if (!run) return [];
  const length = segmentBeats(songA);
  // Notated at half or double time, b runs faster or slower than a.
  const pace = Math.min(4, Math.max(0.25, (run.endB - run.startB) / Math.max(0.25, run.endA - run.startA)));
  const segments: SegmentPair[] = [];
  let start = downbeatBefore(songA.downbeats, run.startA);
  while (start < run.endA) {
    const inside = alignment.pairs.filter((pair) => {
      const onset = a.sequence.onsetBeats[pair.a]!;
      return onset >= start - 0.25 && onset < start + length - 0.25;
    });
    const anchor = inside[0];
    if (anchor && inside.length >= 4) {
      const lead = (a.sequence.onsetBeats[anchor.a]! - start) * pace;
      segments.push({
        startA: start,
        startB: nearestDownbeat(songB.downbeats, b.sequence.onsetBeats[anchor.b]! - lead),
        bits: inside.reduce((sum, pair) => sum + 0.5 * (a.bits[pair.a]! + b.bits[pair.b]!), 0),
        notes: inside.length,
      });
    }
    const next = downbeatBefore(songA.downbeats, start + length);
    start = next > start ? next : start + length;
  }
  return segments.sort((x, y) => y.bits - x.bits);
}
