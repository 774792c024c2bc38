/** Which bars of a description are shown: in the terminal and in the dashboard the same. */

/** Below it a downbeat stands at the song's end: both are rounded to the millisecond where they are stored. */
const roundingSeconds = 0.0015;
/** Shorter recordings get no beats: the describer's own limit (music/song-description.ts), whose room stands apart. */
export const minBeatSeconds = 3;

/** First beats (places in `beats`, which are seconds) of the bars that sound: one at the song's end closes the last bar and begins none. */
export function soundingBars(
  { beats, downbeats }: { readonly beats: readonly number[]; readonly downbeats: readonly number[] },
  endSeconds: number,
): readonly number[] {
  return downbeats.filter((beat) => (beats[beat] ?? endSeconds) < endSeconds - roundingSeconds);
}
