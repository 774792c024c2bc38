import { describe, expect, it } from 'vitest';
import type { SongNote } from '../song-description.js';
import { chordsOfNotes } from './chords-of-notes.js';

const note = (onsetBeats: number, durationBeats: number, midiPitch: number): SongNote => ({
  onsetBeats,
  durationBeats,
  midiPitch,
  salience: 1,
});

describe('chords of notes that are held for many beats', () => {
  it('are those of the same notes struck anew every four beats', () => {
    const beats = 400;
    // A pedal from half a beat on, under triads of 40 beats that begin and end between beats.
    const held = [
      note(0.5, 399.25, 36),
      ...Array.from({ length: 9 }, (_, place) =>
        [0, place % 2 === 0 ? 4 : 3, 7].map((step) =>
          note(40.25 * place, 40, 60 + ((5 * place) % 12) + step),
        ),
      ).flat(),
    ];
    const struck = held.flatMap(({ onsetBeats, durationBeats, midiPitch }) =>
      Array.from({ length: Math.ceil(durationBeats / 4) }, (_, part) =>
        note(onsetBeats + 4 * part, Math.min(4, durationBeats - 4 * part), midiPitch),
      ),
    );
    const chords = chordsOfNotes(held, beats);
    expect(new Set(chords).size).toBeGreaterThan(5);
    expect(chords).toEqual(chordsOfNotes(struck, beats));
  });

  it('end with the grid where the notes go on, and with the notes where it goes on', () => {
    const triad = (from: number, beats: number) => [60, 64, 67].map((pitch) => note(from, beats, pitch));
    expect(chordsOfNotes(triad(0, 1e6), 50)).toEqual(new Array(50).fill('C:maj'));
    expect(chordsOfNotes(triad(10, 40), 60)).toEqual([
      ...new Array(10).fill('N'),
      ...new Array(40).fill('C:maj'),
      ...new Array(10).fill('N'),
    ]);
  });
});
