/** What two aligned piano rolls need of a match: the notes of both segments, and which of them are aligned with each other. */

import type { JsonObject } from '../../../domain/task.js';
import { readingAt } from '../../../music/rhythm/tempo-reading.js';
import { type LineName, type SongDescription, secondsAtBeat } from '../../../music/song-description.js';
import { rounded } from '../../../numbers/rounded.js';
import { segmentMetric } from './calibration.js';
import type { Comparison } from './compare-songs.js';
import type { HarmonyMatch } from './harmony-match.js';
import type { LineMatch } from './line-match.js';
import type { MatchedPoint } from './runs.js';
import type { SegmentFacts, SegmentMatch } from './segment-match.js';

/** A note within a segment; what sounds beyond its ends is cut off. */
export interface RollNote {
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** Beats after the segment's start. */
  readonly startBeat: number;
  readonly beats: number;
  readonly midiPitch: number;
}

export interface RollSide {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly beats: number;
  /** Beats a bar of most of its bars (segment-match.ts). */
  readonly meter: number;
  /** The song's, spelled; empty where none was found. */
  readonly key: string;
  /** First and last bar (bars.ts). */
  readonly bars: readonly [number, number];
  /** One a beat, spelled by the key. */
  readonly chords: readonly string[];
  /** Seconds of the first beats of bars inside. */
  readonly downbeatsSeconds: readonly number[];
  /** Seconds at which the beats begin, and at which the last one ends; empty where chords alone are shown. */
  readonly beatSeconds: readonly number[];
  readonly notes: readonly RollNote[];
}

export interface SegmentRolls {
  readonly original: RollSide;
  readonly comparison: RollSide;
  /** Positions in the two lists of notes (of chords, where they alone match) that are aligned with each other, rising. */
  readonly matched: readonly (readonly [number, number])[];
  /** Semitones from the original to the comparison, −5 … 6. */
  readonly transposition: number;
  /** 0 … 1: how much of the evidence of its run lies in the segment. */
  readonly evidenceShare: number;
}

/** Bounds on the detail of a task: lines a song, segments a line, notes a side of a segment. */
const linesWithRolls = 3;
export const segmentsWithRolls = 4;
const maxNotes = 128;
const segmentsOfChords = 2;
/** A chroma sequence with less is not shown. */
const fewestTonalBits = 6;
const sameOnsetBeats = 1e-3;

/** What is shown of a comparison, the most convincing first; the chroma sequence comes last where the lines say more. */
export function shownMatches({ basis, lines, tonal }: Comparison): LineMatch[] {
  const chroma = tonal && tonal.bits >= fewestTonalBits ? [tonal] : [];
  const all =
    basis === 'tonal'
      ? [...chroma, ...lines]
      : [...lines.slice(0, linesWithRolls - 1), ...chroma, ...lines.slice(linesWithRolls - 1)];
  return all.slice(0, linesWithRolls);
}

/** The rolls of the best segments of what is shown, in the order of `shownMatches` and their segments. */
export function rollsOf(a: SongDescription, b: SongDescription, comparison: Comparison): SegmentRolls[][] {
  return shownMatches(comparison).map((match) =>
    match.segments.slice(0, segmentsWithRolls).map((segment) => segmentRolls(a, b, match, segment)),
  );
}

function segmentRolls(
  a: SongDescription,
  b: SongDescription,
  match: LineMatch,
  segment: SegmentMatch,
): SegmentRolls {
  const { beside, startBeats, lengthBeats } = segment;
  const original = rollSide(a, match.lineA, beside.original, startBeats[0], lengthBeats[0]);
  // Beats of the comparison are those of the reading in which it was laid beside the original.
  const { song, ratio, shiftBeats } = readingAt(b, segment.comparisonTempo);
  const startB = (startBeats[1] + shiftBeats) * ratio;
  const comparison = rollSide(song, match.lineB, beside.comparison, startB, lengthBeats[1] * ratio);
  // Bars are counted as they are described, whatever reading was compared.
  const barLines = downbeatsWithin(b, startBeats[1], lengthBeats[1]);
  const matched: [number, number][] = [];
  for (const [onsetA, onset] of match.matchedOnsets) {
    const onsetB = (onset + shiftBeats) * ratio;
    const first = original.onsets.findIndex((onset) => Math.abs(onset - onsetA) < sameOnsetBeats);
    const second = comparison.onsets.findIndex((onset) => Math.abs(onset - onsetB) < sameOnsetBeats);
    if (first >= 0 && second >= 0) matched.push([first, second]);
  }
  return {
    original: original.side,
    comparison: { ...comparison.side, downbeatsSeconds: barLines },
    matched,
    transposition: match.transposition,
    evidenceShare: segment.evidenceShare,
  };
}

