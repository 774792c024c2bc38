/**
 * A melody as 16-bit codes that neither key nor tempo changes, in the order of time: what a search scans before
 * anything is aligned. Each note yields up to two codes: the last four intervals between different pitches (repeated
 * notes do not count: words repeat notes), and the last three intervals with their change of duration.
 */
import { mixedBits } from '../../numbers/mixed-bits.js';
import type { MelodySequence } from './sequence.js';

/** Codes from here on mean chords (music/harmony/chord-codes.ts), so that each kind has its own rarity. */
export const firstChordCode = 57_344;

/** Ends a line; no n-gram has this code. */
export const lineEndCode = 0;

const hash = (value: number): number => mixedBits(value) % firstChordCode || 1;

const clipped = (interval: number): number => Math.min(12, Math.max(-12, interval)) + 12;
const rhythmClass = (change: number): number => (change > 0.4 ? 2 : change < -0.4 ? 0 : 1);

/** The code of four intervals between five different pitches in a row. */
function pitchCode(turns: readonly number[]): number {
  let key = 0;
  for (let at = 0; at < 4; at++) key = key * 25 + clipped(turns[at + 1]! - turns[at]!);
  return hash(key * 2);
}

/** The codes of a line; at most two a note. */
export function ngramCodes(line: MelodySequence): number[] {
  const codes: number[] = [];
  const { pitch, rhythm, length } = line;
  const turns: number[] = [];
  for (let index = 0; index < length; index++) {
    if (index === 0 || pitch[index] !== pitch[index - 1]) {
      turns.push(pitch[index]!);
      if (turns.length >= 5) codes.push(pitchCode(turns.slice(-5)));
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

/** Of six different pitches in a row, each of the inner ones may be the one too many. */
const innerTurns = [1, 2, 3, 4];
/** Bits that such a code costs: any of them may be met by chance. */
export const noteLeftOutBits = Math.log2(innerTurns.length);

/**
 * The codes that a line would have without one of its notes: where someone sings a note more than there is (a passing note, a grace
 * note), four intervals in a row are still those of the tune.
 */
export function codesWithoutANote({ pitch, length }: MelodySequence): number[] {
  const codes: number[] = [];
  const turns: number[] = [];
  for (let index = 0; index < length; index++) {
    if (pitch[index] === turns.at(-1)) continue;
    turns.push(pitch[index]!);
    const last = turns.slice(-6);
    if (last.length === 6)
      for (const left of innerTurns) codes.push(pitchCode(last.filter((_, turn) => turn !== left)));
  }
  return codes;
}
