/** Segments of 16 beats of two songs: what the interface documents of them, and where they lie. */
import { readingLike, type TempoReading } from '../../../music/rhythm/tempo-reading.js';
import { keyName, type SongDescription, secondsAtBeat } from '../../../music/song-description.js';
import {
  bpmRatioOf,
  chordSimilarity,
  type LineScores,
  lineScores,
  segmentBeats,
  segmentRoll,
} from './documented-scores.js';
import type { LineName } from './melody-codes.js';
import { besideBeats, type MatchedPoint, paceOf, runOf, type SegmentPair, segmentPairs } from './runs.js';

/**
 * A segment as the interface documents it, without the title and link that only the database knows, and with the metre,
 * which stands in the detail.
 */
export interface SegmentFacts {
  readonly time_start: number;
  readonly time_end: number;
  readonly key: string;
  readonly chords: readonly string[];
  /** Beats a bar. */
  readonly meter: number;
}

export interface SegmentMatch {
  readonly signatureMetric: number;
  readonly original: SegmentFacts;
  readonly comparison: SegmentFacts;
  /** What of both sounds beside each other: the segments, but where bars of 3/4 go with bars of 4/4 (besideBeats). */
  readonly beside: { readonly original: SegmentFacts; readonly comparison: SegmentFacts };
  readonly scores: {
    readonly vocal: LineScores;
    /** The documented name of the instrumental melody. */
    readonly melody: LineScores;
    readonly topline: LineScores;
    readonly chord: number;
  };
  /** In beats of the descriptions as they stand, whatever reading was compared. */
  readonly startBeats: readonly [number, number];
  /** Of what sounds beside each other. */
  readonly lengthBeats: readonly [number, number];
  /** The reading in which the comparison was laid beside the original: 2 is double time. */
  readonly comparisonTempo: TempoReading['ratio'];
  readonly matchedNotes: number;
}

/** Segments of a song and line that are kept. */
const maxSegments = 6;

/**
 * The segments of a run of matching notes or chords, those with most evidence first. Where the second song runs at
 * half or double the first one's pace and may be counted so, its segments are cut in that reading.
 */
export function segmentMatches(
  a: SongDescription,
  b: SongDescription,
  points: readonly MatchedPoint[],
  fewestPoints: number,
  transposition: number,
  signatureMetric: number,
): SegmentMatch[] {
  const run = runOf(points);
  if (!run) return [];
  const reading = readingLike(a, b, paceOf(run));
  const { ratio, shiftBeats } = reading;
  const moved = points.map((point) => ({
    ...point,
    b: (point.b + shiftBeats) * ratio,
    endB: (point.endB + shiftBeats) * ratio,
  }));
  const pace = paceOf(runOf(moved)!);
  return segmentPairs(a, reading.song, moved, fewestPoints)
    .slice(0, maxSegments)
    .map((pair) => segmentMatch(a, reading, pair, pace, transposition, signatureMetric));
}

function segmentMatch(
  a: SongDescription,
  { song: b, ratio, shiftBeats }: TempoReading,
  pair: SegmentPair,
  pace: number,
  transposition: number,
  signatureMetric: number,
): SegmentMatch {
  const [lengthA, lengthB] = besideBeats(a, b, pace);
  const bpmRatio = bpmRatioOf(a.tempoBpm, b.tempoBpm);
  const scoresOf = (name: LineName): LineScores =>
    lineScores(
      segmentRoll(a.melody[name], pair.startA, lengthA),
      segmentRoll(b.melody[name], pair.startB, lengthB, -transposition, lengthA / lengthB),
      bpmRatio,
    );
  const beside = {
    original: segmentFacts(a, pair.startA, lengthA),
    comparison: segmentFacts(b, pair.startB, lengthB),
  };
  const chordsBeside = beside.original.chords.map(
    (_, beat) => beside.comparison.chords[Math.floor((beat * lengthB) / lengthA)]!,
  );
  return {
    signatureMetric,
    original: segmentFacts(a, pair.startA, segmentBeats),
    comparison: segmentFacts(b, pair.startB, segmentBeats),
    beside,
    scores: {
      vocal: scoresOf('vocal'),
      melody: scoresOf('instrumental'),
      topline: scoresOf('topline'),
      chord: chordSimilarity(beside.original.chords, chordsBeside, -transposition),
    },
    startBeats: [pair.startA, pair.startB / ratio - shiftBeats],
    lengthBeats: [lengthA, lengthB / ratio],
    comparisonTempo: ratio,
    matchedNotes: pair.notes,
  };
}

/** Chords: one a beat; `N` beyond the song's end, where its time ends too. */
function segmentFacts(song: SongDescription, startBeat: number, beats: number): SegmentFacts {
  return {
    time_start: secondsAtBeat(song.beats, startBeat),
    time_end: Math.min(secondsAtBeat(song.beats, startBeat + beats), song.durationSeconds),
    key: song.key ? keyName(song.key) : '',
    chords: Array.from({ length: beats }, (_, beat) => song.chords[startBeat + beat] ?? 'N'),
    meter: song.meter,
  };
}
