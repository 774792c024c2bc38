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
    ['F#4', 'G minor', 'Gb4'],
    ['C:maj', 'F minor', 'C:maj'],
    ['N', 'F minor', 'N'],
    ['G#:maj', null, 'G#:maj'],
  ])('%s in %s is %s', (name, key, expected) => {
    expect(spelled(name, key)).toBe(expected);
  });
});
