/** The same chord has the same colour everywhere; chords a fifth apart are near in colour. */
const sharpsAndFlats: Readonly<Record<string, number>> = { '#': 1, b: -1 };
const naturals: Readonly<Record<string, number>> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 };

/** Attributes of an SVG shape; nothing sounds as no colour. */
export function chordShade(chord: string): { fill: string; 'fill-opacity': number } {
  const [, letter, accidental] = /^([A-G])([#b]?)/.exec(chord) ?? [];
  if (letter === undefined) return { fill: 'gray', 'fill-opacity': 0.08 };
  const pitchClass = (naturals[letter]! + (sharpsAndFlats[accidental ?? ''] ?? 0) + 12) % 12;
  return {
    fill: `hsl(${((pitchClass * 7) % 12) * 30}, 60%, 50%)`,
    'fill-opacity': chord.endsWith('min') ? 0.2 : 0.38,
  };
}
