/**
 * How far the coarse alignment of two chroma sequences stands out among those of one query's candidates. An alignment in full is counted against
 * chance and leaves nothing of a weak agreement; among a query's songs, that the weak one is the best of all says something.
 */
import { surpriseBits } from './surprise.js';

/**
 * Before any candidate is seen, in the unit of `quickTonal`: mean and spread of unrelated songs (mean 13 to 20 and spread 3.8 to 5.5 of eight queries
 * in ten, of recordings and of transcriptions).
 */
const [usualMean, usualSpread] = [16, 4.5];
/** Few candidates show their mean, but not their spread: this many outweigh what is usual. */
const [songsForMean, songsForSpread] = [5, 50];

/** `scores`: of all candidates; 0 of a song without a chroma sequence. Returns the bits of one of them, 0 where it does not stand out. */
export function chromaStanding(scores: readonly number[]): (score: number) => number {
  const known = scores.filter((score) => score > 0);
  const sum = known.reduce((total, score) => total + score, 0);
  const mean = (sum + songsForMean * usualMean) / (known.length + songsForMean);
  const squares = known.reduce((total, score) => total + (score - mean) ** 2, 0);
  const spread = Math.sqrt((squares + songsForSpread * usualSpread ** 2) / (known.length + songsForSpread));
  return (score) => (score > 0 ? surpriseBits(score, mean, spread) : 0);
}
