/** The beat grid over a whole recording: what the tracker found, carried on to the first and the last sound. */
import { upperMedian } from '../../numbers/median.js';

export interface BeatGrid {
  /** Seconds, rising. */
  readonly beats: readonly number[];
  /** Indexes into `beats`, rising. */
  readonly downbeats: readonly number[];
}

/**
 * Carries beats on at the outermost pace until they cover `fromSeconds` … `toSeconds` (the first and the last
 * sound), leaves out those that lie a beat or more outside, and keeps bars in step.
 */
export function coverSong(
  beats: readonly number[],
  downbeats: readonly number[],
  meter: number,
  fromSeconds: number,
  toSeconds: number,
): BeatGrid {
  if (beats.length < 2) return { beats: [], downbeats: [] };
  const firstStep = typicalStep(beats, 0);
  const lastStep = typicalStep(beats, Math.max(0, beats.length - 9));
  const before: number[] = [];
  const earliest = Math.max(fromSeconds, firstStep / 2);
  for (let time = beats[0]! - firstStep; time > earliest - firstStep; time -= firstStep)
    before.push(Math.max(0, time));
  before.reverse();
  const after: number[] = [];
  for (let time = beats.at(-1)! + lastStep; time < toSeconds + lastStep; time += lastStep) after.push(time);
  const all = [...before, ...beats, ...after];
  const first = Math.max(
    0,
    all.findLastIndex((time) => time <= fromSeconds + 0.05),
  );
  const last = all.findIndex((time) => time >= toSeconds);
  const kept = all.slice(first, last < 0 ? all.length : last + 1);
  if (kept.length < 2) return { beats: all, downbeats: inStep(downbeats, before.length, meter, all.length) };
  return { beats: kept, downbeats: inStep(downbeats, before.length - first, meter, kept.length) };
}

/** Downbeats moved by `shift` and carried on, bar by bar, over `count` beats. */
function inStep(downbeats: readonly number[], shift: number, meter: number, count: number): number[] {
  const moved = downbeats.map((index) => index + shift).filter((index) => index >= 0 && index < count);
  const anchor = downbeats[0] === undefined ? undefined : (((downbeats[0] + shift) % meter) + meter) % meter;
  const first = moved[0] ?? anchor;
  if (first === undefined) return [];
  const leading: number[] = [];
  for (let index = first - meter; index >= 0; index -= meter) leading.push(index);
  const trailing: number[] = [];
  for (let index = (moved.at(-1) ?? first - meter) + meter; index < count; index += meter)
    trailing.push(index);
  return [...leading.reverse(), ...moved, ...trailing];
}

/** Median of the eight intervals from `from`. */
function typicalStep(beats: readonly number[], from: number): number {
  const steps = beats.slice(from + 1, from + 9).map((time, i) => time - beats[from + i]!);
  return Math.max(0.05, upperMedian(steps) ?? 0.5);
}
