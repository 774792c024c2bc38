/** The logarithm of the gamma function, for likelihoods of counts. */

/** From here on Stirling's series to its third term is right to ten decimal places. */
const largeEnough = 12;

/** Natural logarithm of Γ(x) (Stirling's series, Abramowitz and Stegun 1964, 6.1.41; smaller x by the recurrence). `x` must be above 0. */
export function logGamma(x: number): number {
  let below = 0;
  let at = x;
  for (; at < largeEnough; at++) below += Math.log(at);
  const inverse = 1 / at;
  const series = inverse / 12 - inverse ** 3 / 360 + inverse ** 5 / 1260;
  return (at - 0.5) * Math.log(at) - at + 0.5 * Math.log(2 * Math.PI) + series - below;
}

/** Natural logarithm of the beta function of `a` and `b`, both above 0. */
export function logBeta(a: number, b: number): number {
  return logGamma(a) + logGamma(b) - logGamma(a + b);
}
