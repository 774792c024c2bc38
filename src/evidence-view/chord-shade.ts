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

/** The same as `#rrggbb`, read back from such attributes. */
export function chordColour(attributes: Readonly<Record<string, unknown>>): {
  colour: string;
  opacity: number;
} {
  const degrees = /^hsl\((\d+)/.exec(String(attributes.fill))?.[1];
  const opacity = Number(attributes['fill-opacity'] ?? 1);
  if (degrees === undefined) return { colour: '#808080', opacity };
  // Saturation 60 %, lightness 50 %: channels from 20 % to 80 % (CSS Color 4, HSL to RGB).
  const channel = (offset: number): string => {
    const place = (offset + Number(degrees) / 30) % 12;
    const value = 0.5 - 0.3 * Math.max(-1, Math.min(place - 3, 9 - place, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return { colour: `#${channel(0)}${channel(8)}${channel(4)}`, opacity };
}
