/**
 * Whether the transposition that was found agrees with the keys of the two songs. Notes decide the transposition; a key is
 * estimated for a whole song. Where they contradict each other, the key with the lower confidence is the doubtful one, or the
 * passage stands in another key than its song.
 */
import { keyName, type SongDescription, type SongKey } from '../../../music/song-description.js';
import { spelled } from '../../../music/spelling.js';

export interface KeyAgreement {
  /** Spelled; null where no key was found. */
  readonly original: string | null;
  readonly comparison: string | null;
  /** Semitones from the original to the comparison, −5 … 6. */
  readonly transposition: number;
  /** The original's key moved by the transposition, spelled. */
  readonly expected: string | null;
  /** Null where a key is missing, so that nothing can contradict. */
  readonly agrees: boolean | null;
  /** Of contradicting keys the one with less confidence. */
  readonly doubtful: 'original' | 'comparison' | null;
  /** As they were found. */
  readonly found: readonly [original: SongKey | null, comparison: SongKey | null];
}

/** The tonic of the major key with the same signature. */
const signatureOf = ({ tonic, mode }: SongKey): number => (mode === 'major' ? tonic : tonic + 3) % 12;

/** `C major`, `Bb minor`: a song's key as its own scale spells it; null where none was found. */
export function spelledKey(key: SongKey | null): string | null {
  return key && spelled(keyName(key), keyName(key));
}

/** Relative keys (C major, A minor) have the same notes, so that they agree. */
export function keyAgreement(
  { key: a }: Pick<SongDescription, 'key'>,
  { key: b }: Pick<SongDescription, 'key'>,
  transposition: number,
): KeyAgreement {
  const moved = a && { ...a, tonic: (a.tonic + transposition + 12) % 12 };
  const agrees = moved && b ? signatureOf(moved) === signatureOf(b) : null;
  const doubtful = agrees === false ? (a!.confidence < b!.confidence ? 'original' : 'comparison') : null;
  return {
    original: spelledKey(a),
    comparison: spelledKey(b),
    transposition,
    expected: spelledKey(moved),
    agrees,
    doubtful,
    found: [a, b],
  };
}

/** The same two songs at another transposition: a run need not lie in the one that decides. */
export function movedBy({ found: [a, b] }: KeyAgreement, transposition: number): KeyAgreement {
  return keyAgreement({ key: a }, { key: b }, transposition);
}

/** One sentence for a reader; null where the keys agree or one is missing. */
export function keyDoubt({
  original,
  comparison,
  expected,
  doubtful,
  transposition,
}: KeyAgreement): string | null {
  if (doubtful === null) return null;
  const semitones = Math.abs(transposition);
  const moved =
    semitones === 0
      ? 'have the same pitches in both songs'
      : `lie ${semitones} semitone${semitones === 1 ? '' : 's'} ${transposition > 0 ? 'higher' : 'lower'} in the second song, octaves aside`;
  const which = doubtful === 'original' ? `first song’s, ${original}` : `second song’s, ${comparison}`;
  return `The matching notes ${moved}, which leads from ${original} to ${expected}, not to ${comparison}. One of the two keys is doubtful, more likely the ${which}; or the passage stands in another key than its song.`;
}
