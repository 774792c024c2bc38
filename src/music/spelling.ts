/**
 * Names of notes as musicians write them. Descriptions keep pitch classes by sharps (`A#:maj`); what leaves the program is
 * spelled by its key: F minor has A flat, not G sharp. The spelling is the place on the line of fifths (… B♭ F C G D …) that
 * lies within the key's harmonic chromatic scale: from the lowered second to the raised fourth degree.
 */

/** Places on the line of fifths; C is at 0, F sharp at 6, F flat at −8. */
const letters = ['F', 'C', 'G', 'D', 'A', 'E', 'B'];
const [fFlat, aSharp, bSharp] = [-8, 10, 12];
/** D, in the middle of the notes without accidentals: the nearer to it, the simpler is a name. */
const simplest = 2;

/** From a tonic on the line of fifths to its lowered second, and to its raised fourth. */
const [toLoweredSecond, toRaisedFourth] = [-5, 6];
/** To the seventh degree of a major key, and to the raised one of a minor key. */
const toLeadingNote = 5;
/** A minor key has the signature of the major key three fifths before it. */
const toRelativeMajor = -3;
/** Keys are written with at most this many flats, or with sharps. */
const maxFlats = { major: 5, minor: 6 };

const pitchClassAt = (place: number): number => (((place * 7) % 12) + 12) % 12;

/** Sharps of a place, negative: flats. */
const accidentalsAt = (place: number): number => Math.floor((place + 1) / letters.length);

function nameAt(place: number): string {
  const accidentals = accidentalsAt(place);
  const letter = letters[place + 1 - letters.length * accidentals]!;
  return letter + (accidentals > 0 ? '#' : 'b').repeat(Math.abs(accidentals));
}

/** A name's note and what follows it; null for what names no note. */
function parted(name: string): { pitchClass: number; rest: string } | null {
  const [note, letter, accidental] = /^([A-G])(##?|bb?)?/.exec(name) ?? [];
  if (note === undefined) return null;
  const accidentals = (accidental?.length ?? 0) * (accidental?.startsWith('b') ? -1 : 1);
  const pitchClass = pitchClassAt(letters.indexOf(letter!) - 1 + letters.length * accidentals);
  return { pitchClass, rest: name.slice(note.length) };
}

/** The places of a pitch class with at most two accidentals, F double flat to B double sharp. */
const placesByPitchClass: readonly (readonly number[])[] = Array.from({ length: 12 }, (_, pitchClass) =>
  Array.from({ length: 35 }, (_, index) => index - 15).filter((place) => pitchClassAt(place) === pitchClass),
);
const placesOf = (pitchClass: number): readonly number[] => placesByPitchClass[pitchClass]!;

interface Key {
  /** On the line of fifths. */
  readonly tonic: number;
  readonly isMinor: boolean;
}

/** A key by any of its names (`A# minor`, `Bb minor`), at the place where it is written. */
function keyOf(name: string): Key | null {
  const named = parted(name);
  if (named === null) return null;
  const isMinor = named.rest === ' minor';
  const signature = (place: number): number => place + (isMinor ? toRelativeMajor : 0);
  const flats = maxFlats[isMinor ? 'minor' : 'major'];
  return { tonic: placesOf(named.pitchClass).find((place) => signature(place) >= -flats)!, isMinor };
}

/** A double accidental stands only where the key needs it: the leading note of G sharp minor is F double sharp. */
function isNoteOf({ tonic, isMinor }: Key, place: number): boolean {
  if (place < tonic + toLoweredSecond || place > tonic + toRaisedFourth) return false;
  return (place >= fFlat && place <= bSharp) || (isMinor && place === tonic + toLeadingNote);
}

/** E sharp and B sharp are roots only where the scale has them: the third of a major chord would be a double sharp. */
function isRootOf(key: Key, place: number): boolean {
  if (!isNoteOf(key, place)) return false;
  const relative = key.tonic + (key.isMinor ? toRelativeMajor : 0);
  return place <= aSharp || place <= relative + toLeadingNote;
}

function placeOf(pitchClass: number, key: Key, isChord: boolean): number {
  const places = placesOf(pitchClass);
  return (
    places.find((place) => (isChord ? isRootOf : isNoteOf)(key, place)) ??
    places.reduce((best, one) => (Math.abs(one - simplest) < Math.abs(best - simplest) ? one : best))
  );
}

/**
 * `name`: of a note, a chord (`G#:maj`) or a key (`A# minor`), whose note it spells for `key`, a key's name in any spelling;
 * null: as it is.
 */
export function spelled(name: string, key: string | null): string {
  const named = parted(name);
  const found = key === null ? null : keyOf(key);
  if (named === null || found === null) return name;
  return nameAt(placeOf(named.pitchClass, found, named.rest.startsWith(':'))) + named.rest;
}

/** `Bb4` of a MIDI pitch, by sharps without a key. An octave begins at its C, however that is spelled: B♯3 is C4. */
export function spelledPitch(midi: number, key: string | null): string {
  const pitch = Math.round(midi);
  const pitchClass = ((pitch % 12) + 12) % 12;
  const found = key === null ? null : keyOf(key);
  const place =
    found === null
      ? placesOf(pitchClass).find((one) => one >= -1 && one <= aSharp)!
      : placeOf(pitchClass, found, false);
  return `${nameAt(place)}${Math.floor((pitch - accidentalsAt(place)) / 12) - 1}`;
}
