/** Segments of 16 beats of two songs: what the interface documents of them, and where they lie. */

import { beatsABar } from '../../../evidence-view/bars.js';
import { readingLike, type TempoReading } from '../../../music/rhythm/tempo-reading.js';
import { type LineName, type SongDescription, secondsAtBeat } from '../../../music/song-description.js';
import { spelled } from '../../../music/spelling.js';
import { barsOf } from './bars.js';
import {
  bpmRatioOf,
  chordSimilarity,
  type LineScores,
  lineScores,
  segmentBeats,
  segmentRoll,
} from './documented-scores.js';
import { spelledKey } from './key-agreement.js';
import { besideBeats, type MatchedPoint, type SegmentPair, segmentPairs, steadyPace } from './runs.js';

/**
 * A segment as the interface documents it, without the title and link that only the database knows, and with the metre,
 * which stands in the detail.
 */
export interface SegmentFacts {
  readonly time_start: number;
  readonly time_end: number;
  /** The song's, spelled; empty where none was found. */
  readonly key: string;
  /** One a beat, spelled by the song's key. */
  readonly chords: readonly string[];
  /** Beats a bar of most of those bars, as the song is described. */
  readonly meter: number;
  /** First and last bar of the song as it is described, whatever reading was compared (bars.ts). */
  readonly bars: readonly [number, number];
}

export interface SegmentMatch {
  /** 0 … 1: how much of the evidence of its run lies in the segment. */
  readonly evidenceShare: number;
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

/** `match` with segments that are cut when they are first asked for: of most songs that a search compares, none are shown. */
export function withSegments<Match>(
  match: Match,
  cut: () => readonly SegmentMatch[],
): Match & { readonly segments: readonly SegmentMatch[] } {
  let known: readonly SegmentMatch[] | undefined;
  const get = (): readonly SegmentMatch[] => {
    known ??= cut();
    return known;
  };
  return Object.defineProperty({ ...match, segments: [] }, 'segments', { get });
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
): SegmentMatch[] {
  if (points.length === 0) return [];
  const reading = readingLike(a, b, steadyPace(points));
  const { ratio, shiftBeats } = reading;
  const moved = points.map((point) => ({
    ...point,
    b: (point.b + shiftBeats) * ratio,
    endB: (point.endB + shiftBeats) * ratio,
  }));
  const beside = besideBeats(a, reading.song, moved);
  const total = points.reduce((sum, { bits }) => sum + bits, 0);
  return segmentPairs(a, reading.song, moved, fewestPoints)
    .slice(0, maxSegments)
    .map((pair) =>
      segmentMatch(a, b, reading, pair, beside, transposition, pair.bits / Math.max(1e-9, total)),
    );
}

function segmentMatch(
  a: SongDescription,
  asDescribed: SongDescription,
  { song: b, ratio, shiftBeats }: TempoReading,
  pair: SegmentPair,
  [lengthA, lengthB]: readonly [number, number],
  transposition: number,
  evidenceShare: number,
): SegmentMatch {
  const bpmRatio = bpmRatioOf(a.tempoBpm, b.tempoBpm);
  const scoresOf = (name: LineName): LineScores =>
    lineScores(
      segmentRoll(a.melody[name], pair.startA, lengthA),
      segmentRoll(b.melody[name], pair.startB, lengthB, -transposition, lengthA / lengthB),
      bpmRatio,
    );
  const startB = pair.startB / ratio - shiftBeats;
  const factsA = (beats: number): SegmentFacts =>
    segmentFacts(a, pair.startA, beats, barsBehind(a, pair.startA, beats));
  const factsB = (beats: number): SegmentFacts =>
    segmentFacts(b, pair.startB, beats, barsBehind(asDescribed, startB, beats / ratio));
  const chordsA = chordsFrom(a, pair.startA, lengthA);
  const chordsB = chordsFrom(b, pair.startB, lengthB);
  const chordsBeside = chordsA.map((_, beat) => chordsB[Math.floor((beat * lengthB) / lengthA)]!);
  return {
    evidenceShare,
    original: factsA(segmentBeats),
    comparison: factsB(segmentBeats),
    beside: { original: factsA(lengthA), comparison: factsB(lengthB) },
    scores: {
      vocal: scoresOf('vocal'),
      melody: scoresOf('instrumental'),
      topline: scoresOf('topline'),
      chord: chordSimilarity(chordsA, chordsBeside, -transposition),
    },
    startBeats: [pair.startA, startB],
    lengthBeats: [lengthA, lengthB / ratio],
    comparisonTempo: ratio,
    matchedNotes: pair.notes,
  };
}

/** The bars of a song as it is described: half of a bar of 3/4 is none, at whatever tempo it is read. */
function barsBehind(
  song: SongDescription,
  startBeat: number,
  beats: number,
): Pick<SegmentFacts, 'bars' | 'meter'> {
  return { meter: beatsABar(song, startBeat, beats), bars: barsOf(song, startBeat, beats) };
}

/** One a beat; `N` beyond the song's end. */
function chordsFrom({ chords }: SongDescription, startBeat: number, beats: number): string[] {
  return Array.from({ length: beats }, (_, beat) => chords[startBeat + beat] ?? 'N');
}

/** A segment's time ends with its song. */
function segmentFacts(
  song: SongDescription,
  startBeat: number,
  beats: number,
  bars: Pick<SegmentFacts, 'bars' | 'meter'>,
): SegmentFacts {
  const key = spelledKey(song.key);
  return {
    time_start: secondsAtBeat(song.beats, startBeat),
    time_end: Math.min(secondsAtBeat(song.beats, startBeat + beats), song.durationSeconds),
    key: key ?? '',
    chords: chordsFrom(song, startBeat, beats).map((chord) => spelled(chord, key)),
    ...bars,
  };
}
