/**
 * From bits of evidence to `signature_metric`. The aim: fewer than 1 % of queries without a counterpart are answered with a
 * song, however many songs are searched. It is shown for no more than docs/measurements/plagiarism-false-alarms.md reports.
 */
import { logistic } from '../../../signal/logistic.js';
import { embeddedPairEvidence } from '../evidence/embedded.js';
import type { Origin } from '../evidence/origin.js';
import { evidenceReachedBy, falseAlarmsPer1000 } from '../evidence/pair-calibration.js';

export const reportingThreshold = 0.5;

/** Fewest bits beyond chance at which the metric is 0.5, and how many bits its slope takes. */
export const evenBits = 18;
const slopeBits = 4;

/**
 * Bits at which the metric is 0.5 among this number of searched songs: those that the calibration expects of 0.01 unrelated songs in all of
 * them. The more songs, the likelier one of them agrees by chance. Few songs lower it no further: customs are no chance.
 */
export function evenBitsAmong(songs: number, origin: Origin): number {
  const { calibration } = embeddedPairEvidence();
  const rate = (1000 * calibration.reportedInSearch) / songs;
  return Math.max(evenBits, evidenceReachedBy(calibration, origin, rate));
}

/** Of so few songs a search compares all in full; of more only the likeliest, and what is not compared has no evidence. */
export const allInFull = 60;

/**
 * How many of 1,000 unrelated songs would reach these bits, of a pair that was found among this number of songs. The tail of transcribed songs is
 * of long searches; in pairs that were drawn by chance and compared in full as much evidence is more frequent, and no more so than between written
 * songs (docs/measurements/plagiarism-transcribed-songs.md, *Fewer bits among few songs*).
 */
export function falseAlarmsAmong(songs: number, origin: Origin, bits: number): number {
  const { calibration } = embeddedPairEvidence();
  const inFull = Math.min(1, allInFull / songs) * falseAlarmsPer1000(calibration, 'written', bits);
  return Math.max(inFull, falseAlarmsPer1000(calibration, origin, bits));
}

/** How many of 1,000 unrelated songs reach the least evidence that was counted: of less, that it is more. */
export function commonPer1000(): number {
  const { written, transcribed } = embeddedPairEvidence().calibration;
  return Math.min(written.per1000[0]!, transcribed.per1000[0]!);
}

/** The metric of one segment of a match: of the evidence that lies in it, not of the whole match. */
export function segmentMetric(bits: number, evidenceShare: number, even: number): number {
  return signatureMetric(bits * evidenceShare, even);
}

/** 0 … 1, rising with the bits, 0.5 at `even`; 0 where there is no evidence at all. */
export function signatureMetric(bits: number, even: number): number {
  if (!(bits > 0)) return 0;
  return logistic((bits - even) / slopeBits);
}
