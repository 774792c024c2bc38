/** Chords in short and in colour. */

/** Names by their place on the line of fifths, G flat to A sharp; C is at `placeOfC`. */
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
const maxFlats = { major: 5, minor: 6 };

/** 0 … 11, the places of its names on the line of fifths, and what follows the note; null for what names none. */
function parted(name: string): { pitchClass: number; places: number[]; rest: string } | null {
  const note = /^[A-G][#b]?/.exec(name)?.[0] ?? '';
  const place = fifths.indexOf(note);
  if (place < 0) return null;
  const places = [...fifths.keys()].filter((other) => (other - place) % 12 === 0);
  return { pitchClass: ((((place - placeOfC) * 7) % 12) + 12) % 12, places, rest: name.slice(note.length) };
}

/**
 * A note, chord or key as the song's key writes it, by its place on the line of fifths within the key's harmonic chromatic
 * scale (as src/music/spelling.ts; a test compares them). Results of earlier versions name all notes with sharps.
 */
function spelled(name: string, key: string | null): string {
  const named = parted(name);
  const tonic = parted(key ?? '');
  if (!named || !tonic) return name;
  const isMinor = tonic.rest === ' minor';
  const signature = (place: number): number => place - placeOfC - (isMinor ? 3 : 0);
  const home =
    tonic.places.find((place) => signature(place) >= -maxFlats[isMinor ? 'minor' : 'major']) ??
    tonic.places[0]!;
  const inScale = named.places.find((place) => place >= home - 5 && place <= home + 6);
  const nearest = named.places.reduce((best, one) =>
    Math.abs(one - home) < Math.abs(best - home) ? one : best,
  );
  return fifths[inScale ?? nearest]! + named.rest;
}

/** `C`, `Am`, and `–` for none; `key`: the song's, null where it has none. */
export function chordLabel(chord: string, key: string | null): string {
  if (chord === 'N' || chord === '') return '–';
  return spelled(chord, key).replace(':maj', '').replace(':min', 'm');
}

/** `Bb minor` for `A# minor`. */
export function keyLabel(key: string): string {
  return spelled(key, key);
}

/** The same chord has the same colour everywhere; fifths apart means near in colour. */
export function chordColor(chord: string): string {
  const named = parted(chord);
  return named === null
    ? 'var(--surface-sunken)'
    : `hsl(${((named.pitchClass * 7) % 12) * 30} 60% 50% / ${chord.endsWith('min') ? 0.2 : 0.38})`;
}

export interface ChordRun {
  chord: string;
  /** The beat at which it begins. */
  from: number;
  beats: number;
}

/** One entry for each stretch of beats with the same chord. */
export function chordRuns(chords: readonly string[]): ChordRun[] {
  const runs: ChordRun[] = [];
  for (const [beat, chord] of chords.entries()) {
    const last = runs.at(-1);
    if (last?.chord === chord) last.beats++;
    else runs.push({ chord, from: beat, beats: 1 });
  }
  return runs;
}
