import { describe, expect, it } from 'vitest';
import type { SongNote } from '../song-description.js';
import { sectionsOfNotes } from './sections-of-notes.js';

const bars = (from: number, count: number, pitches: readonly number[], each: number): SongNote[] =>
  Array.from({ length: count * pitches.length }, (_, index) => ({
    onsetBeats: (from + Math.floor(index / pitches.length)) * 4 + (index % pitches.length) * each,
    durationBeats: each,
    midiPitch: pitches[index % pitches.length]!,
    salience: 1,
  }));
const downbeats = (count: number): number[] => Array.from({ length: count }, (_, bar) => bar * 4);
const verse = [48, 64, 67, 64];
const chorus = [53, 81, 84, 77, 82, 81, 77, 72];

describe('sections of written music', () => {
  it('a verse that comes back after a chorus has its letter again, and borders lie on its bars', () => {
    const notes = [...bars(0, 8, verse, 1), ...bars(8, 8, chorus, 0.5), ...bars(16, 8, verse, 1)];
    expect(sectionsOfNotes(notes, 97, downbeats(24))).toEqual([
      { startBeat: 0, endBeat: 32, label: 'A' },
      { startBeat: 32, endBeat: 64, label: 'B' },
      { startBeat: 64, endBeat: 96, label: 'A' },
    ]);
  });

  it('what goes on the same has one letter from end to end, with a pickup before its first bar too', () => {
    const notes = bars(0, 12, verse, 1).map((note) => ({ ...note, onsetBeats: note.onsetBeats + 1 }));
    const starts = downbeats(12).map((beat) => beat + 1);
    const sections = sectionsOfNotes(notes, 50, starts);
    expect(new Set(sections.map(({ label }) => label))).toEqual(new Set(['A']));
    expect([sections[0]!.startBeat, sections.at(-1)!.endBeat]).toEqual([0, 49]);
  });

  it('a note that is held over bars belongs to each of them, beyond the last bar to none', () => {
    const held = { onsetBeats: 2, durationBeats: 1000, midiPitch: 60, salience: 1 };
    expect(sectionsOfNotes([held], 9, [0, 4])).toHaveLength(1);
  });

  it('a note that is held over many bars counts in each as one that is struck anew', () => {
    const held = (from: number, count: number, midiPitch: number): SongNote => ({
      onsetBeats: 4 * from + 1,
      durationBeats: 4 * count - 1.5,
      midiPitch,
      salience: 1,
    });
    const drones = [held(0, 40, 36), held(0, 20, 64), held(20, 40, 77), held(60, 20, 64)];
    const tune = bars(0, 80, verse, 1);
    const struck = drones.flatMap(({ onsetBeats, durationBeats, midiPitch }) =>
      Array.from({ length: Math.ceil((durationBeats + 1) / 4) }, (_, bar): SongNote => {
        const from = bar === 0 ? onsetBeats : onsetBeats - 1 + 4 * bar;
        return {
          onsetBeats: from,
          durationBeats: Math.min(onsetBeats - 1 + 4 * (bar + 1), onsetBeats + durationBeats) - from,
          midiPitch,
          salience: 1,
        };
      }),
    );
    // Onsets are counted too: of both the same number.
    const silent = struck.map((note) => ({ ...note, durationBeats: 0 }));
    const sorted = (notes: SongNote[]): SongNote[] => notes.sort((a, b) => a.onsetBeats - b.onsetBeats);
    const starts = downbeats(80);
    const found = sectionsOfNotes(sorted([...tune, ...drones, ...silent]), 321, starts);
    expect(found.length).toBeGreaterThan(2);
    const none = drones.map((note) => ({ ...note, durationBeats: 0 }));
    expect(found).toEqual(sectionsOfNotes(sorted([...tune, ...struck, ...none]), 321, starts));
  });

  it('a grid without a bar has none', () => {
    expect(sectionsOfNotes([], 1, [0])).toEqual([]);
  });
});
