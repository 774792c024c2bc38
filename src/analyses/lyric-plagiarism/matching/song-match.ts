/** What an exact comparison keeps of one song, and how the documented scores follow from it. */
import { alignInOrder } from './in-order.js';
import type { LineMatrices } from './line-similarity.js';
import {
  calibrate,
  informationWeight,
  orderMidpoint,
  orderWhole,
  paragraphFall,
  paragraphMidpoint,
  pathShares,
  sentenceFall,
  sentenceMidpoint,
} from './scoring.js';

/** Best partners of each line, both ways: a song's similarity matrix without the matrix. */
export interface SongMatch {
  /** By query line: the largest similarity to any line of the song. */
  readonly rowBest: Float32Array;
  /** By query line: the largest similarity × weight of the song's line and the query's, commonness apart. */
  readonly rowWeighted: Float32Array;
  /** By song line: the largest similarity to any line of the query, and which. */
  readonly columnBest: Float32Array;
  readonly columnPartner: Uint16Array;
  readonly columnWeight: Float32Array;
  /** By query line: what it adds to the paths through both lyrics, their mean by `pathShares`; see in-order.ts. */
  readonly orderGains: Float32Array;
}

/** A lyric that says less than one full line is measured as if it said that much: "I love you" matches nothing. */
const leastWeight = 1;

export interface SongScores {
  readonly combined: number;
  readonly paragraph: number;
  /** The similarity of the most similar pair of lines, whatever they say: the interface's `sentence_score`. */
  readonly sentence: number;
  /** What the best pair of lines is as evidence: its similarity by its weight, calibrated. Decides with `paragraph`. */
  readonly lineEvidence: number;
}

/** Pairs of lines at least this similar, next to each other in both lyrics, are weighed together. */
const runSimilarity = 0.7;
/** What each further line of a run adds, as a share: that they stand in this order is evidence beside their words. */
const runBonus = 0.25;

/**
 * The weight of every pair of lines, row-major: by the lesser information of the two and how much of it they share,
 * which falls with the square of their similarity. Pairs that follow one another in both lyrics share what they say
 * together: three short lines in a row are no stock phrase, and one line that is nearly the same is less than three.
 */
export function pairWeights(
  similarities: Float32Array,
  queryInformation: Float32Array,
  songInformation: Uint8Array,
): Float32Array {
  const rows = queryInformation.length;
  const columns = songInformation.length;
  const nats = new Float32Array(rows * columns);
  const runs = new Uint16Array(rows * columns).fill(1);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      nats[at] = Math.min(queryInformation[row]!, songInformation[column]!) * similarities[at]! ** 2;
      const before = at - columns - 1;
      const follows = row > 0 && column > 0 && similarities[before]! >= runSimilarity;
      if (!follows || similarities[at]! < runSimilarity) continue;
      nats[at]! += nats[before]!;
      runs[at] = runs[before]! + 1;
    }
  }
  // What a run adds up to at its end holds for all of it.
  for (let row = rows - 2; row >= 0; row--) {
    for (let column = columns - 2; column >= 0; column--) {
      const at = row * columns + column;
      const after = at + columns + 1;
      if (similarities[at]! < runSimilarity || similarities[after]! < runSimilarity) continue;
      nats[at] = nats[after]!;
      runs[at] = runs[after]!;
    }
  }
  return nats.map((sum, at) => informationWeight(sum * (1 + runBonus * (runs[at]! - 1))));
}

/** Reduces the query lines × song lines matrices of one song. */
export function reduceMatrix(
  { strong: similarities, paths }: LineMatrices,
  queryInformation: Float32Array,
  songInformation: Uint8Array,
): SongMatch {
  const rows = queryInformation.length;
  const columns = songInformation.length;
  const weights = pairWeights(similarities, queryInformation, songInformation);
  const columnWeight = Float32Array.from(songInformation, informationWeight);
  const match: SongMatch = {
    rowBest: new Float32Array(rows),
    rowWeighted: new Float32Array(rows),
    columnBest: new Float32Array(columns),
    columnPartner: new Uint16Array(columns),
    columnWeight,
    orderGains: new Float32Array(rows),
  };
  const rowWeight = queryInformation.map(informationWeight);
  paths.forEach((path, index) => {
    const gains = alignInOrder(path, rowWeight, columnWeight);
    for (let row = 0; row < rows; row++) match.orderGains[row]! += pathShares[index]! * gains[row]!;
  });
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      const s = similarities[at]!;
      if (s === 0) continue;
      if (s > match.rowBest[row]!) match.rowBest[row] = s;
      const weighted = s * weights[at]!;
      if (weighted > match.rowWeighted[row]!) match.rowWeighted[row] = weighted;
      if (s > match.columnBest[column]!) {
        match.columnBest[column] = s;
        match.columnPartner[column] = row;
      }
    }
  }
  return match;
}

/** Weighted mean of the best similarities, lines of the query and of the song alike; 0 … 1, not calibrated. */
export function rawParagraph(match: SongMatch, queryWeights: Float32Array, commonness: Float32Array): number {
  let rowSum = 0;
  let rowWeight = 0;
  for (let row = 0; row < queryWeights.length; row++) {
    const weight = queryWeights[row]! * commonness[row]!;
    rowSum += weight * match.rowBest[row]!;
    rowWeight += queryWeights[row]!;
  }
  let columnSum = 0;
  let columnWeight = 0;
  for (let column = 0; column < match.columnBest.length; column++) {
    const weight = match.columnWeight[column]!;
    columnSum += weight * match.columnBest[column]! * commonness[match.columnPartner[column]!]!;
    columnWeight += weight;
  }
  return 0.5 * (rowSum / Math.max(rowWeight, leastWeight) + columnSum / Math.max(columnWeight, leastWeight));
}

/** The best pair of lines, weighted by the lesser of their weights; 0 … 1, not calibrated. */
function rawLineEvidence(match: SongMatch, commonness: Float32Array): number {
  let best = 0;
  for (let row = 0; row < commonness.length; row++) {
    best = Math.max(best, match.rowWeighted[row]! * commonness[row]!);
  }
  return best;
}

/** The share of both lyrics that says the same in the same order, by weak evidence; 0 … 1, not calibrated. */
function rawOrder(match: SongMatch, queryWeights: Float32Array, commonness: Float32Array): number {
  let gains = 0;
  let total = 0;
  for (let row = 0; row < queryWeights.length; row++) {
    gains += match.orderGains[row]! * commonness[row]!;
    total += queryWeights[row]!;
  }
  for (const weight of match.columnWeight) total += weight;
  // One more line on both sides that has no partner: a few words in a row agree by chance sooner than a whole lyric.
  return (2 * gains) / (total + 2 * leastWeight);
}

/** The documented scores of one song. */
export function scoreSong(
  match: SongMatch,
  queryWeights: Float32Array,
  commonness: Float32Array,
): SongScores {
  const paragraph = Math.max(
    calibrate(rawParagraph(match, queryWeights, commonness), paragraphMidpoint, paragraphFall),
    calibrate(rawOrder(match, queryWeights, commonness), orderMidpoint, 1, orderWhole),
  );
  const lineEvidence = calibrate(rawLineEvidence(match, commonness), sentenceMidpoint, sentenceFall);
  let sentence = 0;
  for (const similarity of match.rowBest) sentence = Math.max(sentence, similarity);
  return { paragraph, sentence, lineEvidence, combined: Math.max(paragraph, lineEvidence) };
}
