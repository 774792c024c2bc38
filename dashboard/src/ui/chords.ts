/** Chords in short and in colour. */

const pitchClasses = ['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B'];

/** `C`, `Am`, and `–` for none. */
export function chordLabel(chord: string): string {
  if (chord === 'N' || chord === '') return '–';
  return chord.replace(':maj', '').replace(':min', 'm');
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
