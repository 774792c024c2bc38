/**
 * How much the similarity of two chroma sequences says among the songs of this very dataset: a query of common make-up is like
 * many of them. Similarities of unrelated songs are spread about their mean nearly as a bell.
 */
import { type OtherTempo, otherTempos } from '../comparison/other-tempo.js';
import type { ProductSums } from '../ports.js';
import { surpriseBits } from './surprise.js';

/** Of products of unrelated sketches. Their spread is 8,000 to 10,500 of nine recordings in ten, 12,000 to 16,500 of 896 written songs. */
const usual = { mean: 0, spread: 10_000 };
/** What another reading of the tempo costs in bits: it is one more chance to find something. */
const readingCost = 1.5;

/** Mean and spread of products that are not zero, which is a song without a chroma sequence. */
export class SimilaritySpread {
  private count = 0;
  private sum = 0;
  private squares = 0;

  add(products: Float32Array, songs: number): void {
    for (let song = 0; song < songs; song++) {
      const product = products[song]!;
      if (product === 0) continue;
      this.count++;
      this.sum += product;
      this.squares += product * product;
    }
  }

  addSums({ count, sum, squares }: ProductSums): void {
    this.count += count;
    this.sum += sum;
    this.squares += squares;
  }

  /** −log2 of the height of the bell at a product, against its middle; 0 below that. */
  bits(product: number): number {
    const { count, sum, squares } = this;
    return product === 0 ? 0 : surpriseBits(product, { count, sum, squares }, usual);
  }
}

export interface ChromaSimilarity {
  /** Bits beyond what songs of the dataset have by chance. */
  readonly similarity: number;
  /** The reading of the query's tempo in which the chroma sequences are most similar. */
  readonly tempo: 1 | OtherTempo;
}

/** `chromaSketches`: products as counted and in `otherTempos`; `spreads` in the same order. */
export function similarityInBits(
  chromaSketches: readonly number[],
  spreads: readonly SimilaritySpread[],
): ChromaSimilarity {
  const tempos = [1, ...otherTempos] as const;
  let best: ChromaSimilarity = { similarity: 0, tempo: 1 };
  tempos.forEach((tempo, reading) => {
    const similarity = spreads[reading]!.bits(chromaSketches[reading]!) - (tempo === 1 ? 0 : readingCost);
    if (similarity > best.similarity) best = { similarity, tempo };
  });
  return best;
}
