/** What is aligned: symbols that hang together by pitch class (notes of a melody, changes of chord), and their rules. */

/** Scores are whole numbers of this many to the bit, changes of duration of this many to the octave (a doubling). */
export const stepsABit = 1 << 14;
export const stepsAnOctave = 1 << 16;

/** One of the two sequences. */
export interface AlignedSide {
  readonly length: number;
  /** Pitch class, plus 12 for symbols of a second kind (minor chords). */
  readonly symbol: Uint8Array;
  /** What it adds to a match with its equal. */
  readonly weight: Int32Array;
  /** What leaving it out costs. */
  readonly gap: Int32Array;
  /** log2 of how its duration changes. */
  readonly rhythm: Int32Array;
  /** What it earns where the other changes its duration the same way. */
  readonly sameRhythm: Int32Array;
}

/** What may be aligned with what. */
export interface AlignmentRules {
  /** How many symbols there are: 12 or 24. */
  readonly symbols: number;
  /** symbols × symbols: earned (or lost) where one is aligned with the other, besides the weight of a match. */
  readonly replaced: Int32Array;
  /** Changes of duration that differ by less are equal. */
  readonly sameRhythmWithin: number;
  /** Those that differ by more cost. */
  readonly otherRhythmBeyond: number;
  readonly otherRhythm: number;
  /** Whether the rhythm counts only where the symbols are equal. */
  readonly rhythmOfMatchesOnly: boolean;
}

/** The symbol moved up by `semitones`, 0 … 11. */
export function movedSymbol(symbol: number, semitones: number): number {
  const pitchClass = symbol % 12;
  return symbol - pitchClass + ((pitchClass + semitones) % 12);
}

/** How many changes of symbol there are: 12 intervals, two kinds before and two after. */
export const symbolChanges = 48;

/** The change from one symbol to the next whatever the transposition, 0 … 47: interval, and both kinds. */
export function symbolChange(from: number, to: number): number {
  return (((to % 12) - (from % 12) + 12) % 12) * 4 + (from < 12 ? 0 : 2) + (to < 12 ? 0 : 1);
}
