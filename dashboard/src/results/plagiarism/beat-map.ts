/** Where in a segment a moment lies, and back: both songs' segments are laid over each other by their beats. */
import type { RollSide } from './compared-songs.js';

export interface BeatMap {
  /** Whole length of the segment, in seconds of its own song. */
  readonly seconds: number;
  /** 0 … 1: the share of the segment's beats that is over. */
  fractionAt(seconds: number): number;
  secondsAt(fraction: number): number;
}

/** Every note says on which beat and at which second it begins: between two of them the tempo is taken as even. */
export function beatMap(side: RollSide): BeatMap {
  const marks: Array<readonly [fraction: number, seconds: number]> = [[0, side.startSeconds]];
  const inside = side.notes
    .map(({ startBeat, startSeconds }) => [startBeat / side.beats, startSeconds] as const)
    .sort(([a], [b]) => a - b);
  for (const mark of inside) {
    const [fraction, seconds] = marks.at(-1)!;
    if (mark[0] > fraction && mark[1] > seconds && mark[0] < 1 && mark[1] < side.endSeconds) marks.push(mark);
  }
  marks.push([1, Math.max(side.endSeconds, side.startSeconds + 0.001)]);
  return {
    seconds: side.endSeconds - side.startSeconds,
    fractionAt: (seconds) => between(marks, 1, 0, seconds),
    secondsAt: (fraction) => between(marks, 0, 1, fraction),
  };
}

function between(
  marks: ReadonlyArray<readonly [number, number]>,
  from: 0 | 1,
  to: 0 | 1,
  value: number,
): number {
  let after = 1;
  while (after < marks.length - 1 && marks[after]![from] < value) after++;
  const [left, right] = [marks[after - 1]!, marks[after]!];
  const share = (value - left[from]) / (right[from] - left[from]);
  return left[to] + Math.min(1, Math.max(0, share)) * (right[to] - left[to]);
}
