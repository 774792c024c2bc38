/**
 * From bits of evidence to `signature_metric`. Fitted by `npm run bench -- plagiarism` on queries that have no
 * counterpart among 1,000 songs (training half of the development tunes); the report half checks the promise that
 * fewer than 1 % of such queries exceed the threshold.
 */
export const reportingThreshold = 0.5;

/** Bits beyond chance at which the metric is 0.5, and how many bits its slope takes. */
const evenBits = 18;
const slopeBits = 4;

/** 0 … 1, rising with the bits; 0 where there is no evidence at all. */
export function signatureMetric(bits: number): number {
  if (!(bits > 0)) return 0;
  return 1 / (1 + Math.exp(-(bits - evenBits) / slopeBits));
}
