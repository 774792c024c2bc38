/** Picks the next token: the likeliest at temperature 0, else drawn. Reproducible: the seed is an argument. */

export interface Picked {
  readonly token: number;
  /** Natural logarithm of the token's probability at temperature 1, among what the rules allow. */
  readonly logProbability: number;
}

/** Throws when no token is allowed or a logit is NaN: the model is damaged. */
export function pickToken(logits: Float32Array, temperature: number, random: () => number): Picked {
  let best = -1;
  let highest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < logits.length; i++) {
    if (logits[i]! > highest) {
      highest = logits[i]!;
      best = i;
    }
  }
  if (best < 0) throw new Error('The recogniser gave no usable numbers: its decoder file is damaged.');
  let total = 0;
  for (let i = 0; i < logits.length; i++) total += Math.exp(logits[i]! - highest);
  if (temperature === 0) return { token: best, logProbability: -Math.log(total) };
  let sharpTotal = 0;
  for (let i = 0; i < logits.length; i++) sharpTotal += Math.exp((logits[i]! - highest) / temperature);
  let rest = random() * sharpTotal;
  let token = best;
  for (let i = 0; i < logits.length; i++) {
    rest -= Math.exp((logits[i]! - highest) / temperature);
    if (rest < 0) {
      token = i;
      break;
    }
  }
  return { token, logProbability: logits[token]! - highest - Math.log(total) };
}

/** Softmax over the given ids only. */
export function shares(logits: Float32Array, ids: readonly number[]): number[] {
  const highest = Math.max(...ids.map((id) => logits[id]!));
  const powers = ids.map((id) => Math.exp(logits[id]! - highest));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

/** The probability of one token among all. */
export function shareOf(logits: Float32Array, id: number): number {
  let highest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < logits.length; i++) if (logits[i]! > highest) highest = logits[i]!;
  let total = 0;
  for (let i = 0; i < logits.length; i++) total += Math.exp(logits[i]! - highest);
  return Math.exp(logits[id]! - highest) / total;
}
