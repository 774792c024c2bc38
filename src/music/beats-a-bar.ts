/** How many beats the bars of a song have, as they are written or were found: also two, as in 6/8, or five. */
import type { SongDescription } from './song-description.js';

/**
 * Beats a bar where a passage lies: of the bars that most of its beats are in, of equally many those of the song's metre; of the whole song where
 * nothing else is asked. The last bar is taken to be as long as the one before it, a song's only bar to be one of its metre.
 */
export function beatsABar(
  { beats, downbeats, meter }: Pick<SongDescription, 'beats' | 'downbeats' | 'meter'>,
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
  let most = meter as number;
  for (const [barBeats, share] of shares) if (share > (shares.get(most) ?? 0)) most = barBeats;
  return most;
}
