/** The verdict in the shape of all analyses, and whether the input allows one. */

import { type Finding, falseAlarmWords, type Verdict } from '../../../domain/finding.js';
import { rounded } from '../../../numbers/rounded.js';
import { explainedAway } from '../evidence/explained-away.js';
import type { Odds, OddsData, TrackOdds } from '../evidence/odds.js';
import { explanationTable } from '../explanations/table.js';
import { familyOf } from '../lattice/lattices.js';
import type { Measurement } from '../measurement.js';

/** Less sound or bandwidth than this holds too few lines: not finding any means nothing. Declared, not fitted. */
const applicability = { minSeconds: 10, minBandwidthHz: 8000 } as const;
/** `possible`: more than the budget allows, and still rarer than this many times the budget. */
export const possibleFactor = 10;

export const limits: readonly string[] = [
  'Only traces of strided neural decoders are visible: generators without them leave none.',
  'A real recording that passed a neural codec, stem separator or voice changer carries the same traces.',
  'Pitch shifting and heavy re-recording destroy the traces.',
];

/** Why the input allows no answer; empty where it does. */
export function applicabilityReasons({ activeSeconds, bandwidthHz }: Measurement): string[] {
  const reasons: string[] = [];
  const { minSeconds, minBandwidthHz } = applicability;
  if (activeSeconds < minSeconds)
    reasons.push(`less than ${minSeconds} s of sound (${activeSeconds.toFixed(1)} s)`);
  if (bandwidthHz < minBandwidthHz)
    reasons.push(`bandwidth under ${minBandwidthHz / 1000} kHz (${(bandwidthHz / 1000).toFixed(1)} kHz)`);
  return reasons;
}

export interface Judged extends Verdict {
  readonly finding: Exclude<Finding, 'nothing_to_compare'>;
  readonly probability: number;
  readonly expectedFalseAlarms: number;
}

/** The verdict on a track, from its odds after all votes. */
export function judgeOdds(measurement: Measurement, odds: TrackOdds, pooled: Odds, data: OddsData): Judged {
  const { finding, reasons } = findingOf(measurement, odds, pooled, data);
  return {
    finding,
    probability: rounded(pooled.probability),
    expectedFalseAlarms: Number(pooled.expectedFalseAlarms.toPrecision(3)),
    threshold: {
      of: 'expected false alarms in 1,000 recordings',
      value: data.calibration.falseAlarmsPer1000,
    },
    reasons,
    limits,
  };
}

function findingOf(
  measurement: Measurement,
  odds: TrackOdds,
  pooled: Odds,
  data: OddsData,
): { finding: Judged['finding']; reasons: string[] } {
  // Rounded as the verdict's own figure, which is rounded again where it is shown: else the two differ in the last digit.
  const alarms = `${falseAlarmWords(Number(pooled.expectedFalseAlarms.toPrecision(3)))} of 1,000 recordings without a decoder give as much`;
  if (pooled.found) return { finding: 'found', reasons: [...latticeReasons(measurement, odds), alarms] };
  const missing = applicabilityReasons(measurement);
  if (missing.length > 0) return { finding: 'cannot_tell', reasons: missing };
  const away = explainedAway(measurement, data);
  if (away !== null) {
    const { words } = explanationTable[away.by];
    return {
      finding: 'cannot_tell',
      reasons: [`there are evenly spaced lines, but ${words} (${away.by}: ${away.value.toFixed(1)})`],
    };
  }
  const budget = data.calibration.falseAlarmsPer1000;
  if (pooled.expectedFalseAlarms <= possibleFactor * budget)
    return { finding: 'possible', reasons: ['the traces are too weak to decide', alarms] };
  return {
    finding: 'not_found',
    reasons: ['no lattice stands out of what recordings show by chance', alarms],
  };
}

function latticeReasons({ lattices }: Measurement, { decisive }: TrackOdds): string[] {
  const lattice = decisive === null ? undefined : lattices[decisive];
  if (lattice === undefined) return [];
  const spacings = lattice.spacingsHz.map((hz) => hz.toFixed(2)).join(', ');
  const origin =
    lattice.familyId === 'unlisted'
      ? 'a decoder of none of the listed architectures leaves'
      : `${familyOf(lattice.familyId).origin} leave`;
  return [
    `lines at the multiples of ${spacings} Hz, as ${origin}`,
    `they stand ${lattice.score.toFixed(1)} standard deviations above chance`,
  ];
}
