/** The evidence counted in bars of three beats and of two or four, and at half or twice a count's tempo. */
import {
  type BarCosts,
  type BarCount,
  type BarEvidence,
  countBars,
  type TempoRange,
  usualTempi,
} from './bar-pointer.js';
import { medianInterval } from './median-interval.js';
import type { PlacedBeats } from './rhythm.js';

export interface MetreCount extends BarCount {
  readonly meter: 3 | 4;
  readonly beatsInBar: number;
}

export interface MetreCounts {
  readonly three: MetreCount;
  /** Bars of four, or of two counted in pairs. */
  readonly four: MetreCount;
}

/** At `tempi` that may be the song's. Null where there is nothing to count. */
export function metreCounts(
  evidence: BarEvidence,
  costs: BarCosts,
  tempi: TempoRange = usualTempi,
): MetreCounts | null {
  const three = countIn(3, evidence, costs, tempi);
  const four = countIn(4, evidence, costs, tempi);
  return three && four && { three, four };
}

/**
 * The count in the same metre at `ratio` of the tempo, to half an octave: no song goes on at half its tempo and back. Null where no such
 * tempo is tried.
 */
export function countAtLevel(
  count: MetreCount,
  ratio: 0.5 | 1 | 2,
  evidence: BarEvidence,
  costs: BarCosts,
): MetreCount | null {
  const bpm = (ratio * 60 * evidence.framesPerSecond) / medianInterval(count.beatFrames);
  if (!(bpm >= usualTempi.slowestBpm && bpm <= usualTempi.fastestBpm)) return null;
  return countIn(count.meter, evidence, costs, tempiAround(bpm));
}

/** Half an octave to either side. */
export function tempiAround(bpm: number): TempoRange {
  return { slowestBpm: bpm * Math.SQRT1_2, fastestBpm: bpm * Math.SQRT2 };
}

function countIn(meter: 3 | 4, evidence: BarEvidence, costs: BarCosts, tempi: TempoRange): MetreCount | null {
  const counts = (meter === 3 ? [3] : [2, 4]).flatMap((beatsInBar): MetreCount[] => {
    const count = countBars(evidence, beatsInBar, costs, tempi);
    return count === null ? [] : [{ ...count, meter, beatsInBar }];
  });
  const [first, second] = counts;
  if (first === undefined) return null;
  return second === undefined || first.score > second.score ? first : second;
}

/** `from`: the frame at which the evidence begins. */
export function placedBeats(count: MetreCount, evidence: BarEvidence, from: number): PlacedBeats {
  return {
    beatFrames: count.beatFrames.map((frame) => from + peakNear(evidence, frame)),
    downbeats: count.beatsInBar === 2 ? pairedBars(count, evidence) : count.downbeats,
    meter: count.meter,
  };
}

/** Of bars of two every other one, of the two ways the one whose first beats look more like it. */
function pairedBars({ beatFrames, downbeats }: BarCount, { beat, downbeat }: BarEvidence): number[] {
  const sums = [0, 0];
  for (const [bar, first] of downbeats.entries()) {
    const frame = beatFrames[first]!;
    sums[bar % 2]! += downbeat[frame]! - beat[frame]!;
  }
  const odd = Number(sums[1]! > sums[0]!);
  return downbeats.filter((_, bar) => bar % 2 === odd);
}

/** The frame where a beat is likeliest, to a fraction, where the evidence has its peak next to the counted one. */
function peakNear({ beat, downbeat }: BarEvidence, frame: number): number {
  const value = (at: number): number => Math.max(beat[at] ?? -9, downbeat[at] ?? -9);
  let peak = frame;
  for (const at of [frame - 2, frame - 1, frame + 1, frame + 2]) if (value(at) > value(peak)) peak = at;
  const [below, at, above] = [value(peak - 1), value(peak), value(peak + 1)];
  const curvature = below - 2 * at + above;
  return curvature < 0 ? peak + Math.max(-0.5, Math.min(0.5, (0.5 * (below - above)) / curvature)) : peak;
}
