/** What is measured of one aligned pair of lines, by the names in pair-features.ts. */

import { chordSimilarity, isToneOf } from '../../src/analyses/plagiarism/comparison/documented-scores.js';
import { measuredPace } from '../../src/analyses/plagiarism/comparison/pace.js';
import { type MatchedPoint, paceOf, runOf } from '../../src/analyses/plagiarism/comparison/runs.js';
import type { LineEvidence, PreparedLine } from '../../src/music/melody/evidence.js';
import { rhythmBits } from '../../src/music/melody/rhythm.js';
import { chordIndex, type SongDescription } from '../../src/music/song-description.js';
import type { Measurement } from './pair-features.js';

/** A song with one of its lines. */
export interface LineOfSong {
  readonly description: SongDescription;
  readonly line: PreparedLine;
  /** Whether more than the line sounds: without company, chords are guesses from the line. */
  readonly isAccompanied: boolean;
}

export type LineMeasurement = Omit<
  Measurement,
  'chord-changes' | 'chord-chance' | 'chroma-sequence' | 'chroma-same-key' | 'transcribed'
>;

/** Durations that differ by less, log2, are the same: between a quarter and its triplet. */
const sameChange = 0.3;
const turnIntervals = 4;

/** What is measured of lines that share nothing. */
export const noLine: LineMeasurement = {
  'aligned-surprise': 0,
  'surprise-above-chance': 0,
  chance: 0,
  places: 0,
  'matched-notes': 0,
  density: 0,
  coverage: 0,
  'distinct-turns': 0,
  'chord-tones': 0,
  'moves-with-chords': 0,
  'same-rhythm': 0,
  'rhythm-alone': 0,
  'uneven-pace': 0,
  'odd-pace': 0,
  'other-pace': 0,
  'chords-beside-run': 0,
};

/** `points`: of the alignment's pairs, in beats. `transposition`: semitones from a to b. */
export function measureLine(
  a: LineOfSong,
  b: LineOfSong,
  { alignment, reversedScore }: LineEvidence,
  points: readonly MatchedPoint[],
): LineMeasurement {
  const run = runOf(points);
  if (!run) return noLine;
  const { pairs, score, others, transposition } = alignment;
  const runnerUp = others[0]?.score ?? 0;
  const [x, y] = [a.line.sequence, b.line.sequence];
  const chance = Math.max(reversedScore, runnerUp);
  const [first, last] = [pairs[0]!, pairs.at(-1)!];
  const longest = Math.max(last.a - first.a, last.b - first.b) + 1;
  const { pace, uneven } = measuredPace(points);
  const sideA = besideChords(
    a,
    pairs.map((pair) => pair.a),
    run.startA,
    run.endA,
  );
  const sideB = besideChords(
    b,
    pairs.map((pair) => pair.b),
    run.startB,
    run.endB,
  );
  const isAccompanied = a.isAccompanied && b.isAccompanied;
  return {
    'aligned-surprise': score,
    'surprise-above-chance': score - chance,
    chance,
    places: Math.log2(x.length * y.length),
    'matched-notes': Math.log2(1 + pairs.length),
    density: pairs.length / longest,
    coverage: pairs.length / Math.min(x.length, y.length),
    'distinct-turns': Math.log2(1 + distinctTurns(pairs.map((pair) => x.pitch[pair.a]!))),
    'chord-tones': Math.max(sideA.tones, sideB.tones),
    'moves-with-chords': Math.min(sideA.changesAMove, sideB.changesAMove),
    'same-rhythm':
      pairs.filter((pair) => Math.abs(x.rhythm[pair.a]! - y.rhythm[pair.b]!) < sameChange).length /
      pairs.length,
    'rhythm-alone': rhythmBits(a.line, b.line),
    'uneven-pace': uneven,
    'odd-pace': oddPace(pace),
    'other-pace': Math.abs(Math.log2(paceOf(run))),
    'chords-beside-run': isAccompanied
      ? chordsBeside(a.description, b.description, points, transposition)
      : 0,
  };
}

/** Octaves that a pace (octaves) is from the same, half or double. */
export function oddPace(pace: number): number {
  return Math.abs(pace - Math.max(-1, Math.min(1, Math.round(pace))));
}

function distinctTurns(pitches: readonly number[]): number {
  const turns = new Set<string>();
  for (let at = turnIntervals; at < pitches.length; at++) {
    const steps = pitches
      .slice(at - turnIntervals, at + 1)
      .map((pitch, index, all) => pitch - (all[index - 1] ?? pitch));
    turns.add(steps.join());
  }
  return turns.size;
}

/** How far the matching notes of a line are its chords' tones, and move with them. */
function besideChords(
  { description, line, isAccompanied }: LineOfSong,
  notes: readonly number[],
  start: number,
  end: number,
): { tones: number; changesAMove: number } {
  if (!isAccompanied) return { tones: 0, changesAMove: 0 };
  const { chords } = description;
  const { onsetBeats, pitch } = line.sequence;
  const chordAt = (beat: number): string => chords[Math.floor(beat + 1e-3)] ?? 'N';
  const tones = notes.filter((note) => isToneOf(pitch[note]!, chordAt(onsetBeats[note]!))).length;
  const moves = notes.filter((note, at) => at > 0 && pitch[note] !== pitch[notes[at - 1]!]).length;
  let changes = 0;
  for (let beat = Math.max(1, Math.ceil(start)); beat < end; beat++)
    if (chords[beat] !== chords[beat - 1] && chordIndex(chords[beat] ?? 'N') >= 0) changes++;
  return {
    tones: tones / Math.max(1, notes.length),
    changesAMove: Math.min(2, changes / Math.max(1, moves)),
  };
}

/** The chords at matching notes, each of one song beside that of the other, in the run's key. */
function chordsBeside(
  a: SongDescription,
  b: SongDescription,
  points: readonly MatchedPoint[],
  transposition: number,
): number {
  const chordsOf = ({ chords }: SongDescription, beats: readonly number[]): string[] =>
    beats.map((beat) => chords[Math.floor(beat + 1e-3)] ?? 'N');
  return chordSimilarity(
    chordsOf(
      a,
      points.map((point) => point.a),
    ),
    chordsOf(
      b,
      points.map((point) => point.b),
    ),
    -transposition,
  );
}
