import { describe, expect, it } from 'vitest';
import { notePlanes, planeFramesPerSecond, planeKeys, planeLowestMidi } from './note-planes.js';
import { secondsAsTicks as map, noteInSeconds as noteOf } from './test-support/seconds-as-ticks.js';

const at = (seconds: number, pitch: number): number =>
  Math.floor(seconds * planeFramesPerSecond) * planeKeys + pitch - planeLowestMidi;

describe('the planes of notes', () => {
  it('hold a note where it sounds, and its beginning once', () => {
    const { sounding, begun, frames } = notePlanes([noteOf(1, 0.5, 60)], map);
    expect([
      sounding[at(0.9, 60)],
      sounding[at(1.02, 60)],
      sounding[at(1.4, 60)],
      sounding[at(1.55, 60)],
    ]).toEqual([0, 128, 128, 0]);
    expect(sounding.filter((level) => level > 0).length).toBe(begun.filter((level) => level > 0).length * 11);
    expect(begun[at(1, 60)]).toBe(128);
    expect(frames).toBe(Math.ceil(1.5 * planeFramesPerSecond) + 1);
  });

  it('measure loudness by the mean of the notes, and at most twice that', () => {
    const { begun } = notePlanes([noteOf(0, 1, 60, 20), noteOf(1, 1, 62, 40), noteOf(2, 1, 64, 30)], map);
    expect([begun[at(0, 60)], begun[at(1, 62)], begun[at(2, 64)]]).toEqual([85, 170, 128]);
    const loud = notePlanes(
      [noteOf(0, 1, 60, 127), ...[1, 2, 3].map((start) => noteOf(start, 1, 60, 1))],
      map,
    );
    expect(loud.begun[at(0, 60)]).toBe(255);
  });

  it('show how long a note is, up to two seconds', () => {
    const { length } = notePlanes([noteOf(0, 0.5, 60), noteOf(1, 2, 62), noteOf(4, 5, 64)], map);
    expect([length[at(0.1, 60)], length[at(1.1, 62)], length[at(8, 64)]]).toEqual([128, 255, 255]);
  });

  it('leave out drums and keys beyond the piano', () => {
    const { sounding } = notePlanes(
      [{ ...noteOf(0, 1, 40), channel: 9 }, noteOf(0, 1, 5), noteOf(0, 1, 125), noteOf(0, 1, 60)],
      map,
    );
    const keys = new Set(
      [...sounding.keys()].filter((place) => sounding[place]! > 0).map((place) => place % planeKeys),
    );
    expect([...keys]).toEqual([60 - planeLowestMidi]);
  });

  it('hold a note for twenty seconds at most, however long it is written', () => {
    const { sounding } = notePlanes([noteOf(0, 600, 60)], map);
    expect([sounding[at(19.9, 60)], sounding[at(20.1, 60)]]).toEqual([128, 0]);
  });
});
