/** Beats of a bar, of which descriptions hold the first ones. The last bar is as long as the one before it; undefined of a song's only bar. */
export function lengthOfBar(downbeats: readonly number[], bar: number): number | undefined {
  const from = Math.min(bar, downbeats.length - 2);
  return from < 0 ? undefined : downbeats[from + 1]! - downbeats[from]!;
}
