import { describe, expect, it } from 'vitest';
import { spelled } from './spelling.js';

describe('the spelling of notes', () => {
  it.each([
    ['G#:maj', 'F minor', 'Ab:maj'],
    ['A#:min', 'C# major', 'Bb:min'],
    ['A# minor', 'A# minor', 'Bb minor'],
    ['F#:maj', 'D# minor', 'Gb:maj'],
    ['G#:min', 'E major', 'G#:min'],
    ['C#:min', 'B minor', 'C#:min'],
    ['D#:maj', 'C major', 'Eb:maj'],
    ['F#:maj', 'A minor', 'F#:maj'],
    ['F#4', 'G minor', 'F#4'],
    ['A#:maj', 'G major', 'Bb:maj'],
    ['D#:maj', 'D major', 'Eb:maj'],
    ['A#:maj', 'F# major', 'A#:maj'],
    ['A# major', 'A# major', 'Bb major'],
    ['Bb:maj', 'Bb major', 'Bb:maj'],
    ['Bb:maj', 'B major', 'A#:maj'],
    ['F# major', 'F# major', 'F# major'],
    ['B:maj', 'D# minor', 'B:maj'],
    ['C:maj', 'F minor', 'C:maj'],
    ['N', 'F minor', 'N'],
    ['G#:maj', null, 'G#:maj'],
  ])('%s in %s is %s', (name, key, expected) => {
    expect(spelled(name, key)).toBe(expected);
  });
});
