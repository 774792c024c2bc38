/** The beat grid over a whole recording: what the tracker found, carried on to the first and the last sound. */

export interface BeatGrid {
  /** Seconds, rising. */
  readonly beats: readonly number[];
  /** Indexes into `beats`, rising. */
  readonly downbeats: readonly number[];
}

/** Adds beats at the outermost pace until the grid covers 0 … durationSeconds, and bars in step with them. */
export function coverSong(
  beats: readonly number[],
  downbeats: readonly number[],
  meter: number,
  durationSeconds: number,
): BeatGrid {
  if (beats.length < 2) return { beats: [], downbeats: [] };
  const before: number[] = [];
  const firstStep = typicalStep(beats, 0);
  for (let time = beats[0]! - firstStep; time > -firstStep / 2; time -= firstStep)
    before.push(Math.max(0, time));
  before.reverse();
  const after: number[] = [];
  const lastStep = typicalStep(beats, Math.max(0, beats.length - 9));
  for (let time = beats.at(-1)! + lastStep; time < durationSeconds + lastStep; time += lastStep)
    after.push(time);
  const moved = downbeats.map((index) => index + before.length);
  const total = before.length + beats.length + after.length;
  const first = moved[0];
  const last = moved.at(-1);
  if (first === undefined || last === undefined)
    return { beats: [...before, ...beats, ...after], downbeats: [] };
  const leading: number[] = [];
  for (let index = first - meter; index >= 0; index -= meter) leading.push(index);
  const trailing: number[] = [];
  for (let index = last + meter; index < total; index += meter) trailing.push(index);
  return { beats: [...before, ...beats, ...after], downbeats: [...leading.reverse(), ...moved, ...trailing] };
}

/** Median of the eight intervals from `from`. */
function typicalStep(beats: readonly number[], from: number): number {
  const steps = beats.slice(from + 1, from + 9).map((time, i) => time - beats[from + i]!);
  return Math.max(0.05, steps.sort((a, b) => a - b)[steps.length >> 1] ?? 0.5);
}
