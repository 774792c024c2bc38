/**
 * How much a measurement's verdict can be trusted, from the amount of sound and bandwidth it had. Finding a
 * lattice in little sound still means something; finding none in little sound means next to nothing.
 */
import { abstention } from './calibration.js';
import type { Measurement } from './measurement.js';

export interface Reliability {
  /** 0 … 1, multiplies the log-odds of "fake". */
  readonly ofPresence: number;
  /** 0 … 1, multiplies the log-odds of "real". */
  readonly ofAbsence: number;
  /** For the reader: what limits the verdict. */
  readonly reasons: readonly string[];
}

export function reliabilityOf({ activeSeconds, bandwidthHz }: Measurement): Reliability {
  const { leastSeconds, enoughSeconds, leastBandwidthHz } = abstention;
  const reasons: string[] = [];
  if (activeSeconds < leastSeconds) reasons.push(`less than ${leastSeconds} s of sound`);
  if (bandwidthHz < leastBandwidthHz) reasons.push(`bandwidth under ${leastBandwidthHz / 1000} kHz`);
  if (reasons.length > 0) {
    return { ofPresence: activeSeconds < 2 ? 0.1 : 0.5, ofAbsence: 0.1, reasons };
  }
  const lengthShare = Math.min(1, (activeSeconds - leastSeconds) / (enoughSeconds - leastSeconds));
  return { ofPresence: 1, ofAbsence: 0.4 + 0.6 * lengthShare, reasons };
}

/** A probability of "fake" after the measurement's reliability. */
export function tempered(probability: number, reliability: Reliability): number {
  const logOdds = Math.log(probability / (1 - probability));
  const factor = logOdds > 0 ? reliability.ofPresence : reliability.ofAbsence;
  return 1 / (1 + Math.exp(-logOdds * factor));
}

/** Whether a final probability is no answer. */
export function isUndecided(probability: number): boolean {
  return Math.abs(probability - 0.5) < abstention.margin;
}
