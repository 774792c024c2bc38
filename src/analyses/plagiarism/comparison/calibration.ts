/**
 * From bits of evidence to `signature_metric`. Set on unrelated pairs and on the training half of the development data;
 * `npm run bench -- plagiarism` checks the promise on the report half: fewer than 1 % of queries without a counterpart
 * among 1,000 songs exceed the threshold.
 */
import { logistic } from '../../../signal/logistic.js';

export const reportingThreshold = 0.5;

/** Bits beyond chance at which the metric is 0.5, and how many bits its slope takes. */
export const evenBits = 18;
const slopeBits = 4;

/** The metric of one segment of a match: of the evidence that lies in it, not of the whole match. */
export function segmentMetric(bits: number, evidenceShare: number): number {
  return signatureMetric(bits * evidenceShare);
}

/** 0 … 1, rising with the bits; 0 where there is no evidence at all. */
export function signatureMetric(bits: number): number {
  if (!(bits > 0)) return 0;
  return logistic((bits - evenBits) / slopeBits);
}
