/** The same chord has the same colour everywhere; chords a fifth apart are near in colour. */
const sharpsAndFlats: Readonly<Record<string, number>> = { '#': 1, b: -1 };
const naturals: Readonly<Record<string, number>> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 };

/** Degrees on the colour circle, and how much it covers (0 … 1): minor chords are lighter. Null where nothing sounds. */
export function chordHue(chord: string): { degrees: number; opacity: number } | null {
  const [, letter, accidental] = /^([A-G])([#b]?)/.exec(chord) ?? [];
  if (letter === undefined) return null;
  const pitchClass = (naturals[letter]! + (sharpsAndFlats[accidental ?? ''] ?? 0) + 12) % 12;
  return { degrees: ((pitchClass * 7) % 12) * 30, opacity: chord.endsWith('min') ? 0.2 : 0.38 };
}

/** Attributes of an SVG shape. */
export function chordShade(chord: string): { fill: string; 'fill-opacity': number } {
  const hue = chordHue(chord);
  return hue === null
    ? { fill: 'gray', 'fill-opacity': 0.08 }
    : { fill: `hsl(${hue.degrees}, 60%, 50%)`, 'fill-opacity': hue.opacity };
}
