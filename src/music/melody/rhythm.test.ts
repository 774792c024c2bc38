import { describe, expect, it } from 'vitest';
import { generateMelody } from '../symbolic/test-support/melodies.js';
import { prepareLine } from './evidence.js';
import { rhythmBits } from './rhythm.js';

describe('bits of rhythm', () => {
  const tune = generateMelody(21, 40);

  it('are many for the rhythm of one tune with the notes of another, at any tempo', () => {
    const notes = generateMelody(77, 40);
    const setAnew = tune.map((note, index) => ({ ...note, midiPitch: notes[index]!.midiPitch }));
    const slower = setAnew.map((note) => ({
      ...note,
      onsetBeats: 2 * note.onsetBeats,
      durationBeats: 2 * note.durationBeats,
    }));
    const shared = rhythmBits(prepareLine(tune), prepareLine(setAnew));
    expect(shared).toBeGreaterThan(8);
    expect(rhythmBits(prepareLine(tune), prepareLine(slower))).toBeCloseTo(shared, 2);
    for (let seed = 100; seed < 120; seed++)
      expect(rhythmBits(prepareLine(tune), prepareLine(generateMelody(seed, 40)))).toBeLessThan(shared / 2);
  });

  it('are none where all notes are of one length', () => {
    const even = tune.map((note, index) => ({ ...note, onsetBeats: index, durationBeats: 1 }));
    expect(rhythmBits(prepareLine(even), prepareLine(even))).toBeCloseTo(0, 1);
  });
});
