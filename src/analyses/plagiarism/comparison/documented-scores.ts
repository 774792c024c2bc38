/**
 * The documented scores of two segments of 16 beats. They describe a match to its reader; which songs match is
 * decided by better evidence (compare-songs.ts). Relations: `docs/analyses/plagiarism.md`.
 */

import { chordIndex, type SongNote } from '../../../music/song-description.js';
import { logistic } from '../../../signal/logistic.js';

const stepsPerBeat = 4;
/** Four bars of 4/4; as many beats in every other metre, as the interface documents. */
export const segmentBeats = 16;
const segmentSteps = segmentBeats * stepsPerBeat;
const maxShiftSteps = 2;

export interface LineScores {
  metric: number;
  pitch_score: number;
  correlation: number;
  ratio: number;
  bpm_ratio: number;
  difficulty: number;
}

/** One line's notes within a segment: which pitch class sounds in which sixteenth, and where notes begin. */
export interface SegmentRoll {
  /** 12 × 64, row by pitch class, 0 or 1. */
  readonly sounding: Uint8Array;
  readonly onsets: Float32Array;
  readonly pitchClasses: number;
}

/** `transposition`: semitones added to every note. `stretch`: how long a beat of the segment is drawn. */
export function segmentRoll(
  notes: readonly SongNote[],
  startBeat: number,
  beats: number,
  transposition = 0,
  stretch = 1,
): SegmentRoll {
  const sounding = new Uint8Array(12 * segmentSteps);
  const onsets = new Float32Array(segmentSteps);
  let pitchClasses = 0;
  const stepsABeat = stepsPerBeat * stretch;
  const steps = Math.min(segmentSteps, Math.round(beats * stepsABeat));
  for (const note of notes) {
    const from = Math.round((note.onsetBeats - startBeat) * stepsABeat);
    const until = Math.round((note.onsetBeats + note.durationBeats - startBeat) * stepsABeat);
    if (from >= steps || until <= 0) continue;
    const pitchClass = (((note.midiPitch + transposition) % 12) + 12) % 12;
    for (let step = Math.max(0, from); step < Math.min(steps, Math.max(until, from + 1)); step++)
      sounding[pitchClass * segmentSteps + step] = 1;
    if (from >= 0) onsets[from] = 1;
    pitchClasses |= 1 << pitchClass;
  }
  return { sounding, onsets, pitchClasses };
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** 0 … 1 from the numbers of distinct pitch classes of both segments: 11 together give .731, 9 .5, 3 .047. */
export function difficultyOf(distinctTogether: number): number {
  return logistic(0.5 * (distinctTogether - 9));
}

/** (slower / faster)^0.7: 130 against 124 BPM give .967. 0 where a tempo is unknown. */
export function bpmRatioOf(bpmA: number, bpmB: number): number {
  if (!(bpmA > 0) || !(bpmB > 0)) return 0;
  return (Math.min(bpmA, bpmB) / Math.max(bpmA, bpmB)) ** 0.7;
}

/** Intersection over union of the sounding cells, `b` moved later by `shift` sixteenths. */
export function rollRatio(a: SegmentRoll, b: SegmentRoll, shift: number): number {
  let both = 0;
  let either = 0;
  for (let row = 0; row < 12; row++) {
    for (let step = 0; step < segmentSteps; step++) {
      const other = step - shift;
      const inB = other >= 0 && other < segmentSteps ? b.sounding[row * segmentSteps + other]! : 0;
      const inA = a.sounding[row * segmentSteps + step]!;
      both += inA & inB;
      either += inA | inB;
    }
  }
  return either === 0 ? 0 : both / either;
}

/** The best cosine of the onset vectors over circular shifts of up to two sixteenths. */
export function onsetCorrelation(a: SegmentRoll, b: SegmentRoll): number {
  // Each is 0 or 1, its own square.
  const squaresA = a.onsets.reduce((sum, onset) => sum + onset, 0);
  const squaresB = b.onsets.reduce((sum, onset) => sum + onset, 0);
  if (squaresA === 0 || squaresB === 0) return 0;
  let best = 0;
  for (let shift = -maxShiftSteps; shift <= maxShiftSteps; shift++) {
    let product = 0;
    for (let step = 0; step < segmentSteps; step++)
      product += a.onsets[step]! * b.onsets[(step + shift + segmentSteps) % segmentSteps]!;
    best = Math.max(best, product);
  }
  return Math.min(1, best / Math.sqrt(squaresA * squaresB));
}

/** All zero (but `bpm_ratio`) where one of the segments is empty. */
export function lineScores(a: SegmentRoll, b: SegmentRoll, bpmRatio: number): LineScores {
  const n1 = bitCount(a.pitchClasses);
  const n2 = bitCount(b.pitchClasses);
  if (n1 === 0 || n2 === 0)
    return { metric: 0, pitch_score: 0, correlation: 0, ratio: 0, bpm_ratio: bpmRatio, difficulty: 0 };
  const difficulty = difficultyOf(n1 + n2);
  const pitchScore = (difficulty * 2 * bitCount(a.pitchClasses & b.pitchClasses)) / (n1 + n2);
  let ratio = 0;
  for (let shift = -maxShiftSteps; shift <= maxShiftSteps; shift++)
    ratio = Math.max(ratio, rollRatio(a, b, shift));
  const correlation = onsetCorrelation(a, b);
  const metric = (0.5 + pitchScore) * (1.05 * ratio + 0.15 * Math.max(correlation, ratio)) * bpmRatio;
  return {
    metric: Math.min(1, Math.max(0, metric)),
    pitch_score: pitchScore,
    correlation,
    ratio,
    bpm_ratio: bpmRatio,
    difficulty,
  };
}

const tones = (chord: number): number[] => {
  const root = chord % 12;
  return [root, (root + (chord < 12 ? 4 : 3)) % 12, (root + 7) % 12];
};

/**
 * 0 … 1: the mean over beats of the tones that both chords share (3 of 3 is 1, the parallel or relative chord 2/3),
 * the second moved by `transposition`. Beats without a chord in either are left out; 0 where none is left.
 */
export function chordSimilarity(a: readonly string[], b: readonly string[], transposition = 0): number {
  let sum = 0;
  let beats = 0;
  for (let beat = 0; beat < Math.min(a.length, b.length); beat++) {
    const x = chordIndex(a[beat]!);
    const y = chordIndex(b[beat]!);
    if (x < 0 || y < 0) continue;
    const moved = tones(y).map((tone) => (tone + transposition + 120) % 12);
    const shared = tones(x).filter((tone) => moved.includes(tone)).length;
    sum += shared / 3;
    beats++;
  }
  return beats === 0 ? 0 : sum / beats;
}

/** Whether a pitch belongs to a chord by its name; to none where it is `N`. */
export function isToneOf(midiPitch: number, chordName: string): boolean {
  const chord = chordIndex(chordName);
  return chord >= 0 && tones(chord).includes(midiPitch % 12);
}
