/**
 * Whether the transposition that was found agrees with the keys of the two songs. Notes decide the transposition; a key is
 * estimated for a whole song. Where they contradict each other, the doubtful key is the one that the matching passage stands out of, or the one with
 * the lower confidence; or the passage stands in another key than its song.
 */
import { keyName, type SongKey } from '../../../music/song-description.js';
import { spelled } from '../../../music/spelling.js';
import { type KeyedSong, type KeySigns, keySigns, majorness, signatureOf } from './key-signs.js';
import type { MatchingRun } from './runs.js';

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
  /** Of contradicting keys the one whose mode or scale its own notes contradict more, else the one with less confidence. */
  readonly doubtful: 'original' | 'comparison' | null;
  /** As they were found. */
  readonly found: readonly [original: FoundKey | null, comparison: FoundKey | null];
}

interface FoundKey extends SongKey {
  readonly signs: KeySigns;
}

/** Passages that belong to their keys in shares nearer to each other say nothing of which key is doubtful. */
const sameFit = 0.05;

/** `C major`, `Bb minor`: a song's key as its own scale spells it; null where none was found. */
export function spelledKey(key: SongKey | null): string | null {
  return key && spelled(keyName(key), keyName(key));
}

/**
 * Relative keys (C major, A minor) have the same notes, so that they agree, and so do old modes with their notes (D Dorian, found as D minor).
 * Parallel ones (C major, C minor) agree where each passage has the notes of its own: a tune that was taken into the other mode. `run`: what matches.
 */
export function keyAgreement(
  a: KeyedSong,
  b: KeyedSong,
  transposition: number,
  run?: Pick<MatchingRun, 'startA' | 'endA' | 'startB' | 'endB'>,
): KeyAgreement {
  const passageA = run && { startBeat: run.startA, endBeat: run.endA };
  const passageB = run && { startBeat: run.startB, endBeat: run.endB };
  return agreementOf(
    a.key && { ...a.key, signs: keySigns(a, a.key, passageA) },
    b.key && { ...b.key, signs: keySigns(b, b.key, passageB) },
    transposition,
  );
}

function agreementOf(a: FoundKey | null, b: FoundKey | null, transposition: number): KeyAgreement {
  const moved = a && { ...a, tonic: (a.tonic + transposition + 12) % 12 };
  const agrees = a && b ? shareSignature(a, b, transposition) || isModeChanged(a, b, transposition) : null;
  return {
    original: spelledKey(a),
    comparison: spelledKey(b),
    transposition,
    expected: spelledKey(moved),
    agrees,
    doubtful: agrees === false ? doubtfulOf(a!, b!) : null,
    found: [a, b],
  };
}

function shareSignature(a: FoundKey, b: FoundKey, transposition: number): boolean {
  const moved = a.signs.signatures.map((signature) => (signature + transposition + 12) % 12);
  return moved.some((signature) => b.signs.signatures.includes(signature));
}

/** Whether the signatures are those of a major key and its parallel minor, and each passage has the notes of its own. */
function isModeChanged(a: FoundKey, b: FoundKey, transposition: number): boolean {
  const semitones = (signatureOf(b) - signatureOf(a) - transposition + 24) % 12;
  if (semitones !== 3 && semitones !== 9) return false;
  // The tonic of the major key, in each song.
  const tonicB = semitones === 3 ? signatureOf(b) + 9 : signatureOf(b);
  const [inA, inB] = [majorness(a.signs, tonicB - transposition), majorness(b.signs, tonicB)];
  return semitones === 3 ? inA > 0 && inB < 0 : inA < 0 && inB > 0;
}

function doubtfulOf(a: FoundKey, b: FoundKey): 'original' | 'comparison' {
  const [fitA, fitB] = [a.signs.fit, b.signs.fit];
  if (fitA !== null && fitB !== null && Math.abs(fitA - fitB) >= sameFit)
    return fitA < fitB ? 'original' : 'comparison';
  return a.confidence < b.confidence ? 'original' : 'comparison';
}

/** The same two songs at another transposition: a run need not lie in the one that decides. */
export function movedBy({ found: [a, b] }: KeyAgreement, transposition: number): KeyAgreement {
  return agreementOf(a, b, transposition);
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
  const which = doubtful === 'original' ? `first song’s, ${original}` : `second song’s, ${comparison}`;
  const doubt = `One of the two keys is doubtful, more likely the ${which}; or the passage stands in another key than its song.`;
  if (transposition === 0)
    return `The matching notes have the same pitches in both songs, whose keys are ${original} and ${comparison}. ${doubt}`;
  const semitones = Math.abs(transposition);
  const moved = `lie ${semitones} semitone${semitones === 1 ? '' : 's'} ${transposition > 0 ? 'higher' : 'lower'} in the second song, octaves aside`;
  return `The matching notes ${moved}, which leads from ${original} to ${expected}, not to ${comparison}. ${doubt}`;
}
