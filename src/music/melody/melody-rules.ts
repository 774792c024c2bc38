/**
 * What aligning two melodies earns and costs, with the editing operations of Mongeau and Sankoff (1990): notes are
 * replaced, dropped, inserted, repeated. Equal notes earn their weight: their surprise under a background of
 * melodies (surprisal.ts), so that runs up a scale earn little. Octaves do not matter.
 */
import {
  type AlignedSide,
  type AlignmentRules,
  stepsABit,
  stepsAnOctave,
} from '../alignment/aligned-side.js';
import type { MelodySequence } from './sequence.js';

/** All in bits. Set by hand; how they were compared is described in docs/measurements/plagiarism-written-music.md. */
const weights = {
  /** Earned beyond a matched note's surprise (negative: an offset that unrelated melodies do not overcome). */
  match: -0.6,
  /** Share of the surprise that counts. */
  surprise: 0.6,
  /** A note a semitone or a whole tone off: another mode, a grace note, a wrong note. */
  near: -1.5,
  mismatch: -2.5,
  /** Equal change of duration, and one off by more than a factor of 1.5. */
  sameRhythm: 0.2,
  otherRhythm: -0.5,
  /** Earned besides for each octave of change (a halved or doubled duration, 2 at most) that both make. */
  rareRhythm: 0.4,
  /** A note too many: at the least, and a beat long. */
  gap: 0.8,
  gapPerBeat: 0.8,
  /** A note too many that repeats the one before it. */
  repeatGap: 0.4,
};

/** log2 of durations. */
const sameRhythmWithin = 0.3;
const otherRhythmBeyond = 0.6;

function replacedNotes(): Int32Array {
  return Int32Array.from({ length: 144 }, (_, at) => {
    const steps = Math.abs(Math.floor(at / 12) - (at % 12));
    const near = steps <= 2 || steps >= 10;
    return Math.round(stepsABit * (steps === 0 ? weights.match : near ? weights.near : weights.mismatch));
  });
}

export const melodyRules: AlignmentRules = {
  symbols: 12,
  replaced: replacedNotes(),
  sameRhythmWithin: Math.round(sameRhythmWithin * stepsAnOctave),
  otherRhythmBeyond: Math.round(otherRhythmBeyond * stepsAnOctave),
  otherRhythm: Math.round(weights.otherRhythm * stepsABit),
  rhythmOfMatchesOnly: false,
};

/** `bits`: the surprise of each note. */
export function melodySide(sequence: MelodySequence, bits: Float32Array): AlignedSide {
  const { length, pitch, rhythm, spanBeats } = sequence;
  const side = {
    length,
    symbol: new Uint8Array(length),
    weight: new Int32Array(length),
    gap: new Int32Array(length),
    rhythm: new Int32Array(length),
    sameRhythm: new Int32Array(length),
  };
  for (let index = 0; index < length; index++) {
    const change = rhythm[index]!;
    const full = weights.gap + weights.gapPerBeat * Math.min(2, spanBeats[index]!);
    const repeats = index > 0 && pitch[index] === pitch[index - 1];
    const gap = repeats ? Math.min(full, weights.repeatGap + 0.2 * weights.gapPerBeat) : full;
    const sameRhythm = weights.sameRhythm + weights.rareRhythm * Math.min(2, Math.abs(change));
    side.symbol[index] = pitch[index]! % 12;
    side.weight[index] = Math.round(0.5 * weights.surprise * bits[index]! * stepsABit);
    side.gap[index] = Math.round(gap * stepsABit);
    side.rhythm[index] = Math.round(change * stepsAnOctave);
    side.sameRhythm[index] = Math.round(sameRhythm * stepsABit);
  }
  return side;
}
