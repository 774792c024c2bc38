/** Which rows of two songs lie on the best way through their cells. */
import type { CellNovelty, Similarity } from './chroma-cells.js';
import { similarityStep, similaritySteps } from './tonal-similarity.js';

export interface TonalPoint {
  /** Beats of the two songs that sound similar. */
  readonly a: number;
  readonly b: number;
  /** In spreads, times the lesser novelty of both rows: what the point adds to the score of the way. */
  readonly score: number;
}

/** From where on a cell counts, and how much. */
export interface CellLevel {
  readonly level: number;
  readonly spread: number;
}

/** What a cell loses at the most, in spreads. */
export const worstCell = -3;
/** Cost of a beat that one song has and the other has not. */
export const skipCost = 0.2;

const stop = 0;
const diagonal = 1;
const skipA = 2;
const skipB = 3;

/** The rows on the way of the local alignment that ChromaCells scores. Done once, for the best of the keys: plain. */
export function pointsOf(
  { height, width, values }: Similarity,
  { level, spread }: CellLevel,
  novelty: CellNovelty,
): TonalPoint[] {
  let twoBefore = new Float32Array(width + 1);
  let before = new Float32Array(width + 1);
  let now = new Float32Array(width + 1);
  const moves = new Uint8Array(height * width);
  const earned = new Float32Array(height * width);
  let best = 0;
  let bestAt = -1;
  for (let i = 0; i < height; i++) {
    for (let j = 0; j < width; j++) {
      const similarity = values[i * width + j]!;
      let score = (similarity - level) / spread;
      if (score > 0) {
        const step = similarityStep(similarity);
        const weightA = novelty.a[i * similaritySteps + step]!;
        const weightB = novelty.b[j * similaritySteps + step]!;
        score *= weightA < weightB ? weightA : weightB;
      } else if (score < worstCell) score = worstCell;
      earned[i * width + j] = score;
      let from = before[j]!;
      let move = diagonal;
      if (j > 0 && before[j - 1]! - skipCost > from) {
        from = before[j - 1]! - skipCost;
        move = skipB;
      }
      if (twoBefore[j]! - skipCost > from) {
        from = twoBefore[j]! - skipCost;
        move = skipA;
      }
      const value = from + score;
      now[j + 1] = value > 0 ? value : 0;
      moves[i * width + j] = value > 0 ? move : stop;
      if (value > best) {
        best = value;
        bestAt = i * width + j;
      }
    }
    [twoBefore, before, now] = [before, now, twoBefore];
  }
  const points: TonalPoint[] = [];
  for (let at = bestAt; at >= 0 && moves[at] !== stop; ) {
    const score = earned[at]!;
    if (score > 0) points.push({ a: Math.floor(at / width), b: at % width, score });
    const move = moves[at]!;
    if (at < width || at % width === 0) break;
    at -= width + 1 + (move === skipA ? width : move === skipB ? 1 : 0);
    if (at < 0) break;
  }
  return points.reverse();
}
