/** From log odds to a probability and back. */

export const logistic = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));

/** `least`: how near to 0 and 1 a probability counts as sure, so that the result stays finite. */
export function logOddsOf(probability: number, least = 1e-6): number {
  const inside = Math.min(1 - least, Math.max(least, probability));
  return Math.log(inside / (1 - inside));
}
