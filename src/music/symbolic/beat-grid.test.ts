import { describe, expect, it } from 'vitest';
import { beatGrid } from './beat-grid.js';
import { describeMidi } from './describe-midi.js';
import type { MeterChange } from './midi-reader.js';
import { generateMelody, writeMidi } from './test-support/melodies.js';

const tune = generateMelody(5, 60);

describe('bars of a MIDI file', () => {
  it.each([
    // As written; meter, quarters a beat and beats a bar as described.
    [3, 2, 3, 1, 3],
    [3, 3, 3, 0.5, 3],
    [3, 1, 3, 2, 3],
    [6, 2, 3, 1, 6],
    [9, 2, 3, 1, 9],
    [12, 2, 3, 1, 12],
    [6, 1, 3, 2, 6],
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

describe('the last beat', () => {
  it.each([
    ['6/8', 6, 3, 1.5],
    ['12/8', 12, 3, 1.5],
    ['3/8', 3, 3, 0.5],
    ['3/2', 3, 1, 2],
    ['4/4', 4, 2, 1],
  ])('is as long as the others in %s', (_name, numerator, denominatorPower, quarters) => {
    // Three bars of notes on every third of a beat.
    const barQuarters = (4 * numerator) / 2 ** denominatorPower;
    const step = quarters / 3;
    const notes = Array.from({ length: Math.round((3 * barQuarters) / step) }, (_, place) => ({
      onsetBeats: place * step,
      durationBeats: 0.9 * step,
      midiPitch: 60 + (place % 5),
      salience: 1,
    }));
    const song = describeMidi(writeMidi(notes, { bpm: 60, numerator, denominatorPower }));
    const gaps = song.beats.slice(1).map((second, beat) => second - song.beats[beat]!);
    for (const gap of gaps) expect(gap).toBeCloseTo(quarters, 3);
    expect(song.beats).toHaveLength((3 * barQuarters) / quarters + 1);
    expect(song.notes.at(-1)!.onsetBeats).toBeCloseTo((3 * barQuarters) / quarters - 1 / 3, 2);
  });
});

describe('the first bar line', () => {
  /** Changes as quarters from the start, numerator and denominator. */
  const downbeatsOf = (...changes: readonly (readonly [number, number, number])[]): readonly number[] =>
    beatGrid({
      ticksPerQuarter: 480,
      tempos: [],
      trackNames: [''],
      meters: changes.map(
        ([quarters, numerator, denominator]): MeterChange => ({
          tick: quarters * 480,
          numerator,
          denominator,
        }),
      ),
      notes: Array.from({ length: 24 }, (_, place) => ({
        startTick: place * 480,
        endTick: place * 480 + 400,
        pitch: 60,
        velocity: 90,
        channel: 0,
        track: 0,
        program: 0,
      })),
    }).downbeats.slice(0, 3);

  it('comes after a pickup: a bar of its own meter that is shorter than those that follow', () => {
    expect(downbeatsOf([0, 1, 4], [1, 4, 4])).toEqual([1, 5, 9]);
    expect(downbeatsOf([0, 1, 8], [0.5, 4, 4])).toEqual([1, 5, 9]);
    expect(downbeatsOf([0, 2, 4], [2, 3, 4])).toEqual([2, 5, 8]);
    expect(downbeatsOf([0, 4, 4], [1, 4, 4])).toEqual([1, 5, 9]);
    expect(downbeatsOf([0, 3, 4], [3, 6, 4])).toEqual([3, 9, 15]);
  });

  it('begins a song whose first bar is whole', () => {
    expect(downbeatsOf([0, 4, 4])).toEqual([0, 4, 8]);
    expect(downbeatsOf([0, 4, 4], [4, 3, 4])).toEqual([0, 4, 7]);
    expect(downbeatsOf([0, 6, 4])).toEqual([0, 6, 12]);
    expect(downbeatsOf([0, 6, 4], [6, 3, 4])).toEqual([0, 6, 9]);
    expect(downbeatsOf([0, 2, 4], [8, 4, 4])).toEqual([0, 2, 4]);
    expect(downbeatsOf([0, 1, 4], [40, 4, 4])).toEqual([0, 1, 2]);
    expect(downbeatsOf([2, 4, 4])).toEqual([0, 2, 6]);
  });
});
