/** From aligned notes or chords to runs of matching bars, and to pairs of segments that start on downbeats. */
import { beatsABar } from '../../../evidence-view/bars.js';
import { type SongDescription, secondsAtBeat } from '../../../music/song-description.js';
import { median } from '../../../numbers/median.js';
import { segmentBeats } from './documented-scores.js';

/** Two notes or chords that are aligned with each other, in beats of each song. */
export interface MatchedPoint {
  readonly a: number;
  readonly b: number;
  readonly endA: number;
  readonly endB: number;
  /** Of both: only shares of their sum count. */
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

/** Beats of the second song for one of the first, from the start of a run to its end. */
export function paceOf(run: Pick<MatchingRun, 'startA' | 'endA' | 'startB' | 'endB'>): number {
  return withinPaces((run.endB - run.startB) / Math.max(0.25, run.endA - run.startA));
}

const withinPaces = (pace: number): number => Math.min(4, Math.max(0.25, pace));

/** Whole bars of two, three and four beats. */
const stretchBeats = 12;
/** The ends of a run say its pace where that of most of its stretches differs by less, in octaves. */
const samePace = 0.25;

/**
 * The pace of a run, or that of most of its stretches where that is another one: bars in which only one of the songs rests are no pace. 1 where
 * nothing matches.
 */
export function steadyPace(points: readonly MatchedPoint[]): number {
  const run = runOf(points);
  if (!run) return 1;
  const whole = paceOf(run);
  const octaves: number[] = [];
  let next = 0;
  for (const { a, b } of points) {
    while (next < points.length && points[next]!.a < a + stretchBeats) next++;
    const last = points[next];
    if (!last) break;
    octaves.push(Math.log2(withinPaces((last.b - b) / (last.a - a))));
  }
  const most = median(octaves);
  return most === undefined || Math.abs(most - Math.log2(whole)) < samePace ? whole : 2 ** most;
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

/**
 * How many beats of both segments of a run sound beside each other: all of them, but where the songs go together bar by bar in
 * different metres (three beats beside four), only those of the bars that both segments hold. `points` must not be none.
 */
export function besideBeats(
  a: SongDescription,
  b: SongDescription,
  points: readonly MatchedPoint[],
): readonly [number, number] {
  const { startA, endA, startB, endB } = runOf(points)!;
  const pace = steadyPace(points);
  const [meterA, meterB] = [metreOf(a, startA, endA), metreOf(b, startB, endB)];
  const ofBars = meterB / meterA;
  const goesByBars = Math.abs(Math.log(pace / ofBars)) < Math.abs(Math.log(pace));
  if (!goesByBars) return [segmentBeats, segmentBeats];
  return [segmentBeats * Math.min(1, meterA / meterB), segmentBeats * Math.min(1, ofBars)];
}

/** Of the bars of a passage: a medley's parts have their own. */
function metreOf(song: SongDescription, start: number, end: number): 3 | 4 {
  return beatsABar(song, start, end - start) % 3 === 0 ? 3 : 4;
}

/**
 * Consecutive segments of `a` that cover the run, each with its place in `b`, those with most evidence first. Where 16
 * beats from there would end after one of the songs does, the segment begins some bars earlier; only songs (or places in
 * them) without 16 beats from a downbeat to their end keep the overhang.
 */
export function segmentPairs(
  songA: SongDescription,
  songB: SongDescription,
  points: readonly MatchedPoint[],
  fewestPoints: number,
): SegmentPair[] {
  const run = runOf(points);
  if (!run) return [];
  const pace = steadyPace(points);
  const [length] = besideBeats(songA, songB, points);
  const pairFrom = (startA: number): SegmentPair | null => {
    const inside = points.filter(({ a }) => a >= startA - 0.25 && a < startA + length - 0.25);
    const anchor = inside[0];
    if (!anchor || inside.length < fewestPoints) return null;
    const startB = nearestDownbeat(songB.downbeats, anchor.b - (anchor.a - startA) * pace);
    const bits = inside.reduce((sum, one) => sum + one.bits, 0);
    return { startA, startB, bits, notes: inside.length };
  };
  const fits = ({ startA, startB }: SegmentPair): boolean =>
    endsWithin(songA, startA + segmentBeats) && endsWithin(songB, startB + segmentBeats);
  const segments: SegmentPair[] = [];
  let start = downbeatBefore(songA.downbeats, run.startA);
  while (start < run.endA) {
    const first = pairFrom(start);
    if (first && fits(first)) segments.push(first);
    else {
      const earlier = songA.downbeats
        .filter((beat) => beat < start && beat >= start - segmentBeats)
        .reverse();
      const moved = earlier.map(pairFrom).find((pair) => pair && fits(pair)) ?? first;
      if (moved && segments.every(({ startA }) => startA !== moved.startA)) segments.push(moved);
    }
    const next = downbeatBefore(songA.downbeats, start + length);
    start = next > start ? next : start + length;
  }
  return segments.sort((x, y) => y.bits - x.bits);
}

/** Half a beat of grace: a song's last beat may be cut off. */
function endsWithin({ beats, durationSeconds }: SongDescription, beat: number): boolean {
  return secondsAtBeat(beats, beat - 0.5) <= durationSeconds;
}
