/** An alternative explanation of a lattice: something else than a decoder that draws evenly spaced lines. */
import type { LatticeCandidate } from '../lattice/lattice.js';
import type { LineContrast } from '../lattice/line-contrast.js';
import type { EnvelopeRhythm } from '../listen/envelope-rhythm.js';

/** What a recording offers for weighing explanations. */
export interface Surroundings {
  readonly contrast: LineContrast;
  /** Natural log power a bin. */
  readonly logPower: Float32Array;
  readonly rhythm: EnvelopeRhythm;
  /** Times of onsets in seconds, rising. */
  readonly onsets: Float64Array;
}

export interface Explanation {
  /** Of what `measure` returns. */
  readonly unit: string;
  /** Completes the sentence "There are evenly spaced lines, but … ". */
  readonly words: string;
  /** 0 where nothing speaks for it; rises with what does, and the odds of a decoder never rise with it. */
  measure(candidate: LatticeCandidate, surroundings: Surroundings): number;
}
