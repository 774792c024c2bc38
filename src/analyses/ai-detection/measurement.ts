/** What the kernel measures: plain numbers that cross a process boundary, and all that the models look at. */
import type { LatticeFinding } from './lattice/lattice-finding.js';

export interface SegmentMeasurement {
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** Score of the track's strongest family at its exact place. */
  readonly exact: number;
  /** Score of the track's best family at the track's best scale. */
  readonly scaled: number;
  /** Score of the track's best blind spacing. */
  readonly blind: number;
  /** Mean log power of the voice band in the middle, over that of the sides; 0 in mono. */
  readonly voiceLead: number;
}

/** One line of the found lattice, for the evidence. */
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
  /** Every family at its exact place, the strongest evidence first. */
  readonly families: readonly LatticeFinding[];
  /** The strongest family at any playback speed. */
  readonly scaled: LatticeFinding;
  /** The strongest lattice that something else than a decoder would explain; null: none. */
  readonly explained: LatticeFinding | null;
  /** The strongest lattice of any spacing between 45 and 450 Hz. */
  readonly blind: LatticeFinding;
  /** Scores of the decisive lattice where the voice leads, where it does not, and in the sides; null: unknown. */
  readonly voiceScore: number | null;
  readonly restScore: number | null;
  readonly sideScore: number | null;
  readonly segments: readonly SegmentMeasurement[];
  /** Contrast from `fromHz` in steps of `stepHz`, the highest value of each step. */
  readonly spectrum: {
    readonly fromHz: number;
    readonly stepHz: number;
    readonly contrast: readonly number[];
  };
  /** The strongest lines of the decisive lattice, strongest first. */
  readonly lines: readonly FoundLine[];
}
