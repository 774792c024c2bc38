/**
 * How similar two lines are in rhythm alone. A tune that was taken over with other notes keeps its rhythm, and durations
 * are the second thing that experts compare (Müllensiefen and Pendzich 2009).
 */
import {
  type AlignedSide,
  type AlignmentRules,
  stepsABit,
  stepsAnOctave,
} from '../alignment/aligned-side.js';
import { alignLocally } from '../alignment/local-alignment.js';
import type { PreparedLine } from './evidence.js';

/** All in bits. Equal change of duration; besides, for each octave of change that both make (2 at most). */
const same = 0.15;
const rareChange = 0.5;
/** Another change of duration, and a note too many. */
const other = -1.2;
const gap = 1.2;
/** Changes that differ by less, log2, are equal. */
const equalWithin = 0.3;

/** Notes without pitch. */
const rhythmRules: AlignmentRules = {
  symbols: 1,
  replaced: new Int32Array(1),
  sameRhythmWithin: Math.round(equalWithin * stepsAnOctave),
  otherRhythmBeyond: Math.round(equalWithin * stepsAnOctave),
  otherRhythm: Math.round(other * stepsABit),
  rhythmOfMatchesOnly: false,
};

function withoutPitch({ length, rhythm }: AlignedSide): AlignedSide {
  return {
    length,
    symbol: new Uint8Array(length),
    weight: new Int32Array(length),
    gap: new Int32Array(length).fill(Math.round(gap * stepsABit)),
    rhythm,
    sameRhythm: rhythm.map((change) => {
      const octaves = Math.min(2, Math.abs(change) / stepsAnOctave);
      return Math.round((same + rareChange * octaves) * stepsABit);
    }),
  };
}

/** Bits that the rhythms of two lines share, less those that one shares with the other backwards; may be negative. */
export function rhythmBits(a: PreparedLine, b: PreparedLine): number {
  const own = withoutPitch(a.side);
  const scoreWith = (side: AlignedSide): number =>
    alignLocally(own, withoutPitch(side), rhythmRules, [0], false).score;
  return scoreWith(b.side) - scoreWith(b.backwards());
}
