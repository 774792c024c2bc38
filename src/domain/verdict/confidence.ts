/** How sure a verdict is, as one of four bands with the number behind it. */
import { type Finding, falseAlarmWords } from '../finding.js';

export const confidenceBands = ['low', 'moderate', 'high', 'very high'] as const;
export type ConfidenceBand = (typeof confidenceBands)[number];

export interface Confidence {
  readonly band: ConfidenceBand;
  /** The number that the band stands on, in words. */
  readonly basis: string;
}

/** From these on a probability counts as moderate, high, very high. */
const probabilitySteps = [0.7, 0.9, 0.99] as const;
/** Up to these a false alarm rate per 1,000 counts as moderate, high, very high. */
const falseAlarmSteps = [10, 1, 0.01] as const;

/**
 * Of a positive finding, from its false alarms where the analysis counts them, else from its probability. Null for
 * other findings: that nothing was found is as sure as the search was wide, which `searched` and `limits` state.
 */
export function confidenceOf(
  finding: Finding,
  probability: number | null,
  falseAlarmsPer1000: number | null,
): Confidence | null {
  if (finding !== 'found' && finding !== 'possible') return null;
  if (falseAlarmsPer1000 !== null) {
    const passed = falseAlarmSteps.filter((step) => falseAlarmsPer1000 <= step).length;
    return {
      band: confidenceBands[passed] ?? 'low',
      basis: `expected false alarms: ${falseAlarmWords(falseAlarmsPer1000)} in 1,000`,
    };
  }
  if (probability === null) return null;
  const passed = probabilitySteps.filter((step) => probability >= step).length;
  return { band: confidenceBands[passed] ?? 'low', basis: `probability ${percent(probability)}` };
}

function percent(share: number): string {
  if (share > 0.999) return 'over 99.9 %';
  return `${Number((share * 100).toFixed(share > 0.99 ? 1 : 0))} %`;
}
