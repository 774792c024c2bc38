/**
 * From similarities of lines to the documented scores. Every constant here was chosen on the development half
 * of the data by `npm run bench -- lyrics`; the table in docs/analyses/lyric-plagiarism.md is from the other half.
 */

/** Lexical cosine below which two lines share no more than any two lines of one language do. */
export const lexicalBackground = 0.25;

/**
 * Cosine below which a pair of lines is no evidence even beside others that agree: below the encoder's background,
 * which few unrelated pairs pass, by this share of what lies above it.
 */
const weakShare = 0.385;
export const weakBackground = (background: number): number => background - weakShare * (1 - background);

/** A line that says less than `from` nats counts nothing; one that says `full` or more counts whole. */
const informationFrom = 25;
const informationFull = 110;

/** A line found in this many songs that have nothing else in common with the lyric counts half. */
const strayHalf = 12;

/**
 * How the paths in order are added up: each in proportion to 1 / what 98 in 100 unrelated lyrics stay below with their
 * best song (.196 lines above the weak background, .142 centred lines, .098 couplets, .085 quatrains), the first as much
 * as a mean of the others and a half.
 */
export const pathShares: readonly number[] = [0.26, 0.18, 0.26, 0.3];

/** Raw scores at which an unrelated song is about as likely as a related one: they are shown as 0.5. */
export const paragraphMidpoint = 0.26;
export const sentenceMidpoint = 0.7;
export const orderMidpoint = 0.12;
/** A path in order that adds up to this is shown as 1: a translation keeps hardly more than a third of its lines' likeness. */
export const orderWhole = 0.4;

/** 0 at the background and below, 1 for identical lines. */
export function aboveBackground(cosine: number, background: number): number {
  return Math.min(1, Math.max(0, (cosine - background) / (1 - background)));
}

/** 0 … 1: how much weight a line has for what it says, before it is known how common it is. */
export function informationWeight(nats: number): number {
  return Math.min(1, Math.max(0, (nats - informationFrom) / (informationFull - informationFrom)));
}

/** 0 … 1: near 1 for a line found in few unconnected songs, falling fast for a stock phrase. */
export function commonnessWeight(straySongs: number): number {
  return 1 / (1 + (straySongs / strayHalf) ** 2);
}

/**
 * How fast a measure falls below its midpoint. Chance alone brings one pair of lines, or best partners in any order,
 * nearer to the midpoint than a path in order: what is left of them must not outrank a free translation.
 */
export const sentenceFall = 2;
export const paragraphFall = 1.5;

/** Bends a raw score so that `midpoint` becomes 0.5, 0 stays 0 and `whole` becomes 1; below the midpoint with the power `fall`. */
export function calibrate(raw: number, midpoint: number, fall = 1, whole = 1): number {
  const bent =
    raw <= midpoint
      ? 0.5 * Math.max(0, raw / midpoint) ** fall
      : 0.5 + (0.5 * (raw - midpoint)) / (whole - midpoint);
  return Math.min(1, Math.max(0, bent));
}
