/** The documented `evidence` object: why a track was judged as it was, in numbers that can be drawn and checked. */
import type { JsonObject } from '../../domain/task.js';
import type { Calibration } from './calibration.js';
import type { FinalVerdict } from './final-result.js';
import { familyOf } from './lattices.js';
import type { Measurement } from './measurement.js';
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
  /** The strongest lattice at any speed from −5.9 % to +6.3 %. */
  readonly lattice: {
    readonly family: string;
    readonly origin: string;
    readonly spacings_hz: number[];
    /** Playback speed against the generator's own; 1 where unchanged. */
    readonly scale: number;
    readonly score: number;
  };
  /** Scores of all families at their exact places, in standard deviations of the null. */
  readonly families: { readonly family: string; readonly score: number }[];
  readonly blind: { readonly spacing_hz: number; readonly score: number };
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
  const { scaled, blind, spectrum } = measurement;
  const family = familyOf(scaled.familyId);
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
      family: family.id,
      origin: family.origin,
      spacings_hz: family.spacingsHz.map((spacing) => rounded(spacing * scaled.scale)),
      scale: rounded(scaled.scale),
      score: rounded(scaled.score),
    },
    families: measurement.families.map(({ familyId, score }) => ({
      family: familyId,
      score: rounded(score),
    })),
    blind: { spacing_hz: rounded(blind.spacingHz), score: rounded(blind.score) },
    lines: measurement.lines.map(({ frequencyHz, contrast }) => ({ frequency_hz: frequencyHz, contrast })),
    spectrum: { from_hz: spectrum.fromHz, step_hz: spectrum.stepHz, contrast: [...spectrum.contrast] },
    timeline: measurement.segments.map(({ startSeconds, endSeconds, scaled: score }) => ({
      start_seconds: rounded(startSeconds),
      end_seconds: rounded(endSeconds),
      score: rounded(score),
    })),
    calibration: calibration.version,
  };
}

/** Evidence as it is stored with a task. */
export function toJson(evidence: Evidence): JsonObject {
  return evidence as unknown as JsonObject;
}
