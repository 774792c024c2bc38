/**
 * A melody as 16-bit codes that neither key nor tempo changes, in the order of time: what a search scans before
 * anything is aligned. Each note yields up to two codes: the last four intervals between different pitches (repeated
 * notes do not count: words repeat notes), and the last three intervals with their change of duration.
 */
import type { MelodySequence } from './sequence.js';

/** Codes from here on mean chords (music/harmony/chord-codes.ts), so that each kind has its own rarity. */
export const firstChordCode = 57_344;

/** Ends a line; no n-gram has this code. */
export const lineEndCode = 0;

function hash(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b);
  return ((mixed ^ (mixed >>> 16)) >>> 0) % firstChordCode || 1;
}

const clipped = (interval: number): number => Math.min(12, Math.max(-12, interval)) + 12;
const rhythmClass = (change: number): number => (change > 0.4 ? 2 : change < -0.4 ? 0 : 1);

/** The codes of a line; at most two a note. */
export function ngramCodes(line: MelodySequence): number[] {
  const codes: number[] = [];
  const { pitch, rhythm, length } = line;
  const turns: number[] = [];
  for (let index = 0; index < length; index++) {
    if (index === 0 || pitch[index] !== pitch[index - 1]) {
      turns.push(pitch[index]!);
      const last = turns.length - 1;
      if (last >= 4) {
        let key = 0;
        for (let back = 3; back >= 0; back--)
          key = key * 25 + clipped(turns[last - back]! - turns[last - back - 1]!);
        codes.push(hash(key * 2));
      }
    }
    if (index >= 3) {
      let key = 0;
      for (let back = 2; back >= 0; back--) {
        const at = index - back;
        key = key * 25 + clipped(pitch[at]! - pitch[at - 1]!);
        // A note's own change of duration needs the note after it: the last one is left out.
        if (back > 0) key = key * 3 + rhythmClass(rhythm[at]!);
      }
      codes.push(hash(key * 2 + 1));
    }
  }
  return codes;
}
