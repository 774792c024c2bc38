/** Which bars of a description are shown, and how many beats they have: in the terminal and in the dashboard the same. */

/** Below it a downbeat stands at the song's end: both are rounded to the millisecond where they are stored. */
const roundingSeconds = 0.0015;
/** Shorter recordings get no beats: the describer's own limit (music/song-description.ts), whose room stands apart. */
export const minBeatSeconds = 3;

interface BarredSong {
  /** Seconds. */
  readonly beats: readonly number[];
  /** Places in `beats`. */
  readonly downbeats: readonly number[];
  /** 3 or 4: bars of two beats, as in 6/8, are halves of four. */
  readonly meter: number;
}

/**
 * Beats a bar where a passage lies: of the bars that most of its beats are in, of equally many those of the song's metre; of the whole song where
 * nothing else is asked. The last bar is taken to be as long as the one before it, a song's only bar to be one of its metre.
 */
export function beatsABar(
  { beats, downbeats, meter }: BarredSong,
  startBeat = 0,
  length = beats.length,
): number {
  const shares = new Map<number, number>();
  const end = startBeat + length;
  for (const [bar, from] of downbeats.entries()) {
    const until = downbeats[bar + 1] ?? from + (bar > 0 ? from - downbeats[bar - 1]! : meter);
    const inside = Math.min(end, until) - Math.max(startBeat, from);
    if (inside > 0) shares.set(until - from, (shares.get(until - from) ?? 0) + inside);
  }
  let most = meter;
  for (const [barBeats, share] of shares) if (share > (shares.get(most) ?? 0)) most = barBeats;
  return most;
}

/** First beats (places in `beats`, which are seconds) of the bars that sound: one at the song's end closes the last bar and begins none. */
export function soundingBars(
  { beats, downbeats }: { readonly beats: readonly number[]; readonly downbeats: readonly number[] },
  endSeconds: number,
): readonly number[] {
  return downbeats.filter((beat) => (beats[beat] ?? endSeconds) < endSeconds - roundingSeconds);
}
