/**
 * From hits to candidate places. A hit says that time t of the query sounds like position p of the catalogue;
 * the hits of a true match lie on one line p = start + scale · t. Clusters of p − t are found first, and a Hough
 * transform over scale and start (Ballard 1981) finds the line in each.
 */
import { findClusters } from './clusters.js';
import type { HitList } from './hits.js';

/** Catalogue units a query unit, within which lines are sought. */
export interface ScaleRange {
  readonly min: number;
  readonly max: number;
}

const anyScale: ScaleRange = { min: 0.9, max: 1.1 };
/** Where the speed is taken to be unchanged: the few hits of a noisy query lie on a line of any other scale by chance too. */
export const keptScale: ScaleRange = { min: 0.995, max: 1.005 };

/** A place of the catalogue where the query may lie. */
export interface VoteCandidate {
  /** Position of the query's time 0, in units. */
  readonly start: number;
  /** Catalogue units a query unit: above 1 where the query is played faster. */
  readonly scale: number;
  readonly votes: number;
  /** Mean position of the supporting hits: it lies within the song that is meant. */
  readonly centre: number;
}

/** At most `limit` places, most votes first. `querySpan` is the query's length in units. */
export function vote(
  hits: HitList,
  querySpan: number,
  limit: number,
  scaleRange: ScaleRange = anyScale,
): VoteCandidate[] {
  const middle = querySpan / 2;
  // As wide as the greatest speed change makes p − t drift over the query.
  const width = Math.max(6, querySpan * (scaleRange.max - scaleRange.min) * 0.5 + 4);
  const hough = new HoughLine(querySpan, width, scaleRange);
  const candidates: VoteCandidate[] = [];
  for (const members of findClusters(hits, middle, width, limit * 2)) {
    const candidate = hough.strongest(hits, members);
    if (candidate) candidates.push(candidate);
  }
  candidates.sort((a, b) => b.votes - a.votes);
  const distinct: VoteCandidate[] = [];
  for (const candidate of candidates) {
    if (distinct.length === limit) break;
    const at = candidate.start + candidate.scale * middle;
    if (!distinct.some((other) => Math.abs(other.start + other.scale * middle - at) < 4))
      distinct.push(candidate);
  }
  return distinct;
}

/** Hits of a cluster side by side. */
interface Members {
  readonly count: number;
  readonly positions: Float64Array;
  readonly times: Float64Array;
  readonly weights: Float32Array;
}

/** Finds the line with the most votes among hits whose p − t differ by at most `width`. */
class HoughLine {
  private readonly scales: number;
  private readonly scaleStep: number;
  private readonly bins: Float32Array;
  private readonly middle: number;

  constructor(
    querySpan: number,
    width: number,
    private readonly scaleRange: ScaleRange,
  ) {
    this.middle = querySpan / 2;
    // Half a per cent, finer where that would blur a long query's ends over more than a unit and a half.
    const wanted = Math.min(0.005, 1.5 / Math.max(1, this.middle));
    this.scales = Math.min(401, Math.ceil((scaleRange.max - scaleRange.min) / wanted) + 1);
    this.scaleStep = (scaleRange.max - scaleRange.min) / (this.scales - 1);
    this.bins = new Float32Array(Math.ceil(3 * width) + 4);
  }

  strongest(hits: HitList, indices: Int32Array): VoteCandidate | null {
    const { bins, middle, scales, scaleStep } = this;
    const members = membersOf(hits, indices);
    const { count, positions, times, weights } = members;
    let lowest = Infinity;
    for (let i = 0; i < count; i++) lowest = Math.min(lowest, positions[i]! - times[i]! + middle);
    const origin = lowest - bins.length / 3;
    const { min } = this.scaleRange;
    let best = 0;
    let start = 0;
    let scale = 1;
    for (let s = 0; s < scales; s++) {
      const candidate = min + s * scaleStep;
      bins.fill(0);
      for (let i = 0; i < count; i++) {
        const bin = Math.floor(positions[i]! - candidate * (times[i]! - middle) - origin);
        if (bin >= 0 && bin < bins.length) bins[bin]! += weights[i]!;
      }
      let [before, own] = [bins[0]!, bins[1]!];
      for (let bin = 1; bin + 1 < bins.length; bin++) {
        const after = bins[bin + 1]!;
        // Times are rounded down to units on both sides, so a line spreads over neighbouring bins.
        const votes = own + 0.7 * (before + after);
        before = own;
        own = after;
        if (votes > best) {
          best = votes;
          scale = candidate;
          start = origin + bin + 0.5 - candidate * middle;
        }
      }
    }
    return best > 0 ? refine(members, start, scale, this.scaleRange) : null;
  }
}

/** Hits of the cluster that is looked at: used again. */
let memory = {
  positions: new Float64Array(1024),
  times: new Float64Array(1024),
  weights: new Float32Array(1024),
};

function membersOf(hits: HitList, indices: Int32Array): Members {
  const count = indices.length;
  if (count > memory.positions.length) {
    memory = {
      positions: new Float64Array(2 * count),
      times: new Float64Array(2 * count),
      weights: new Float32Array(2 * count),
    };
  }
  const { positions, times, weights } = memory;
  for (let i = 0; i < count; i++) {
    const hit = indices[i]!;
    positions[i] = hits.positions[hit]!;
    times[i] = hits.times[hit]!;
    weights[i] = hits.weights[hit]!;
  }
  return { count, positions, times, weights };
}

/** Least squares over the hits near the line, twice; keeps the line where too few support it. */
function refine(
  { count, positions, times, weights }: Members,
  start: number,
  scale: number,
  scaleRange: ScaleRange,
): VoteCandidate {
  let votes = 0;
  let centre = 0;
  for (const halfWidth of [2.5, 2]) {
    let weight = 0;
    let sumT = 0;
    let sumP = 0;
    let sumTT = 0;
    let sumTP = 0;
    for (let i = 0; i < count; i++) {
      const t = times[i]!;
      const residual = positions[i]! - start - scale * t;
      if (Math.abs(residual) > halfWidth) continue;
      const w = weights[i]!;
      weight += w;
      sumT += w * t;
      sumP += w * residual;
      sumTT += w * t * t;
      sumTP += w * t * residual;
    }
    if (weight === 0) break;
    votes = weight;
    const meanT = sumT / weight;
    // Of the line as it is: the refined one may be out of range, and the line is kept then.
    centre = start + scale * meanT;
    const spread = sumTT / weight - meanT * meanT;
    // Hits within two seconds do not fix the scale.
    const slope = spread > 64 ? (sumTP / weight - (meanT * sumP) / weight) / spread : 0;
    const newScale = scale + slope;
    if (newScale < scaleRange.min - 0.01 || newScale > scaleRange.max + 0.01) break;
    start += sumP / weight - slope * meanT;
    scale = newScale;
    centre = start + scale * meanT;
  }
  return { start, scale, votes, centre };
}
