/** Lays the phonemes of sung words in time: each vowel begins on its note, the consonants before it shorten the note before. */
import { type Phoneme, phonemes } from './phonemes.js';

export interface SungNote {
  readonly startSeconds: number;
  readonly durationSeconds: number;
  /** MIDI number. */
  readonly pitch: number;
}

export interface SungPhoneme {
  readonly phoneme: Phoneme;
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** Shut lips or tongue before a release. */
  readonly isClosure: boolean;
}

/** Shut before the release. */
const closureSeconds = 0.055;
/** Of a note, what its vowel keeps whatever consonants follow. */
const minVowelShare = 0.4;

/**
 * `pronunciation`: ARPAbet of one line, symbols parted by spaces; stress is not read. `notes`: one for each vowel, in order.
 * @throws RangeError where a symbol is unknown or the vowels are not as many as the notes
 */
export function layPhonemes(pronunciation: string, notes: readonly SungNote[]): SungPhoneme[] {
  const sounds = pronunciation.trim().split(/\s+/).map(phonemeOf);
  const vowels = sounds.flatMap(({ isVowel }, at) => (isVowel ? [at] : []));
  if (vowels.length !== notes.length) {
    throw new RangeError(`${vowels.length} vowels cannot be sung to ${notes.length} notes: ${pronunciation}`);
  }
  const laid = before(sounds.slice(0, vowels[0]), notes[0]?.startSeconds ?? 0, Number.POSITIVE_INFINITY);
  for (const [n, { startSeconds, durationSeconds }] of notes.entries()) {
    const following = sounds.slice(vowels[n]! + 1, vowels[n + 1]);
    const endSeconds = startSeconds + durationSeconds;
    const next = Math.min(notes[n + 1]?.startSeconds ?? endSeconds, endSeconds + 0.2);
    const room = (1 - minVowelShare) * (next - startSeconds);
    const consonants = before(following, next, room);
    const vowelEnd = consonants[0]?.startSeconds ?? next;
    laid.push({ phoneme: sounds[vowels[n]!]!, startSeconds, endSeconds: vowelEnd, isClosure: false });
    laid.push(...consonants);
  }
  return laid;
}

function phonemeOf(symbol: string): Phoneme {
  const found = phonemes().get(symbol.replace(/\d$/, ''));
  if (!found) throw new RangeError(`"${symbol}" is no phoneme of the CMU Pronouncing Dictionary.`);
  return found;
}

/** Consonants that end at `endSeconds`, shortened where they take more than `room` seconds. */
function before(sounds: readonly Phoneme[], endSeconds: number, room: number): SungPhoneme[] {
  const parts = sounds.flatMap((phoneme) => [
    ...(phoneme.isClosedBefore ? [{ phoneme, seconds: closureSeconds, isClosure: true }] : []),
    { phoneme, seconds: phoneme.seconds, isClosure: false },
  ]);
  const total = parts.reduce((sum, { seconds }) => sum + seconds, 0);
  const scale = Math.min(1, room / total);
  let at = endSeconds - scale * total;
  return parts.map(({ phoneme, seconds, isClosure }) => {
    const startSeconds = at;
    at += scale * seconds;
    return { phoneme, startSeconds, endSeconds: at, isClosure };
  });
}
