/** What two songs share: the core of search and of two-song comparison. Pure. */
import {
  type LineEvidence,
  lineEvidence,
  type PreparedLine,
  prepareLine,
  quickEvidence,
} from '../../music/melody/evidence.js';
import { isSameLine } from '../../music/melody/sequence.js';
import { keyName, type SongDescription, secondsAtBeat } from '../../music/song-description.js';
import { reportingThreshold, signatureMetric } from './calibration.js';
import {
  bpmRatioOf,
  chordSimilarity,
  type LineScores,
  lineScores,
  segmentRoll,
} from './documented-scores.js';
import { type LineName, lineNames } from './melody-codes.js';
import { type MatchingRun, runOf, type SegmentPair, segmentBeats, segmentPairs } from './runs.js';

export interface PreparedSong {
  readonly description: SongDescription;
  readonly lines: Readonly<Record<LineName, PreparedLine>>;
}

/** A segment as the interface documents it, without the title and link that only the database knows. */
export interface SegmentFacts {
  readonly time_start: number;
  readonly time_end: number;
  readonly key: string;
  readonly chords: readonly string[];
}

export interface SegmentMatch {
  readonly signatureMetric: number;
  readonly original: SegmentFacts;
  readonly comparison: SegmentFacts;
  readonly scores: {
    readonly vocal: LineScores;
    /** The documented name of the instrumental melody. */
    readonly melody: LineScores;
    readonly topline: LineScores;
    readonly chord: number;
  };
  readonly startBeats: readonly [number, number];
  readonly lengthBeats: readonly [number, number];
  readonly matchedNotes: number;
}

/** The evidence of one line of the first song against one line of the second. */
export interface LineMatch {
  readonly lineA: LineName;
  readonly lineB: LineName;
  /** Bits beyond chance. */
  readonly bits: number;
  readonly signatureMetric: number;
  /** Semitones from the first song to the second, −5 … 6. */
  readonly transposition: number;
  readonly run: MatchingRun;
  /** The pairs of onsets of matching notes, in beats. */
  readonly matchedOnsets: readonly (readonly [number, number])[];
  /** Those with the most evidence first. */
  readonly segments: readonly SegmentMatch[];
}

export interface Comparison {
  /** Calibrated, 0 … 1: the best line's. */
  readonly signatureMetric: number;
  readonly bits: number;
  /** Whether the evidence reaches the reporting threshold. */
  readonly reported: boolean;
  /** Strongest first; line pairs without any alignment are left out. */
  readonly lines: readonly LineMatch[];
}

export function prepareSong(description: SongDescription): PreparedSong {
  const lines: Partial<Record<LineName, PreparedLine>> = {};
  for (const name of lineNames) {
    const line = prepareLine(description.melody[name]);
    // Lines that are the same notes share one object, so that they are aligned once.
    const twin = lineNames
      .map((other) => lines[other])
      .find((other) => other && isSameLine(other.sequence, line.sequence));
    lines[name] = twin ?? line;
  }
  return { description, lines: lines as Record<LineName, PreparedLine> };
}

const maxSegmentsALine = 6;
/** Lines of different names are aligned in full only where the cheap look finds so much of the best pair's bits. */
const promisingShare = 0.7;

/**
 * Aligns the lines of two songs: each with its namesake, and every line with the other song's topline (the same tune
 * may be sung here and played there). Songs without beats or melody give an empty comparison.
 */
export function comparePrepared(a: PreparedSong, b: PreparedSong): Comparison {
  const done = new Map<PreparedLine, Map<PreparedLine, LineEvidence>>();
  const found: LineMatch[] = [];
  const promising = promisingShare * quickBits(a, b);
  for (const lineA of lineNames) {
    for (const lineB of lineNames) {
      if (!isCompared(lineA, lineB)) continue;
      const x = a.lines[lineA];
      const y = b.lines[lineB];
      if (x.sequence.length < 4 || y.sequence.length < 4) continue;
      const known = done.get(x)?.get(y);
      if (lineA !== lineB && !known && quickEvidence(x, y) < promising) continue;
      // The same notes under other names: only the namesakes are told again.
      if (known && lineA !== lineB) continue;
      const evidence = known ?? lineEvidence(x, y);
      if (!done.has(x)) done.set(x, new Map());
      done.get(x)!.set(y, evidence);
      const match = lineMatch(a, b, lineA, lineB, evidence);
      if (match) found.push(match);
    }
  }
  found.sort((x, y) => y.bits - x.bits);
  const bits = found[0]?.bits ?? 0;
  const metric = signatureMetric(bits);
  return { signatureMetric: metric, bits, reported: metric >= reportingThreshold, lines: found };
}

