/** What an exact comparison keeps of one song, and how the documented scores follow from it. */
import { calibrate, informationWeight, paragraphMidpoint, sentenceMidpoint } from './scoring.js';

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
}

/** A lyric that says less than one full line is measured as if it said that much: "I love you" matches nothing. */
const leastWeight = 1;

export interface SongScores {
  readonly combined: number;
  readonly paragraph: number;
  readonly sentence: number;
}

/** Reduces a row-major query lines × song lines matrix. */
export function reduceMatrix(
  similarities: Float32Array,
  queryWeights: Float32Array,
  songInformation: Uint8Array,
): SongMatch {
  const rows = queryWeights.length;
  const columns = songInformation.length;
  const match: SongMatch = {
    rowBest: new Float32Array(rows),
    rowWeighted: new Float32Array(rows),
    columnBest: new Float32Array(columns),
    columnPartner: new Uint16Array(columns),
    columnWeight: Float32Array.from(songInformation, informationWeight),
  };
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const s = similarities[row * columns + column]!;
      if (s === 0) continue;
      if (s > match.rowBest[row]!) match.rowBest[row] = s;
      const weighted = s * Math.min(queryWeights[row]!, match.columnWeight[column]!);
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
export function rawSentence(match: SongMatch, commonness: Float32Array): number {
  let best = 0;
  for (let row = 0; row < commonness.length; row++) {
    best = Math.max(best, match.rowWeighted[row]! * commonness[row]!);
  }
  return best;
}

/** The documented scores of one song. */
export function scoreSong(
  match: SongMatch,
  queryWeights: Float32Array,
  commonness: Float32Array,
): SongScores {
  const paragraph = calibrate(rawParagraph(match, queryWeights, commonness), paragraphMidpoint);
  const sentence = calibrate(rawSentence(match, commonness), sentenceMidpoint);
  return { paragraph, sentence, combined: Math.max(paragraph, sentence) };
}
