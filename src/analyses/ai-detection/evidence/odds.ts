/**
 * The one set of odds that every part of a result is derived from: of the track, and of each segment. A segment of a
 * track that is not found passes the same budget of false alarms, shared out among the segments, or it is not `fake`.
 */
import {
  expectedFalseAlarms,
  type FalseAlarmCalibration,
  probabilityOf,
} from '../../../models/calibration.js';
import { contributionOf, type EvidenceModel, logOddsOf } from '../../../models/evidence-model.js';
import { evidenceOf } from '../lattice/own-null.js';
import type { Measurement } from '../measurement.js';
import { explainedShare, featureNames, latticeFeatures, segmentEvidence } from './features.js';

/** The data that turns measurements into odds: embedded, or an operator's own. */
export interface OddsData {
  readonly model: EvidenceModel;
  readonly calibration: FalseAlarmCalibration;
}

export interface Odds {
  readonly logOdds: number;
  /** Of "fake", calibrated. */
  readonly probability: number;
  /** Of 1,000 recordings without a decoder, how many would reach as much. */
  readonly expectedFalseAlarms: number;
  /** Whether they pass the budget of false alarms. */
  readonly found: boolean;
}

export interface SegmentOdds extends Odds {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

export interface TrackOdds extends Odds {
  /** The lattice that the odds rest on, as an index of `measurement.lattices`; null where there is no sound. */
  readonly decisive: number | null;
  /** The decisive lattice's values, in the order of the model's features. */
  readonly values: readonly number[];
  /** The log-odds that each feature adds, likewise. */
  readonly contributions: readonly number[];
  readonly segments: readonly SegmentOdds[];
}

/** Odds of "fake" stay within these: generators without strided decoders leave nothing, and causes may be unknown. */
export const probabilityLimits = { least: 0.05, most: 0.99 } as const;

/** What log-odds mean. `share`: of the budget, what this one of several readings may use. */
export function oddsAt(logOdds: number, { calibration }: OddsData, share = 1): Odds {
  const alarms = expectedFalseAlarms(calibration, logOdds) / share;
  const found = alarms <= calibration.falseAlarmsPer1000;
  const { least, most } = probabilityLimits;
  const calibrated = Math.min(most, Math.max(least, probabilityOf(calibration, logOdds)));
  // What passes the budget is likelier than not, and what does not pass it is no accusation.
  const probability = found ? Math.max(calibrated, 0.6) : Math.min(calibrated, 0.6);
  return { logOdds, probability, expectedFalseAlarms: Math.min(1000, alarms), found };
}

const persistenceAt = featureNames.indexOf('persistence');
const evidenceAt = featureNames.indexOf('evidence');

/** Odds of a track and its segments. */
export function trackOdds(measurement: Measurement, data: OddsData): TrackOdds {
  const { lattices } = measurement;
  const all = lattices.map((_, index) => latticeFeatures(measurement, index));
  const logOdds = all.map((values) => logOddsOf(data.model, values));
  if (lattices.length === 0) {
    const odds = oddsAt(data.model.bias, data);
    return { ...odds, decisive: null, values: [], contributions: [], segments: [] };
  }
  const decisive = logOdds.indexOf(Math.max(...logOdds));
  const values = all[decisive]!;
  const track = oddsAt(logOdds[decisive]!, data);
  return {
    ...track,
    decisive,
    values,
    contributions: data.model.features.map((feature, index) => contributionOf(feature, values[index]!)),
    segments: segmentOdds(measurement, data, { track, decisive, values }),
  };
}

interface Whole {
  readonly track: Odds;
  readonly decisive: number;
  readonly values: readonly number[];
}

/**
 * A segment's odds are the track's with its own evidence in place of the median segment's: of a found track at least
 * half of the segments are found. Of another track a segment counts for itself: its own search, its share of the budget.
 */
function segmentOdds(measurement: Measurement, data: OddsData, whole: Whole): SegmentOdds[] {
  const { segments, lattices } = measurement;
  const { track, decisive, values } = whole;
  const lattice = lattices[decisive]!;
  const persistence = segmentEvidence(measurement, decisive, lattice);
  const explained = 1 - explainedShare(lattice);
  return segments.map(({ startSeconds, endSeconds, scores }, index) => {
    const own = [...values];
    own[persistenceAt] = persistence[index]!;
    const place = { startSeconds, endSeconds };
    if (track.found) return { ...place, ...oddsAt(logOddsOf(data.model, own), data) };
    own[evidenceAt] = evidenceOf(scores[decisive]! * explained, lattice.ownNull, lattice.candidates);
    const logOdds = logOddsOf(data.model, own);
    // No more than the track has, unless the segment stands out of it: a part of a negative cannot be a majority of it.
    const standsOut = persistence[index]! > values[persistenceAt]!;
    return {
      ...place,
      ...oddsAt(standsOut ? logOdds : Math.min(logOdds, track.logOdds), data, 1 / segments.length),
    };
  });
}
