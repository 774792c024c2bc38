/** What two songs share in the chroma sequence, reported on their toplines. */
import { nearestTransposition } from '../../../music/alignment/nearest-transposition.js';
import { type PreparedTonal, tonalEvidence } from '../../../music/harmony/tonal-evidence.js';
import type { SongDescription, SongNote } from '../../../music/song-description.js';
import { signatureMetric } from './calibration.js';
import type { LineMatch } from './line-match.js';
import type { OtherTempo } from './other-tempo.js';
import { type MatchedPoint, runOf } from './runs.js';
import { segmentMatches } from './segment-match.js';

interface Song {
  readonly description: SongDescription;
  readonly tonal: PreparedTonal;
}

/** Beats that sound similar in a segment that is reported. */
const fewestBeatsASegment = 4;

/** What a second reading of the tempo costs in bits: it is one more chance to find something. */
const readingCost = 1;

/** Two songs, each as counted or at double time, where a description holds that reading to be close. */
interface Readings {
  readonly a: PreparedTonal;
  readonly b: PreparedTonal;
  /** Beats of the description in one of the reading. */
  readonly beatsA: 0.5 | 1;
  readonly beatsB: 0.5 | 1;
}

/**
 * As counted first. Where one song may be at half the other's time, it is heard at double time; the finer grid says more.
 * `asked`: tempos of `a` that are tried though no description holds them to be close.
 */
export function tonalReadings(a: Song, b: Song, asked: readonly OtherTempo[]): Readings[] {
  const isHalved = (song: Song, other: Song): boolean =>
    song.description.tempoHypotheses.some(({ ratio }) => ratio === 2) ||
    other.description.tempoHypotheses.some(({ ratio }) => ratio === 0.5);
  const readings: Readings[] = [{ a: a.tonal, b: b.tonal, beatsA: 1, beatsB: 1 }];
  if (asked.includes(2) || isHalved(a, b))
    readings.push({ a: a.tonal.doubled(), b: b.tonal, beatsA: 0.5, beatsB: 1 });
  if (asked.includes(0.5) || isHalved(b, a))
    readings.push({ a: a.tonal, b: b.tonal.doubled(), beatsA: 1, beatsB: 0.5 });
  return readings;
}

/** Null where nothing is beyond chance. `asked`: see tonalReadings. */
export function tonalMatch(a: Song, b: Song, asked: readonly OtherTempo[]): LineMatch | null {
  const found = tonalReadings(a, b, asked)
    .map((reading, place) => ({
      reading,
      ...tonalEvidence(reading.a, reading.b),
      cost: place && readingCost,
    }))
    .reduce((best, other) => (other.bits - other.cost > best.bits - best.cost ? other : best));
  const { reading, transposition: shift, points } = found;
  const { beatsA, beatsB } = reading;
  const bits = found.bits - found.cost;
  const beats = points.map(
    (point): MatchedPoint => ({
      a: point.a * beatsA,
      b: point.b * beatsB,
      endA: (point.a + 1) * beatsA,
      endB: (point.b + 1) * beatsB,
      bits: point.score,
    }),
  );
  const run = runOf(beats);
  if (!run || bits <= 0) return null;
  const transposition = nearestTransposition(shift);
  const metric = signatureMetric(bits);
  return {
    basis: 'tonal',
    lineA: 'topline',
    lineB: 'topline',
    bits,
    signatureMetric: metric,
    transposition,
    run,
    matchedOnsets: notesBeside(
      a.description.melody.topline,
      b.description.melody.topline,
      beats,
      reading,
      shift,
    ),
    segments: segmentMatches(a.description, b.description, beats, fewestBeatsASegment, transposition),
  };
}

/** How far from its place a note may stand, in beats. */
const nearBeats = 0.5;

/** Onsets of topline notes of equal pitch class that stand at the same place of beats that sound similar. */
function notesBeside(
  lineA: readonly SongNote[],
  lineB: readonly SongNote[],
  beats: readonly MatchedPoint[],
  { beatsA, beatsB }: Pick<Readings, 'beatsA' | 'beatsB'>,
  transposition: number,
): [number, number][] {
  const beside = new Map(beats.map((beat) => [beat.a, beat.b]));
  const pairs: [number, number][] = [];
  let first = 0;
  for (const note of lineA) {
    const beat = Math.floor(note.onsetBeats / beatsA) * beatsA;
    const other = beside.get(beat);
    if (other === undefined) continue;
    const place = other + ((note.onsetBeats - beat) * beatsB) / beatsA;
    while (first < lineB.length && lineB[first]!.onsetBeats < place - nearBeats) first++;
    for (let index = first; index < lineB.length; index++) {
      const found = lineB[index]!;
      if (found.onsetBeats > place + nearBeats) break;
      if ((note.midiPitch + transposition + 120 - found.midiPitch) % 12 !== 0) continue;
      pairs.push([note.onsetBeats, found.onsetBeats]);
      first = index + 1;
      break;
    }
  }
  return pairs;
}