function rollSide(
  song: SongDescription,
  line: LineName,
  facts: SegmentFacts,
  start: number,
  beats: number,
): { side: RollSide; onsets: number[] } {
  const end = start + beats;
  const inside = song.melody[line]
    .filter((note) => note.onsetBeats < end && note.onsetBeats + note.durationBeats > start)
    .slice(0, maxNotes);
  const notes = inside.map((note): RollNote => {
    const from = Math.max(start, note.onsetBeats);
    const until = Math.min(end, note.onsetBeats + note.durationBeats);
    return {
      startSeconds: secondsAtBeat(song.beats, from),
      endSeconds: secondsAtBeat(song.beats, until),
      startBeat: from - start,
      beats: until - from,
      midiPitch: note.midiPitch,
    };
  });
  const side: RollSide = {
    startSeconds: facts.time_start,
    endSeconds: facts.time_end,
    beats,
    meter: facts.meter,
    key: facts.key,
    bars: facts.bars,
    chords: facts.chords,
    downbeatsSeconds: downbeatsWithin(song, start, beats),
    beatSeconds: Array.from({ length: Math.round(beats) + 1 }, (_, beat) =>
      secondsAtBeat(song.beats, start + beat),
    ),
    notes,
  };
  return { side, onsets: inside.map((note) => note.onsetBeats) };
}

function downbeatsWithin(
  { beats, downbeats }: SongDescription,
  startBeat: number,
  lengthBeats: number,
): number[] {
  return downbeats
    .filter((beat) => beat >= startBeat && beat < startBeat + lengthBeats)
    .map((beat) => secondsAtBeat(beats, beat));
}

/** The best segments of a match of chords: no notes, only what chords sound beside each other, and which of them match. */
export function chordRolls({ segments, transposition, matchedChords }: HarmonyMatch): SegmentRolls[] {
  return segments.slice(0, segmentsOfChords).map((segment) => ({
    original: chordsOnly(segment.beside.original),
    comparison: chordsOnly(segment.beside.comparison),
    matched: chordsWithin(segment, matchedChords),
    transposition,
    evidenceShare: segment.evidenceShare,
  }));
}

/** The beats of both sides at which chords that match begin; the segment's first where they began before it. */
function chordsWithin(
  { startBeats: [startA, startB], lengthBeats: [lengthA, lengthB], comparisonTempo }: SegmentMatch,
  chords: readonly MatchedPoint[],
): [number, number][] {
  return chords.flatMap(({ a, b, endA, endB }): [number, number][] => {
    const [fromA, fromB] = [Math.max(a, startA), Math.max(b, startB)];
    if (fromA >= Math.min(endA, startA + lengthA) || fromB >= Math.min(endB, startB + lengthB)) return [];
    return [[Math.floor(fromA - startA), Math.floor((fromB - startB) * comparisonTempo)]];
  });
}

function chordsOnly({ time_start, time_end, chords, meter, key, bars }: SegmentFacts): RollSide {
  return {
    startSeconds: time_start,
    endSeconds: time_end,
    beats: chords.length,
    meter,
    key,
    bars,
    chords,
    downbeatsSeconds: [],
    beatSeconds: [],
    notes: [],
  };
}

/** As the task's detail spells it. `bits`: of the whole match; `even`: where the metric is 0.5. */
export function rollsObject(
  { original, comparison, matched, transposition, evidenceShare }: SegmentRolls,
  bits: number,
  even: number,
): JsonObject {
  return {
    signature_metric: rounded(segmentMetric(bits, evidenceShare, even), 4),
    original: sideObject(original),
    comparison: sideObject(comparison),
    matched: matched.map((pair) => [...pair]),
    transposition,
  };
}

function sideObject(side: RollSide): JsonObject {
  return {
    time_start: rounded(side.startSeconds, 3),
    time_end: rounded(side.endSeconds, 3),
    beats: side.beats,
    bars: [...side.bars],
    meter: side.meter,
    key: side.key,
    chords: [...side.chords],
    downbeats: side.downbeatsSeconds.map((time) => rounded(time, 3)),
    beat_seconds: side.beatSeconds.map((time) => rounded(time, 3)),
    notes: side.notes.map((note) => ({
      start_seconds: rounded(note.startSeconds, 3),
      end_seconds: rounded(note.endSeconds, 3),
      start_beat: rounded(note.startBeat, 3),
      beats: rounded(note.beats, 3),
      midi: note.midiPitch,
    })),
  };
}