/** Which lines of two songs are looked at: namesakes, and every line with the other song's topline. */
function isCompared(lineA: LineName, lineB: LineName): boolean {
  return lineA === lineB || lineA === 'topline' || lineB === 'topline';
}

/** A cheap estimate of `comparePrepared(a, b).bits`, for choosing what to compare in full. */
export function quickBits(a: PreparedSong, b: PreparedSong): number {
  const done: [PreparedLine, PreparedLine][] = [];
  let best = 0;
  for (const lineA of lineNames) {
    for (const lineB of lineNames) {
      const x = a.lines[lineA];
      const y = b.lines[lineB];
      if (!isCompared(lineA, lineB) || done.some(([p, q]) => p === x && q === y)) continue;
      done.push([x, y]);
      best = Math.max(best, quickEvidence(x, y));
    }
  }
  return best;
}

/** Two songs, nothing else: pure, and the same for the same input. */
export function compareSongs(a: SongDescription, b: SongDescription): Comparison {
  return comparePrepared(prepareSong(a), prepareSong(b));
}

function lineMatch(
  a: PreparedSong,
  b: PreparedSong,
  lineA: LineName,
  lineB: LineName,
  { bits, alignment }: LineEvidence,
): LineMatch | null {
  const x = a.lines[lineA];
  const y = b.lines[lineB];
  const run = runOf(x, y, alignment);
  if (!run) return null;
  const metric = signatureMetric(bits);
  return {
    lineA,
    lineB,
    bits,
    signatureMetric: metric,
    transposition: ((alignment.transposition + 5) % 12) - 5,
    run,
    matchedOnsets: alignment.pairs.map((pair) => [
      x.sequence.onsetBeats[pair.a]!,
      y.sequence.onsetBeats[pair.b]!,
    ]),
    segments: segmentPairs(a.description, b.description, x, y, alignment)
      .slice(0, maxSegmentsALine)
      .map((pair) => segmentMatch(a.description, b.description, pair, alignment.transposition, metric)),
  };
}

function segmentMatch(
  a: SongDescription,
  b: SongDescription,
  pair: SegmentPair,
  transposition: number,
  metric: number,
): SegmentMatch {
  const lengthA = segmentBeats(a);
  const lengthB = segmentBeats(b);
  const bpmRatio = bpmRatioOf(a.tempoBpm, b.tempoBpm);
  const scoresOf = (name: LineName): LineScores =>
    lineScores(
      segmentRoll(a.melody[name], pair.startA, lengthA),
      segmentRoll(b.melody[name], pair.startB, lengthB, -transposition),
      bpmRatio,
    );
  const original = segmentFacts(a, pair.startA, lengthA);
  const comparison = segmentFacts(b, pair.startB, lengthB);
  return {
    signatureMetric: metric,
    original,
    comparison,
    scores: {
      vocal: scoresOf('vocal'),
      melody: scoresOf('instrumental'),
      topline: scoresOf('topline'),
      chord: chordSimilarity(original.chords, comparison.chords, -transposition),
    },
    startBeats: [pair.startA, pair.startB],
    lengthBeats: [lengthA, lengthB],
    matchedNotes: pair.notes,
  };
}

/** Chords: one a beat, 16 in 4/4 and 12 in 3/4; `N` beyond the song's end. */
function segmentFacts(song: SongDescription, startBeat: number, beats: number): SegmentFacts {
  return {
    time_start: secondsAtBeat(song.beats, startBeat),
    time_end: secondsAtBeat(song.beats, startBeat + beats),
    key: song.key ? keyName(song.key) : '',
    chords: Array.from({ length: beats }, (_, beat) => song.chords[startBeat + beat] ?? 'N'),
  };
}
