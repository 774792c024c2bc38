/**
 * A song's chords as 16-bit codes that neither key nor tempo changes, beside the codes of its melodies (ngram-codes.ts):
 * three changes of chord give one. A loop gives its codes once, however often it turns.
 */
import { mixedBits } from '../../numbers/mixed-bits.js';
import { symbolChange, symbolChanges } from '../alignment/aligned-side.js';
import { firstChordCode } from '../melody/ngram-codes.js';
import type { ChordSequence } from './chord-sequence.js';

const chordCodes = 0x10000 - firstChordCode;
/** A code that was given at most this many chords before is a loop's. */
const rememberedChords = 12;

const hash = (value: number): number => firstChordCode + (mixedBits(value) % chordCodes);

/** At most one code a chord, in the order of time. */
export function chordCodesOf({ chord, length }: ChordSequence): number[] {
  const codes: number[] = [];
  const lastPlace = new Map<number, number>();
  for (let index = 3; index < length; index++) {
    let key = 0;
    for (let back = 2; back >= 0; back--)
      key = key * symbolChanges + symbolChange(chord[index - back - 1]!, chord[index - back]!);
    const code = hash(key);
    const before = lastPlace.get(code);
    lastPlace.set(code, index);
    if (before === undefined || index - before > rememberedChords) codes.push(code);
  }
  return codes;
}
