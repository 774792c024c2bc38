import { describe, expect, it } from 'vitest';
import { describeMidi } from './describe-midi.js';
import { generateMelody, writeMidi } from './test-support/melodies.js';

const tune = generateMelody(5, 60);

describe('bars of a MIDI file', () => {
  it.each([
    // As written; meter, quarters a beat and beats a bar as described.
    [3, 2, 3, 1, 3],
    [3, 3, 3, 0.5, 3],
    [3, 1, 3, 2, 3],
    [6, 2, 3, 1, 3],
    [9, 2, 3, 1, 3],
    [6, 3, 4, 1.5, 2],
    [12, 3, 4, 1.5, 4],
    [9, 3, 3, 1.5, 3],
    [2, 1, 4, 1, 4],
    [4, 1, 4, 2, 4],
    [2, 2, 4, 1, 2],
    [4, 2, 4, 1, 4],
    [5, 2, 4, 1, 5],
  ])('of %i/2^%i are in %i, with beats of %f quarters and bar lines every %i', (...row) => {
    const [numerator, denominatorPower, meter, quarters, bar] = row;
    const song = describeMidi(writeMidi(tune, { bpm: 120, numerator, denominatorPower }));
    expect(song.meter).toBe(meter);
    expect(song.beats[1]).toBeCloseTo(quarters / 2, 6);
    expect(song.downbeats.slice(0, 4)).toEqual([0, bar, 2 * bar, 3 * bar]);
  });
});
