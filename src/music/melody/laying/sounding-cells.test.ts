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

  it('is the pitch class of just half of it, and none of less than half', () => {
    const halves = soundingCells([note(0, 0.5, 60), note(0.5, 0.25, 62), note(0.75, 0.25, 64)]);
    expect(halves.longest(cellsABeat)[0]).toBe(0);
    const less = soundingCells([note(0, 3 / 8, 60), note(3 / 8, 0.25, 62), note(5 / 8, 3 / 8, 64)]);
    expect(less.longest(cellsABeat)[0]).toBe(noPitch);
  });

  it('is silence only of more than half: where just half is silent, what sounds in the other half counts, if it is one pitch class', () => {
    expect(soundingCells([note(0, 0.5, 60), note(2, 1, 60)]).longest(cellsABeat)[0]).toBe(0);
    expect(soundingCells([note(0, 3 / 8, 60), note(2, 1, 60)]).longest(cellsABeat)[0]).toBe(silence);
    const restless = soundingCells([note(0, 0.25, 60), note(0.25, 0.25, 62), note(2, 1, 60)]);
    expect(restless.longest(cellsABeat)[0]).toBe(noPitch);
  });

  it('is counted anew from every cell on', () => {
    const line = [note(0, 5 / 8, 60), note(5 / 8, 1, 66), note(2.25, 0.5, 71), note(2.75, 2, 65)];
    const cells = soundingCells(line);
    const pitchClasses = [0, 6, 11, 5];
    for (const length of [2, 3, 5, 8, 13, 40])
      for (let from = 0; from < cells.length; from++) {
        const stretch = Array.from({ length }, (_, at) => cells.noteAt[from + at] ?? -1);
        const held = pitchClasses.map((_, index) => stretch.filter((one) => one === index).length);
        const silent = stretch.filter((one) => one < 0).length;
        const found = cells.longest(length)[from]!;
        const longest = Math.max(...held);
        if (2 * longest >= length) expect(held[pitchClasses.indexOf(found)]).toBe(longest);
        else expect(found).toBe(2 * silent > length ? silence : noPitch);
      }
  });

  it('lasts until the next note begins, however long a note is written', () => {
    const tied = soundingCells([note(0, 4, 60), note(1, 0.5, 62), note(3, 1, 64)]);
    const owners = Array.from({ length: 32 }, (_, cell) => tied.noteAt[cell]);
    expect(owners).toEqual([
      ...Array.from({ length: 8 }, () => 0),
      ...Array.from({ length: 4 }, () => 1),
      ...Array.from({ length: 12 }, () => -1),
      ...Array.from({ length: 8 }, () => 2),
    ]);
  });

  it('knows which note sounds in each cell: the later one where two overlap', () => {
    const overlapping = soundingCells([note(0, 2, 60), note(1, 1, 64)]);
    expect([overlapping.noteAt[cellsABeat - 1], overlapping.noteAt[cellsABeat]]).toEqual([0, 1]);
    expect(soundingCells([]).length).toBe(0);
  });
});
