/** The documented `evidence` object: why a track was judged as it was, in numbers that can be drawn and checked. */

import type { JsonObject } from '../../../domain/task.js';
import { thresholdFor } from '../../../models/calibration.js';
import { rounded } from '../../../numbers/rounded.js';
import { featureNames } from '../evidence/features.js';
import type { OddsData, SegmentOdds, TrackOdds } from '../evidence/odds.js';
import type { ExplanationName } from '../explanations/names.js';
import { familyOf } from '../lattice/lattices.js';
import type { LatticeReading, Measurement } from '../measurement.js';
import type { Judged } from './verdict.js';

export interface Evidence {
  readonly verdict: {
    readonly finding: Judged['finding'];
    readonly fake_probability: number;
    readonly abstained: boolean;
    readonly reasons: string[];
  };
  readonly duration_seconds: number;
  readonly active_seconds: number;
  readonly bandwidth_hz: number;
  /** Where the recording stands: its log-odds, the threshold of the budget, and what recordings without a generator show. */
  readonly odds: {
    readonly log_odds: number;
    readonly threshold: number;
    /** Quantiles 0, 0.1 … 0.9 of the log-odds of recordings and signals without a generator, and by how much they rise to be e times rarer above. */
    readonly negative_deciles: number[];
    readonly negative_tail_decay: number;
    /** How many there are: recordings of people, pieces made for the fit, and signals built to look like a generator. */
    readonly negative_cases: number;
    /** What each measurement adds, in log-odds; those that add nothing are left out. */
    readonly contributions: { readonly feature: string; readonly value: number; readonly log_odds: number }[];
  };
  /** The lattice that the verdict rests on; null where there is no sound. */
  readonly lattice: {
    readonly family: string;
    readonly origin: string;
    readonly found_by: string;
    readonly spacings_hz: number[];
    /** Playback speed against the generator's own; 1 where unchanged. */
    readonly scale: number;
    /** In standard deviations of the null. */
    readonly score: number;
    /** Powers of ten: −log10 of how often chance alone draws as much in a recording like this one. */
    readonly evidence: number;
    /** What each alternative explanation measures, in its own unit. */
    readonly explanations: Readonly<Record<ExplanationName, number>>;
  } | null;
  /** All families at their exact places, in standard deviations of the null. */
  readonly families: { readonly family: string; readonly score: number; readonly evidence: number }[];
  readonly lines: { readonly frequency_hz: number; readonly contrast: number }[];
  readonly spectrum: { readonly from_hz: number; readonly step_hz: number; readonly contrast: number[] };
  readonly timeline: {
    readonly start_seconds: number;
    readonly end_seconds: number;
    readonly score: number;
    readonly log_odds: number;
    readonly found: boolean;
  }[];
  /** Versions of the evidence model and of its calibration. */
  readonly calibration: string;
}

interface Parts {
  readonly odds: TrackOdds;
  readonly segments: readonly SegmentOdds[];
  readonly verdict: Judged;
  readonly data: OddsData;
}

export function evidenceOf(measurement: Measurement, { odds, segments, verdict, data }: Parts): Evidence {
  const { spectrum, lattices } = measurement;
  const { calibration, model } = data;
  const { decisive } = odds;
  const lattice = decisive === null ? null : lattices[decisive]!;
  const exact = lattices.filter(({ way, spectrum: kind }) => way === 'exact' && kind === 'mean');
  return {
    verdict: {
      finding: verdict.finding,
      fake_probability: rounded(verdict.probability),
      abstained: verdict.finding === 'cannot_tell' || verdict.finding === 'possible',
      reasons: [...verdict.reasons],
    },
    duration_seconds: rounded(measurement.durationSeconds),
    active_seconds: rounded(measurement.activeSeconds),
    bandwidth_hz: Math.round(measurement.bandwidthHz),
    odds: {
      log_odds: rounded(odds.logOdds),
      threshold: rounded(thresholdFor(calibration, calibration.falseAlarmsPer1000)),
      negative_deciles: [...calibration.deciles],
      negative_tail_decay: calibration.tailDecay,
      negative_cases: calibration.cases,
      contributions: contributionsOf(odds),
    },
    lattice: lattice === null ? null : latticeJson(lattice),
    families: exact
      .map(({ familyId, score, evidence }) => ({
        family: familyId,
        score: rounded(score),
        evidence: rounded(evidence),
      }))
      .sort((a, b) => b.evidence - a.evidence),
    lines: (lattice?.lines ?? []).map(({ frequencyHz, contrast }) => ({
      frequency_hz: frequencyHz,
      contrast,
    })),
    spectrum: { from_hz: spectrum.fromHz, step_hz: spectrum.stepHz, contrast: [...spectrum.contrast] },
    timeline: segments.map((segment, index) => ({
      start_seconds: rounded(segment.startSeconds),
      end_seconds: rounded(segment.endSeconds),
      score: rounded(decisive === null ? 0 : measurement.segments[index]!.scores[decisive]!),
      log_odds: rounded(segment.logOdds),
      found: segment.found,
    })),
    calibration: `${model.version}, ${calibration.version}`,
  };
}

const contributionsOf = ({ values, contributions }: TrackOdds): Evidence['odds']['contributions'] =>
  contributions.flatMap((logOdds, index) =>
    Math.abs(logOdds) < 5e-4
      ? []
      : [{ feature: featureNames[index]!, value: rounded(values[index]!), log_odds: rounded(logOdds) }],
  );

const latticeJson = (lattice: LatticeReading): NonNullable<Evidence['lattice']> => ({
  family: lattice.familyId,
  origin:
    lattice.familyId === 'unlisted'
      ? 'a decoder of none of the listed architectures (found by an unconstrained search)'
      : familyOf(lattice.familyId).origin,
  found_by: lattice.way,
  spacings_hz: lattice.spacingsHz.map((hz) => rounded(hz)),
  scale: rounded(lattice.scale),
  score: rounded(lattice.score),
  evidence: rounded(lattice.evidence),
  explanations: Object.fromEntries(
    Object.entries(lattice.explanations).map(([name, value]) => [name, rounded(value)]),
  ) as Record<ExplanationName, number>,
});

/** Evidence as it is stored with a task. */
export function toJson(evidence: Evidence): JsonObject {
  // Plain numbers and texts; an interface has no index signature, so it is no JsonObject to the compiler.
  return evidence as unknown as JsonObject;
}
