/** The documented `evidence` object: why a track was judged as it was, in numbers that can be drawn and checked. */
import type { JsonObject } from '../../../domain/task.js';
import type { Calibration } from '../heads/calibration.js';
import { scoreIn } from '../heads/heads.js';
import { decisiveLattice, type LatticeFinding } from '../lattice/lattice-finding.js';
import { familyOf } from '../lattice/lattices.js';
import type { Measurement } from '../measurement.js';
import type { FinalVerdict } from './final-result.js';
import { rounded } from './model-result.js';

export interface Evidence {
  readonly verdict: {
    readonly fake_probability: number;
    readonly abstained: boolean;
    readonly reasons: string[];
  };
  readonly duration_seconds: number;
  readonly active_seconds: number;
  readonly bandwidth_hz: number;
  /** The lattice that the verdict rests on, at any speed from −5.9 % to +6.3 %. */
  readonly lattice: {
    readonly family: string;
    readonly origin: string;
    readonly spacings_hz: number[];
    /** Playback speed against the generator's own; 1 where unchanged. */
    readonly scale: number;
    /** In standard deviations of the null. */
    readonly score: number;
    /** Powers of ten: −log10 of how often chance alone draws as much in a recording like this one. */
    readonly evidence: number;
    /** Share of the score that no other cause explains. */
    readonly trust: number;
    readonly other_causes: {
      readonly finer_grid: number;
      readonly held_tones: number;
      readonly beats: number | null;
      readonly onset_grid: number;
      readonly mains: boolean;
      readonly without_codec_bands: number;
    };
  };
  /** Scores of all families at their exact places, in standard deviations of the null. */
  readonly families: { readonly family: string; readonly score: number; readonly evidence: number }[];
  readonly blind: { readonly spacing_hz: number; readonly score: number; readonly evidence: number };
  readonly lines: { readonly frequency_hz: number; readonly contrast: number }[];
  readonly spectrum: { readonly from_hz: number; readonly step_hz: number; readonly contrast: number[] };
  readonly timeline: {
    readonly start_seconds: number;
    readonly end_seconds: number;
    readonly score: number;
  }[];
  readonly calibration: string;
}

export function evidenceOf(
  measurement: Measurement,
  verdict: FinalVerdict,
  calibration: Calibration,
): Evidence {
  const { blind, spectrum } = measurement;
  const decisive = decisiveLattice(measurement);
  return {
    verdict: {
      fake_probability: rounded(verdict.fake),
      abstained: verdict.abstained,
      reasons: [...verdict.reasons],
    },
    duration_seconds: rounded(measurement.durationSeconds),
    active_seconds: rounded(measurement.activeSeconds),
    bandwidth_hz: Math.round(measurement.bandwidthHz),
    lattice: {
      family: decisive.familyId,
      origin: originOf(decisive),
      spacings_hz: decisive.spacingsHz.map(rounded),
      scale: rounded(decisive.scale),
      score: rounded(decisive.score),
      evidence: rounded(decisive.evidence),
      trust: rounded(decisive.trust),
      other_causes: otherCausesOf(decisive),
    },
    families: measurement.families.map(({ familyId, score, evidence }) => ({
      family: familyId,
      score: rounded(score),
      evidence: rounded(evidence),
    })),
    blind: {
      spacing_hz: rounded(blind.spacingsHz[0]!),
      score: rounded(blind.score),
      evidence: rounded(blind.evidence),
    },
    lines: measurement.lines.map(({ frequencyHz, contrast }) => ({ frequency_hz: frequencyHz, contrast })),
    spectrum: { from_hz: spectrum.fromHz, step_hz: spectrum.stepHz, contrast: [...spectrum.contrast] },
    timeline: measurement.segments.map((segment) => ({
      start_seconds: rounded(segment.startSeconds),
      end_seconds: rounded(segment.endSeconds),
      score: rounded(scoreIn(segment, decisive, measurement)),
    })),
    calibration: calibration.version,
  };
}

const originOf = ({ familyId }: LatticeFinding): string =>
  familyId === 'unlisted'
    ? 'a decoder of none of the listed architectures (found by a blind search)'
    : familyOf(familyId).origin;

function otherCausesOf({ otherCauses }: LatticeFinding): Evidence['lattice']['other_causes'] {
  const { finerGrid, heldTones, beats, onsetGrid, mains, withoutCodecBands } = otherCauses;
  return {
    finer_grid: rounded(finerGrid),
    held_tones: rounded(heldTones),
    beats: beats === null ? null : rounded(beats),
    onset_grid: rounded(onsetGrid),
    mains,
    without_codec_bands: rounded(withoutCodecBands),
  };
}

/** Evidence as it is stored with a task. */
export function toJson(evidence: Evidence): JsonObject {
  return evidence as unknown as JsonObject;
}
