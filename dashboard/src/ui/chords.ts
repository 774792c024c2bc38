/** Chords in short and in colour. */

const pitchClasses = ['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B'];

const flats: Readonly<Record<string, string>> = {
  'C#': 'Db',
  'D#': 'Eb',
  'F#': 'Gb',
  'G#': 'Ab',
  'A#': 'Bb',
};
const flatKeys = /^((F|A#|D#|G#|C#) major|(D|G|C|F|A#|D#) minor)$/;
const plainKeys = /^(C major|A minor)$/;

/** Results name all notes with sharps; a note, chord or key as the song's key writes it. */
function spelled(name: string, key: string | null): string {
  const note = name.slice(0, 2);
  const isFlat = flatKeys.test(key ?? '') || (plainKeys.test(key ?? '') && !['C#', 'F#'].includes(note));
  return isFlat && note in flats ? `${flats[note]}${name.slice(2)}` : name;
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
  const root = pitchClasses.indexOf(chord.split(':')[0] ?? '');
  return root < 0
    ? 'var(--surface-sunken)'
    : `hsl(${((root * 7) % 12) * 30} 60% 50% / ${chord.endsWith('min') ? 0.2 : 0.38})`;
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
