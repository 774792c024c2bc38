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

/** `bars 5 to 8`, `bar 3`; a pickup is `the pickup`. */
export function barsText([first, last]: readonly [number, number]): string {
  if (last === 0) return 'the pickup';
  if (first === last) return `bar ${first}`;
  return first === 0 ? `the pickup to bar ${last}` : `bars ${first} to ${last}`;
}
