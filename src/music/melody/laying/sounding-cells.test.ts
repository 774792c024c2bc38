import { describe, expect, it } from 'vitest';
import type { SongNote } from '../../song-description.js';
import { cellsABeat, noPitch, silence, soundingCells } from './sounding-cells.js';

const note = (onsetBeats: number, durationBeats: number, midiPitch: number): SongNote => ({
  onsetBeats,
  durationBeats,
  midiPitch,
  salience: 1,
});

describe('what of a line sounds longest in a stretch', () => {
  const cells = soundingCells([note(0, 1, 60), note(1, 0.25, 62), note(1.25, 0.75, 72), note(3, 1, 67)]);

  it('is the pitch class that sounds for half of it at least, in whatever octave', () => {
    expect(cells.longest(cellsABeat)[0]).toBe(0);
    expect(cells.longest(cellsABeat)[cellsABeat]).toBe(0);
    expect(cells.longest(2)[cellsABeat]).toBe(2);
    expect(cells.longest(cellsABeat)[3 * cellsABeat]).toBe(7);
  });

  it('is silence where mostly nothing sounds, beyond the end too', () => {
    expect(cells.longest(cellsABeat)[2 * cellsABeat]).toBe(silence);
    expect(cells.longest(4 * cellsABeat)[3 * cellsABeat]).toBe(silence);
  });

  it('is none where no pitch class sounds for half of it', () => {
    const restless = soundingCells([60, 61, 62, 63].map((pitch, at) => note(at / 4, 1 / 4, pitch)));
    expect(restless.longest(cellsABeat)[0]).toBe(noPitch);
  });

  it('knows which note sounds in each cell: the later one where two overlap', () => {
    const overlapping = soundingCells([note(0, 2, 60), note(1, 1, 64)]);
    expect([overlapping.noteAt[cellsABeat - 1], overlapping.noteAt[cellsABeat]]).toEqual([0, 1]);
    expect(soundingCells([]).length).toBe(0);
  });
});
