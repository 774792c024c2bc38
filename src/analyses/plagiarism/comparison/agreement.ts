/**
 * What melody and chroma sequence of a pair say together. Of unrelated songs the two are independent (correlation −0.004 of 7,080 pairs, and
 * 0.003 of 6,252 since the topline counts in both), so a weaker one that agrees is evidence too: half of its bits, less what such a sum has
 * more by chance.
 */

/** A tune or a chroma sequence that two songs share. */
export interface SharedSequence {
  readonly bits: number;
  /** Semitones, −5 … 6. */
  readonly transposition: number;
}

/** Of the weaker one's bits. */
const share = 0.5;
/**
 * Bits in which unrelated pairs become e times rarer where a song was transcribed: measured of 14,280 pairs of renderings
 * (docs/measurements/plagiarism-transcribed-songs.md, *How the tail is fitted*), and taken for both kinds of evidence.
 */
const tailBits = 1.94;
/**
 * The sum of two independent amounts whose tails fall equally fast, one whole and a share of the other, exceeds a level 1 / (1 − share)
 * times as often as the one alone. Less the logarithm of that, taken where it is positive, it makes a level a quarter likelier
 * at most: where every unrelated pair has both kinds of evidence. Most have neither. Where tails fall e-fold every t bits instead, it is
 * 4^(−1.94 / t) likelier: by 15 % for 1.4, by a third for 2.4.
 */
const chanceBits = -tailBits * Math.log(1 - share);

/** Bits beyond those of the stronger one; 0 where one is missing, where they are in different keys, or where the weaker one says little. */
export function agreementBits(tune: SharedSequence | null, chroma: SharedSequence | null): number {
  if (!tune || !chroma || tune.transposition !== chroma.transposition) return 0;
  return Math.max(0, share * Math.min(tune.bits, chroma.bits) - chanceBits);
}
