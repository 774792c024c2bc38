import { describe, expect, it } from 'vitest';
import type { SongNote } from '../../song-description.js';
import { surprisal } from '../surprisal.js';
import { backwardNotes, movingNotes } from './moving-notes.js';

const line = (pitches: readonly number[], durationBeats = 1): SongNote[] =>
  pitches.map((midiPitch, onsetBeats) => ({ onsetBeats, durationBeats, midiPitch, salience: 1 }));

describe('the notes of a line that move', () => {
  it('are those that go to another pitch: a repeated note says nothing of where a melody goes', () => {
    const { startBeats, pitchClass } = movingNotes(line([60, 60, 62, 62, 62, 67, 60]));
    expect([...startBeats]).toEqual([0, 2, 5, 6]);
    expect([...pitchClass]).toEqual([0, 2, 7, 0]);
  });

  it('are none that go an octave up or down, and leaps are as rare as within an octave', () => {
    const steps = [60, 62, 64, 65, 67, 65, 64, 62, 60];
    const leaps = steps.map((pitch, at) => pitch + (at % 2 === 0 ? 0 : 12));
    expect([...movingNotes(line(leaps)).surprise]).toEqual([...movingNotes(line(steps)).surprise]);
    expect(movingNotes(line([60, 72, 60, 48])).length).toBe(1);
  });

  it('last until they end, or the next note begins', () => {
    expect([...movingNotes(line([60, 62, 64], 0.5)).lengthBeats].map((beats) => beats < 1)).toEqual([
      true,
      true,
      true,
    ]);
    expect([...movingNotes(line([60, 62, 64], 3)).lengthBeats]).toEqual([1, 1, 3]);
  });

  it('are lengthened by a quarter and a tenth of a beat, and last a quarter of a beat at least and four beats at most', () => {
    const lengthOf = (durationBeats: number, spanBeats: number): number => {
      const next = { onsetBeats: spanBeats, durationBeats: 1, midiPitch: 62, salience: 1 };
      return movingNotes([{ ...next, onsetBeats: 0, durationBeats, midiPitch: 60 }, next]).lengthBeats[0]!;
    };
    expect(lengthOf(1, 3)).toBeCloseTo(1.35, 6);
    expect(lengthOf(2, 3)).toBeCloseTo(2.6, 6);
    expect(lengthOf(0.05, 3)).toBe(0.25);
    expect(lengthOf(0.05, 0.1)).toBe(0.25);
    expect(lengthOf(7, 7)).toBe(4);
  });

  it('go by the nearest way to the next pitch class: up to a tritone up or down, in whichever octave that is', () => {
    const fourths = [60, 65, 70, 63, 68, 61, 66];
    const fifths = fourths.map((pitch, at) => (at % 2 === 0 ? pitch : pitch - 12));
    for (const pitches of [fourths, fifths]) {
      const { surprise } = movingNotes(line(pitches));
      const rising = fourths.map((_, at) => 30 + 5 * at);
      expect([...surprise]).toEqual([...surprisal({ length: rising.length, pitch: rising })]);
    }
  });

  it('are new once: where their last four intervals were heard before they say less', () => {
    const verse = [60, 62, 67, 65, 64, 69, 62];
    const { newness } = movingNotes(line([...verse, ...verse, ...verse]));
    expect([...newness.subarray(0, 7)]).toEqual(verse.map(() => 1));
    expect(newness[13]).toBeCloseTo(1 / 4);
    expect(newness[20]).toBeCloseTo(1 / 9);
  });

  it('are the same ones backwards, in the opposite order and each as long', () => {
    const notes = movingNotes(line([60, 62, 67, 65], 0.5));
    const turned = backwardNotes(notes);
    expect([...turned.pitchClass]).toEqual([...notes.pitchClass].reverse());
    expect([...turned.lengthBeats]).toEqual([...notes.lengthBeats].reverse());
    expect(notes.surprise[3]).not.toBe(notes.surprise[0]);
    expect([...turned.surprise]).toEqual([...notes.surprise].reverse());
    const verse = movingNotes(line([60, 62, 67, 65, 64, 69, 60, 62, 67, 65, 64]));
    expect(verse.newness[10]).toBe(1 / 4);
    expect([...backwardNotes(verse).newness]).toEqual([...verse.newness].reverse());
    expect(turned.startBeats[0]).toBe(0);
    expect([...turned.startBeats].every((start, at, all) => at === 0 || start > all[at - 1]!)).toBe(true);
    for (const [at, start] of backwardNotes(turned).startBeats.entries())
      expect(start).toBeCloseTo(notes.startBeats[at]!, 5);
  });
});
