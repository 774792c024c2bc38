/**
 * How far the coarse alignment of two chroma sequences stands out among those of one query's candidates. An alignment in full is counted against
 * chance and leaves nothing of a weak agreement; among a query's songs, that the weak one is the best of all says something.
 */
import { surpriseBits } from './surprise.js';

/** Share of the bits of the bell that counts. */
const standingShare = 0.5;
/** Beside few songs nothing is known to stand out: beside this many others half of it counts, beside none nothing. */
const othersForHalf = 5;

/**
 * Of unrelated songs, in the unit of `quickTonal` (mean 18 to 24 and spread 4 to 6 of eight queries in ten, of recordings and of transcriptions).
 */
const usual = { mean: 21, spread: 5 };

/** `scores`: of all candidates; 0 of a song without a chroma sequence. Returns the bits of one of them, 0 where it does not stand out. */
export function chromaStanding(scores: readonly number[]): (score: number) => number {
  const count = scores.filter((score) => score > 0).length;
  const sum = scores.reduce((total, score) => total + score, 0);
  const squares = scores.reduce((total, score) => total + score * score, 0);
  const others = Math.max(0, count - 1);
  const share = (standingShare * others) / (others + othersForHalf);
  return (score) => (score > 0 ? share * surpriseBits(score, { count, sum, squares }, usual) : 0);
}
