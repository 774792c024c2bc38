/**
 * What aligning two songs' chord changes earns and costs: equal chords earn the surprise of the change that leads to
 * them, related ones cost little, inserted ones cost their length.
 */
import {
  type AlignedSide,
  type AlignmentRules,
  stepsABit,
  stepsAnOctave,
} from '../alignment/aligned-side.js';
import type { ChordSequence } from './chord-sequence.js';

/** All in bits. Chosen on half of the chord data; see docs/measurements/plagiarism-steps.md. */
const weights = {
  match: -0.5,
  surprise: 0.6,
  /** Equal root, or two tones in common: another reading of the same harmony. */
  related: -0.8,
  mismatch: -2.5,
  sameRhythm: 0.2,
  otherRhythm: -0.4,
  gap: 0.9,
  gapPerBeat: 0.25,
};

/** log2 of durations. */
const sameRhythmWithin = 0.3;
const otherRhythmBeyond = 0.8;

/** Roots at these intervals share two tones of their triads: relative and mediant, from major to minor. */
function isRelated(a: number, b: number): boolean {
  if (a % 12 === b % 12) return true;
  if (a < 12 === b < 12) return false;
  const interval = a < 12 ? (b - 12 - a + 12) % 12 : (a - 12 - b + 12) % 12;
  return interval === 9 || interval === 4;
}

function replacedChords(): Int32Array {
  return Int32Array.from({ length: 24 * 24 }, (_, at) => {
    const [a, b] = [Math.floor(at / 24), at % 24];
    const earned = a === b ? weights.match : isRelated(a, b) ? weights.related : weights.mismatch;
    return Math.round(earned * stepsABit);
  });
}

export const chordRules: AlignmentRules = {
  symbols: 24,
  replaced: replacedChords(),
  sameRhythmWithin: Math.round(sameRhythmWithin * stepsAnOctave),
  otherRhythmBeyond: Math.round(otherRhythmBeyond * stepsAnOctave),
  otherRhythm: Math.round(weights.otherRhythm * stepsABit),
  rhythmOfMatchesOnly: true,
};

/** `bits`: the surprise of each chord. */
export function chordSide({ length, chord, beats, rhythm }: ChordSequence, bits: Float32Array): AlignedSide {
  const steps = (value: (index: number) => number, unit = stepsABit): Int32Array =>
    Int32Array.from({ length }, (_, index) => Math.round(value(index) * unit));
  return {
    length,
    symbol: chord,
    weight: steps((index) => 0.5 * weights.surprise * bits[index]!),
    gap: steps((index) => weights.gap + weights.gapPerBeat * Math.min(8, beats[index]!)),
    rhythm: steps((index) => rhythm[index]!, stepsAnOctave),
    sameRhythm: steps(() => weights.sameRhythm),
  };
}
