/** What the kernel measures: plain numbers that cross a process boundary. No verdict, no veto, no fitted threshold. */
import type { ExplanationName } from './explanations/names.js';
import type { LatticeCandidate } from './lattice/lattice.js';
import type { SpectrumKind } from './listen/mean-spectrum.js';

/** A lattice with all that is measured of it. */
export interface LatticeReading extends LatticeCandidate {
  /** Which summary over frames it was read in. */
  readonly spectrum: SpectrumKind;
  /** Powers of ten: −log10 of how often chance alone reaches the score in such a search. */
  readonly evidence: number;
  /** What each alternative explanation measures, in its own unit (see explanations/table.ts). */
  readonly explanations: Readonly<Record<ExplanationName, number>>;
  /** Scores at the same place where the voice leads, where it does not, and in the sides; null: unknown. */
  readonly voiceScore: number | null;
  readonly restScore: number | null;
  readonly sideScore: number | null;
  /** Its strongest lines, strongest first. */
  readonly lines: readonly FoundLine[];
}

export interface SegmentMeasurement {
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** Score of each of the track's lattices in this segment, in their order. */
  readonly scores: readonly number[];
  /** Mean log power of the voice band in the middle, over that of the sides; 0 in mono. */
  readonly voiceLead: number;
}

/** One line of a lattice, for the reader. */
export interface FoundLine {
  readonly frequencyHz: number;
  /** In standard deviations above its near neighbours. */
  readonly contrast: number;
}

export interface Measurement {
  readonly durationSeconds: number;
  /** Time in frames louder than −70 dBFS. */
  readonly activeSeconds: number;
  readonly bandwidthHz: number;
  /** Whether the sides carry anything. */
  readonly isStereo: boolean;
  /** Every listed family, exact and searched, and the best unconstrained one; none where there is no sound. */
  readonly lattices: readonly LatticeReading[];
  readonly segments: readonly SegmentMeasurement[];
  /** Contrast from `fromHz` in steps of `stepHz`, the highest value of each step. */
  readonly spectrum: {
    readonly fromHz: number;
    readonly stepHz: number;
    readonly contrast: readonly number[];
  };
}
