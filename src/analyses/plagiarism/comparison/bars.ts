/** Which bars a passage covers, as a reader of the score counts them. */
import type { SongDescription } from '../../../music/song-description.js';

/** A sixteenth: what ends just after a bar line is not in that bar. */
const graceBeats = 0.25;

/** First and last bar, counted from 1; 0 is what comes before the first bar line (a pickup). */
export function barsOf(
  { downbeats }: Pick<SongDescription, 'downbeats'>,
  startBeat: number,
  beats: number,
): readonly [first: number, last: number] {
  const begun = (beat: number): number => downbeats.filter((downbeat) => downbeat <= beat).length;
  const first = begun(startBeat + graceBeats);
  return [first, Math.max(first, begun(startBeat + beats - graceBeats))];
}

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

/** `bars 5 to 8`, `bar 3`; a pickup is `the pickup`. */
export function barsText([first, last]: readonly [number, number]): string {
  if (last === 0) return 'the pickup';
  if (first === last) return `bar ${first}`;
  return first === 0 ? `the pickup to bar ${last}` : `bars ${first} to ${last}`;
}
