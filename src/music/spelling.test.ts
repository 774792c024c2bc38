import { describe, expect, it } from 'vitest';
import { spelled, spelledPitch } from './spelling.js';

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
    ['B:maj', 'D# minor', 'Cb:maj'],
    ['C:maj', 'F minor', 'C:maj'],
    ['N', 'F minor', 'N'],
    ['G#:maj', null, 'G#:maj'],
  ])('%s in %s is %s', (name, key, expected) => {
    expect(spelled(name, key)).toBe(expected);
  });

  const sharps = ['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B'];

  // From each tonic upwards: the scale as a textbook writes it. Keys are those that the program writes for all 24.
  it.each([
    ['C major', 'C D E F G A B'],
    ['C# major', 'Db Eb F Gb Ab Bb C'],
    ['D# major', 'Eb F G Ab Bb C D'],
    ['E major', 'E F# G# A B C# D#'],
    ['F# major', 'F# G# A# B C# D# E#'],
    ['G# major', 'Ab Bb C Db Eb F G'],
    ['B major', 'B C# D# E F# G# A#'],
    ['C# minor', 'C# D# E F# G# A B'],
    ['D# minor', 'Eb F Gb Ab Bb Cb Db'],
    ['F minor', 'F G Ab Bb C Db Eb'],
    ['F# minor', 'F# G# A B C# D E'],
    ['G# minor', 'G# A# B C# D# E F#'],
    ['A# minor', 'Bb C Db Eb F Gb Ab'],
  ])('writes the scale of %s as %s, of notes and of chords', (key, scale) => {
    const steps = key.endsWith('major') ? [0, 2, 4, 5, 7, 9, 11] : [0, 2, 3, 5, 7, 8, 10];
    const tonic = sharps.indexOf(key.split(' ')[0]!);
    const names = steps.map((step) => sharps[(tonic + step) % 12]!);
    expect(names.map((name) => spelled(name, key)).join(' ')).toBe(scale);
    const chords = names.map((name) => spelled(`${name}:min`, key).replace(':min', ''));
    expect(chords.join(' ')).toBe(scale);
  });

  it.each([
    ['leading notes of minor keys', 'C', 'C# minor', 'B#'],
    ['leading notes of minor keys', 'F', 'F# minor', 'E#'],
    ['a leading note that needs a double sharp', 'G', 'G# minor', 'F##'],
    ['a raised fourth', 'C', 'F# major', 'B#'],
    ['a raised fourth', 'F', 'B major', 'E#'],
    ['a raised fourth that would need a double sharp', 'D', 'G# minor', 'D'],
    ['a lowered second that would need a double flat', 'D', 'C# major', 'D'],
    ['a lowered sixth that would need a double flat', 'A', 'C# major', 'A'],
    ['a lowered third', 'B', 'G# major', 'Cb'],
    ['a chord on the raised fourth, whose third would be a double sharp', 'C:maj', 'F# major', 'C:maj'],
    ['a chord on a leading note that the key signature has not', 'G:min', 'G# minor', 'G:min'],
    ['a major chord on the lowered third', 'B:maj', 'G# major', 'Cb:maj'],
    ['names with every accidental', 'F##', 'G major', 'G'],
    ['names with every accidental', 'Cbb', 'F major', 'Bb'],
  ])('of %s: %s in %s is %s', (_what, name, key, expected) => {
    expect(spelled(name, key)).toBe(expected);
  });

  it('uses twelve names for twelve notes in every key, and spells what is spelled the same again', () => {
    for (const key of sharps.flatMap((tonic) => [`${tonic} major`, `${tonic} minor`])) {
      for (const quality of ['', ':maj', ':min']) {
        const names = sharps.map((name) => spelled(name + quality, key));
        expect(new Set(names).size).toBe(12);
        expect(names.map((name) => spelled(name, spelled(key, key)))).toEqual(names);
      }
    }
  });
});

describe('the octave of a pitch', () => {
  it.each<[number, string | null, string]>([
    [60, null, 'C4'],
    [70, null, 'A#4'],
    [65, 'F# major', 'E#4'],
    [60, 'F# major', 'B#3'],
    [60, 'C# minor', 'B#3'],
    [61, 'C# minor', 'C#4'],
    [59, 'D# minor', 'Cb4'],
    [71, 'D# minor', 'Cb5'],
    [67, 'G# minor', 'F##4'],
    [59, 'C major', 'B3'],
    [0, null, 'C-1'],
    [59.6, 'C major', 'C4'],
  ])('%s in %s is %s', (midi, key, expected) => {
    expect(spelledPitch(midi, key)).toBe(expected);
  });
});
