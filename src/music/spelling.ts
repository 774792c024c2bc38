/**
 * Names of notes as musicians write them. Descriptions keep pitch classes by sharps (`A#:maj`); what leaves the program is
 * spelled by its key: F minor has A flat, not G sharp. The spelling is the place on the line of fifths (… B♭ F C G D …) that
 * lies within the key's harmonic chromatic scale: from the lowered second to the raised fourth degree.
 */

/** Names by their place on the line of fifths, G flat to A sharp; C is at `placeOfC`. No double accidentals. */
const fifths = [
  'Gb',
  'Db',
  'Ab',
  'Eb',
  'Bb',
  'F',
  'C',
  'G',
  'D',
  'A',
  'E',
  'B',
  'F#',
  'C#',
  'G#',
  'D#',
  'A#',
];
const placeOfC = fifths.indexOf('C');
/** From a tonic on the line of fifths to its lowered second, and to its raised fourth. */
const [toLoweredSecond, toRaisedFourth] = [-5, 6];
/** A minor key has the signature of the major key three fifths before it. */
const toRelativeMajor = -3;
/** Keys are written with at most this many flats, or with sharps. */
const maxFlats = { major: 5, minor: 6 };

const pitchClassAt = (place: number): number => ((((place - placeOfC) * 7) % 12) + 12) % 12;

/** A name's note and what follows it; null for what names no note. */
function parted(name: string): { pitchClass: number; rest: string } | null {
  const note = /^[A-G][#b]?/.exec(name)?.[0];
  if (note === undefined || !fifths.includes(note)) return null;
  return { pitchClass: pitchClassAt(fifths.indexOf(note)), rest: name.slice(note.length) };
}

/** The places of each pitch class. */
const placesByPitchClass: readonly (readonly number[])[] = Array.from({ length: 12 }, (_, pitchClass) =>
  [...fifths.keys()].filter((place) => pitchClassAt(place) === pitchClass),
);

const placesOf = (pitchClass: number): readonly number[] => placesByPitchClass[pitchClass]!;

/** Where the tonic of a key (`A# minor`, `Bb minor`) lies on the line of fifths. */
function tonicOf(key: string): number | null {
  const named = parted(key);
  if (named === null) return null;
  const isMinor = named.rest === ' minor';
  const places = placesOf(named.pitchClass);
  const signature = (place: number): number => place - placeOfC + (isMinor ? toRelativeMajor : 0);
  return places.find((place) => signature(place) >= -maxFlats[isMinor ? 'minor' : 'major']) ?? places[0]!;
}

/**
 * `name`: of a note, a chord (`G#:maj`) or a key (`A# minor`), whose note it spells for `key`, a key's name in any spelling;
 * null: as it is.
 */
export function spelled(name: string, key: string | null): string {
  const named = parted(name);
  const tonic = key === null ? null : tonicOf(key);
  if (named === null || tonic === null) return name;
  const places = placesOf(named.pitchClass);
  const place = places.find((one) => one >= tonic + toLoweredSecond && one <= tonic + toRaisedFourth);
  const nearest = places.reduce((best, one) => (Math.abs(one - tonic) < Math.abs(best - tonic) ? one : best));
  return fifths[place ?? nearest]! + named.rest;
}
