/** Chords in short and in colour, named and shaded as in reports. */
import { chordHue } from '../../../src/evidence-view/chord-shade.js';
import { chordName } from '../../../src/evidence-view/words.js';

/** `C`, `Am`, and `–` for none; `key`: the song's, null where it has none. */
export const chordLabel = (chord: string, key: string | null): string => chordName(chord, key ?? '') || '–';

/** The same chord has the same colour everywhere; fifths apart means near in colour. */
export function chordColor(chord: string): string {
  const hue = chordHue(chord);
  return hue === null ? 'var(--surface-sunken)' : `hsl(${hue.degrees} 60% 50% / ${hue.opacity})`;
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
