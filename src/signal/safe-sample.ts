/** A sample of a float file: NaN and infinities count as silence, and nothing is louder than four times full scale. */
export function safeSample(sample: number): number {
  return sample - sample === 0 ? Math.min(4, Math.max(-4, sample)) : 0;
}
