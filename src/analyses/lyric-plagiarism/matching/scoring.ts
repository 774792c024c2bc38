/** Scales of the measurements: what a phrase says, and where similarity begins. */

/** Cosine of two simhashes below which phrases share no more than any two of one language do. */
export const lexicalBackground = 0.25;

/**
 * Cosine below which a pair of phrases is no evidence even beside others that agree: below the encoder's background,
 * which few unrelated pairs pass, by this share of what lies above it.
 */
const weakShare = 0.385;
export const weakBackground = (background: number): number => background - weakShare * (1 - background);

/** A phrase that says less than `from` nats counts nothing; one that says `full` or more counts whole. */
const informationFrom = 25;
const informationFull = 110;

/** Words found in this many texts that have nothing else in common with the lyric count half. */
const strayHalf = 12;

/**
 * How the paths in order are added up: each in proportion to 1 / what 98 in 100 unrelated lyrics stay below with their
 * best song (.196 phrases above the weak background, .142 centred ones, .098 couplets, .085 quatrains), the first as
 * much as a mean of the others and a half.
 */
export const pathShares: readonly number[] = [0.26, 0.18, 0.26, 0.3];

/** 0 at the background and below, 1 for identical vectors. */
export function aboveBackground(cosine: number, background: number): number {
  return Math.min(1, Math.max(0, (cosine - background) / (1 - background)));
}

/** 0 … 1: how much weight a phrase has for what it says, before it is known how common it is. */
export function informationWeight(nats: number): number {
  return Math.min(1, Math.max(0, (nats - informationFrom) / (informationFull - informationFrom)));
}

/** 0 … 1: near 1 for words found in few unconnected texts, falling fast for a stock phrase. */
export function commonnessWeight(strayTexts: number): number {
  return 1 / (1 + (strayTexts / strayHalf) ** 2);
}
