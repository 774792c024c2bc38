/** What two songs share in the course of all that sounds, told of their toplines. */
import { type PreparedTonal, tonalEvidence } from '../../music/harmony/tonal-evidence.js';
import type { SongDescription, SongNote } from '../../music/song-description.js';
import { signatureMetric } from './calibration.js';
import type { LineMatch } from './line-match.js';
import { type MatchedPoint, runOf } from './runs.js';
import { segmentMatches } from './segment-match.js';

interface Song {
  readonly description: SongDescription;
  readonly tonal: PreparedTonal;
}

/** Beats that alike sound in a segment worth telling. */
const fewestBeatsASegment = 4;

/** Null where nothing is beyond chance. */
export function tonalMatch(a: Song, b: Song): LineMatch | null {
  const { bits, transposition: shift, points } = tonalEvidence(a.tonal, b.tonal);
  const beats = points.map(
    (point): MatchedPoint => ({
      a: point.a,
      b: point.b,
      endA: point.a + 1,
      endB: point.b + 1,
      bits: point.score,
    }),
  );
  const run = runOf(beats);
  if (!run || bits <= 0) return null;
  const transposition = ((shift + 5) % 12) - 5;
  const metric = signatureMetric(bits);
  return {
    basis: 'tonal',
    lineA: 'topline',
    lineB: 'topline',
    bits,
    signatureMetric: metric,
    transposition,
    run,
    matchedOnsets: notesBeside(a.description.melody.topline, b.description.melody.topline, beats, shift),
    segments: segmentMatches(a.description, b.description, beats, fewestBeatsASegment, transposition, metric),
  };
}

/** How far from its place a note may stand, in beats. */
const nearBeats = 0.5;

/** Onsets of topline notes of equal pitch class that stand at the same place of beats that sound alike. */
function notesBeside(
  lineA: readonly SongNote[],
  lineB: readonly SongNote[],
  beats: readonly MatchedPoint[],
  transposition: number,
): [number, number][] {
  const beside = new Map(beats.map((beat) => [beat.a, beat.b]));
  const pairs: [number, number][] = [];
  let first = 0;
  for (const note of lineA) {
    const beat = Math.floor(note.onsetBeats);
    const other = beside.get(beat);
    if (other === undefined) continue;
    const place = other + note.onsetBeats - beat;
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
