/**
 * How much a measurement's verdict can be trusted: by the amount of sound and bandwidth it had, and by what else could
 * have drawn its lattice. Finding a lattice in little sound still means something; finding none there means nothing.
 */
import { logistic } from '../../../signal/logistic.js';
import { abstention } from '../heads/calibration.js';
import { trackFeatures } from '../heads/heads.js';
import { decisiveLattice } from '../lattice/lattice-finding.js';
import { causeInWords, isExact } from '../lattice/other-causes.js';
import type { Measurement } from '../measurement.js';

export interface Reliability {
  /** 0 … 1, multiplies the log-odds of "fake". */
  readonly ofPresence: number;
  /** 0 … 1, multiplies the log-odds of "real". */
  readonly ofAbsence: number;
  /** For the reader: what limits the verdict. */
  readonly reasons: readonly string[];
}

/** Powers of ten in the median segment: what one segment in three has by chance. */
const leastPersistence = 0.5;
/** Little sound accuses only with this many times the evidence. */
const littleSoundFactor = 2;
/** Nobody plays music so little faster or slower (the pull-down of video is 0.1 %): a codec's frames lie there. */
const smallestSpeedChange = 9e-4;
/** Brings even the highest probability into the undecided middle. */
const tooWeak = 0.05;

/** What the amount of sound and bandwidth allows to say, whoever says it. */
export function soundReliability({ activeSeconds, bandwidthHz }: Measurement): Reliability {
  const { leastSeconds, enoughSeconds, leastBandwidthHz } = abstention;
  const reasons: string[] = [];
  if (activeSeconds < leastSeconds) reasons.push(`less than ${leastSeconds} s of sound`);
  if (bandwidthHz < leastBandwidthHz) reasons.push(`bandwidth under ${leastBandwidthHz / 1000} kHz`);
  if (reasons.length > 0) return { ofPresence: activeSeconds < 2 ? 0.1 : 0.5, ofAbsence: 0.1, reasons };
  const lengthShare = Math.min(1, (activeSeconds - leastSeconds) / (enoughSeconds - leastSeconds));
  return { ofPresence: 1, ofAbsence: 0.4 + 0.6 * lengthShare, reasons };
}

/**
 * The same for models that read lattices: none of them accuses without a lattice that stands against chance and other
 * causes, and where something else may have drawn one, none acquits.
 */
export function latticeReliability(measurement: Measurement): Reliability {
  const sound = soundReliability(measurement);
  const { explained } = measurement;
  const needed = abstention.leastEvidence * (sound.reasons.length > 0 ? littleSoundFactor : 1);
  if (isBacked(measurement, needed)) return sound;
  if (explained === null) return { ...sound, ofPresence: tooWeak };
  return {
    ofPresence: tooWeak,
    ofAbsence: 0.1,
    reasons: [...sound.reasons, causeInWords(explained.otherCauses)],
  };
}

/**
 * A lattice accuses where it stands against chance, where no lattice that something else explains stands out further
 * (its lines would be this one's too), and where most segments have it: a decoder is never switched off.
 */
function isBacked(measurement: Measurement, leastEvidence: number): boolean {
  const { explained } = measurement;
  const decisive = decisiveLattice(measurement);
  const { evidence, scale } = decisive;
  if (explained !== null && explained.againstChance > evidence) return false;
  if (evidence < leastEvidence) return false;
  if (!isExact(decisive) && scale !== 1 && Math.abs(scale - 1) < smallestSpeedChange) return false;
  return trackFeatures(measurement).persistence >= leastPersistence;
}

/** A probability of "fake" after the measurement's reliability. */
export function tempered(probability: number, reliability: Reliability): number {
  const logOdds = Math.log(probability / (1 - probability));
  const factor = logOdds > 0 ? reliability.ofPresence : reliability.ofAbsence;
  return logistic(logOdds * factor);
}

/** Whether a final probability is no answer. */
export function isUndecided(probability: number): boolean {
  return Math.abs(probability - 0.5) < abstention.margin;
}
