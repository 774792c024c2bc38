/** The pairs of lines that a result shows. */
import type { LyricQuery } from './query.js';
import { pairWeights } from './song-match.js';

const maxParts = 3;
/** A pair of lines less similar than this is no evidence and is not shown. */
const shownSimilarity = 0.25;

export interface SimilarPart {
  readonly querySentence: string;
  readonly targetSentence: string;
  readonly similarity: number;
  /** How much the pair counts, 0 … 1: low for stock phrases. */
  readonly weight: number;
  /** 1-based line of the submitted text. */
  readonly queryLine: number;
}

/**
 * The best pairs, each line of either side in one pair at most.
 * `similarities`: row-major query lines × `texts`; `commonness`: a factor a query line.
 */
export function similarParts(
  query: LyricQuery,
  texts: readonly string[],
  information: Uint8Array,
  similarities: Float32Array,
  commonness: Float32Array,
): SimilarPart[] {
  const columns = texts.length;
  const weights = pairWeights(similarities, query.information, information);
  const pairs: { row: number; column: number; s: number; weight: number }[] = [];
  for (let row = 0; row < query.lines.length; row++) {
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      const s = similarities[at]!;
      if (s >= shownSimilarity) pairs.push({ row, column, s, weight: weights[at]! * commonness[row]! });
    }
  }
  pairs.sort((a, b) => b.s * b.weight - a.s * a.weight || b.s - a.s);
  const parts: SimilarPart[] = [];
  const usedRows = new Set<number>();
  const usedColumns = new Set<number>();
  for (const { row, column, s, weight } of pairs) {
    if (usedRows.has(row) || usedColumns.has(column)) continue;
    usedRows.add(row);
    usedColumns.add(column);
    parts.push({
      querySentence: query.lines[row]!.text,
      targetSentence: texts[column]!,
      similarity: s,
      weight,
      queryLine: query.lines[row]!.lineNumber,
    });
    if (parts.length === maxParts) break;
  }
  return parts;
}
