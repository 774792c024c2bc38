import type { TimedNote } from '../scores.js';

/** Rows `start in seconds, pitch in Hz, duration in seconds`, as vocadito has them. */
export function notesInHertz(text: string): TimedNote[] {
  return text
    .split('\n')
    .filter((row) => row.trim() !== '')
    .map((row) => row.split(',').map(Number))
    .map(([start, hertz, seconds]) => ({
      start: start!,
      end: start! + seconds!,
      pitch: 69 + 12 * Math.log2(hertz! / 440),
    }));
}
