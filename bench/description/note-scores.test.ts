import { describe, expect, it } from 'vitest';
import { matchedNotes, noteF } from './note-scores.js';

const note = (start: number, pitch: number) => ({ start, end: start + 0.4, pitch });

describe('matched notes', () => {
  it('are those whose onset and pitch are near, each used once', () => {
    const expected = [note(1, 60), note(2, 62), note(3, 64)];
    const found = [note(1.04, 60), note(1.02, 60), note(2.06, 62), note(3, 65)];
    expect(matchedNotes(expected, found)).toEqual({ matched: 1, found: 4, expected: 3 });
    expect(matchedNotes(expected, found, 0.1).matched).toBe(2);
    expect(matchedNotes(expected, found, 0.1, false).matched).toBe(3);
  });

  it('are as many as can be: a note goes to another one where that leaves one for its neighbour', () => {
    const expected = [note(1.05, 60), note(1.1, 60)];
    expect(matchedNotes(expected, [note(1.08, 60), note(1.01, 60)]).matched).toBe(2);
  });

  it('do not know the tuning of a voice, nor its octave', () => {
    const expected = [note(1, 60.4), note(2, 62.4), note(3, 64.3)];
    expect(matchedNotes(expected, [note(1, 48), note(2, 50), note(3, 52)]).matched).toBe(3);
  });

  it('give an F of one where all are matched, and of none without notes', () => {
    expect(noteF([{ matched: 3, found: 3, expected: 3 }])).toBe(1);
    expect(noteF([{ matched: 0, found: 0, expected: 0 }])).toBe(0);
  });
});
