/** How much two songs' chords speak for a common origin: an alignment, less what their make-up alone would give. */
import type { AlignedSide } from '../alignment/aligned-side.js';
import { type Alignment, alignLocally, noAlignment } from '../alignment/local-alignment.js';
import { likelyTranspositions } from '../alignment/transpositions.js';
import { chordRules, chordSide } from './chord-rules.js';
import { backwardsChords, type ChordSequence, chordSequenceOf } from './chord-sequence.js';
import { chordBits } from './chord-surprisal.js';

export interface PreparedChords {
  readonly sequence: ChordSequence;
  /** Worked out when first asked for. */
  sides(): ChordSides;
}

interface ChordSides {
  /** The surprise of each chord. */
  readonly bits: Float32Array;
  readonly forwards: AlignedSide;
  /** The same chords in the opposite order: what they are made of, without the progression. */
  readonly backwards: AlignedSide;
}

export interface ChordEvidence {
  /** Bits beyond chance; may be negative. */
  readonly bits: number;
  readonly alignment: Alignment;
  /** What the first song's chords score against the second one's reversed. */
  readonly reversedScore: number;
}

/** `chords`: one a beat. */
export function prepareChords(chords: readonly string[]): PreparedChords {
  const sequence = chordSequenceOf(chords);
  let known: ChordSides | undefined;
  const sides = (): ChordSides => {
    if (known) return known;
    const [bits, opposite] = [chordBits(sequence), backwardsChords(sequence)];
    const backwards = chordSide(opposite, chordBits(opposite));
    known = { bits, forwards: chordSide(sequence, bits), backwards };
    return known;
  };
  return { sequence, sides };
}

/** Over the likely transpositions. */
function alignChords(a: AlignedSide, b: AlignedSide, trace: boolean): Alignment {
  const shifts = likelyTranspositions(a, b, transpositionsTried, 1);
  return alignLocally(a, b, chordRules, shifts, trace);
}

/** Longer songs offer more places to match by chance: bits a doubling of the number of places beyond 2^10. */
const bitsADoubling = 0.6;
const freeDoublings = 10;

/** Share of the backwards song's score that counts as chance: loops are nearly the same backwards. */
const chanceShare = 0.7;

/** Fewer changes than this are no progression. */
const fewestChords = 5;

const transpositionsTried = 3;

/** Work grows with the product of the lengths. */
export function chordEvidence(a: PreparedChords, b: PreparedChords): ChordEvidence {
  const none: ChordEvidence = { bits: 0, alignment: noAlignment, reversedScore: 0 };
  if (a.sequence.length < fewestChords || b.sequence.length < fewestChords) return none;
  const { forwards } = a.sides();
  const other = b.sides();
  const alignment = alignChords(forwards, other.forwards, true);
  if (alignment.score === 0) return none;
  const { score } = alignChords(forwards, other.backwards, false);
  const places = Math.log2(a.sequence.length * b.sequence.length) - freeDoublings;
  const bits = alignment.score - chanceShare * score - bitsADoubling * Math.max(0, places);
  return { bits, alignment, reversedScore: score };
}
