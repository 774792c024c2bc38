/** What two songs share in the chroma sequence, reported on their toplines. */
import { nearestTransposition } from '../../../music/alignment/nearest-transposition.js';
import { tonalEvidence } from '../../../music/harmony/tonal-evidence.js';
import type { TonalPoint } from '../../../music/harmony/tonal-path.js';
import type { SongNote } from '../../../music/song-description.js';
import { type LineMatch, noWholeTune } from './line-match.js';
import type { OtherTempo } from './other-tempo.js';
import { type MatchedPoint, type MatchingRun, runOf } from './runs.js';
import { segmentMatches, withSegments } from './segment-match.js';
import { type TonalReading, type TonalSong, tonalReadings } from './tonal-readings.js';

/** Of chroma sequences. */
export interface TonalMatch extends LineMatch {
  /** What sounds similar, in rising beats of both songs. */
  readonly places: readonly MatchedPoint[];
}

/** Beats that sound similar in a segment that is reported. */
const fewestBeatsASegment = 4;

/**
 * Bits that each doubling of the readings tried costs: the best of n is by chance as high as one would be by the tail's e-fold
 * times ln n more, and the tail of unrelated chroma sequences falls e-fold every 1.4 bits (1.4 · ln 2 = 1.0).
 */
const doublingCost = 1;

/** Null where nothing is beyond chance. `asked`: see tonalReadings. */
export function tonalMatch(a: TonalSong, b: TonalSong, asked: readonly OtherTempo[]): TonalMatch | null {
  if (a.tonal.rows.count === 0) return null;
  const readings = tonalReadings(a, b, asked);
  const cost = doublingCost * Math.log2(readings.length);
  const found = readings
    .map(([x, y], place) => {
      const evidence = tonalEvidence(x.tonal, y.tonal);
      return { ...evidence, x, y, bits: evidence.bits - (place && cost) };
    })
    .reduce((best, other) => (other.bits > best.bits ? other : best));
  const { x, y, bits, transposition: shift } = found;
  if (bits <= 0) return null;
  const points = found.points();
  const beats = points.map(
    (point): MatchedPoint => ({
      a: x.beatOf(point.a),
      b: y.beatOf(point.b),
      endA: x.beatOf(point.a + 1),
      endB: y.beatOf(point.b + 1),
      bits: point.score,
    }),
  );
  const run = runOf(beats);
  if (!run) return null;
  const transposition = nearestTransposition(shift);
  const matchedOnsets = notesBeside(
    a.description.melody.topline,
    b.description.melody.topline,
    points,
    [x, y],
    shift,
  );
  const lines = { basis: 'tonal', lineA: 'topline', lineB: 'topline' } as const;
  const match = { ...lines, ...noWholeTune, bits, alignedBits: bits, transposition, run };
  return withSegments({ ...match, matchedOnsets, places: beats }, () =>
    segmentMatches(a.description, b.description, beats, fewestBeatsASegment, transposition),
  );
}

/** Whether a run lies where the chroma sequences take its stretch of the first song: in half of the shorter of both stretches, at least. */
export function liesWith(run: MatchingRun, places: readonly MatchedPoint[]): boolean {
  const beside = places.filter(({ a }) => a >= run.startA && a < run.endA);
  const [first, last] = [beside[0], beside.at(-1)];
  if (!first || !last) return false;
  const shorter = Math.min(run.endB - run.startB, last.endB - first.b);
  return Math.min(run.endB, last.endB) - Math.max(run.startB, first.b) >= shorter / 2;
}

/** How far from its place a note may stand, in beats. */
const nearBeats = 0.5;

/** Onsets of topline notes of equal pitch class that stand at the same place of rows that sound similar. */
function notesBeside(
  lineA: readonly SongNote[],
  lineB: readonly SongNote[],
  points: readonly TonalPoint[],
  [x, y]: readonly [TonalReading, TonalReading],
  transposition: number,
): [number, number][] {
  const beside = new Map(points.map((point) => [point.a, point.b]));
  const pairs: [number, number][] = [];
  let first = 0;
  for (const note of lineA) {
    const at = x.rowOf(note.onsetBeats);
    const row = Math.floor(at);
    const other = beside.get(row);
    if (other === undefined) continue;
    const place = y.beatOf(other + at - row);
    while (first < lineB.length && lineB[first]!.onsetBeats < place - nearBeats) first++;
    for (let index = first; index < lineB.length; index++) {
      const found = lineB[index]!;
      if (found.onsetBeats > place + nearBeats) break;
      if ((note.midiPitch + transposition - found.midiPitch) % 12 !== 0) continue;
      pairs.push([note.onsetBeats, found.onsetBeats]);
      first = index + 1;
      break;
    }
  }
  return pairs;
}
