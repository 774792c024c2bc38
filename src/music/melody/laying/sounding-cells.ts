/** What of a line sounds when: its pitch classes in cells of an eighth of a beat, and which of them sounds longest in a stretch. */
import type { SongNote } from '../../song-description.js';

export const cellsABeat = 8;
/** Of a stretch in which mostly nothing sounds, and of one in which no pitch class sounds for half of the time. */
export const [silence, noPitch] = [-1, -2];

export interface SoundingCells {
  readonly length: number;
  /** Of each cell, the index of the note that sounds in it; −1 in silence. */
  readonly noteAt: Int32Array;
  /**
   * Of each cell, the pitch class (or `silence`, `noPitch`) of a number of cells from there on: that which sounds longest, in half of them at least. Worked
   * out when first asked for, O(12 · length).
   */
  longest(cells: number): Int8Array;
}

/** `notes`: monophonic, sorted by onset. */
export function soundingCells(notes: readonly SongNote[]): SoundingCells {
  const last = notes.at(-1);
  const length = last ? Math.ceil((last.onsetBeats + last.durationBeats) * cellsABeat) : 0;
  const noteAt = new Int32Array(length).fill(-1);
  for (const [index, { onsetBeats, durationBeats }] of notes.entries()) {
    const end = Math.min(notes[index + 1]?.onsetBeats ?? length, onsetBeats + durationBeats);
    noteAt.fill(index, Math.round(onsetBeats * cellsABeat), Math.round(end * cellsABeat));
  }
  const pitchClass = Int8Array.from(noteAt, (note) => (note < 0 ? silence : notes[note]!.midiPitch % 12));
  const known = new Map<number, Int8Array>();
  return {
    length,
    noteAt,
    longest(cells) {
      const table = known.get(cells) ?? longestOf(pitchClass, cells);
      known.set(cells, table);
      return table;
    },
  };
}

/** Beyond the end nothing sounds. */
function longestOf(pitchClass: Int8Array, cells: number): Int8Array {
  const { length } = pitchClass;
  const table = new Int8Array(length);
  // By pitch class, silence last.
  const counts = new Int32Array(13);
  const placeOf = (cell: number): number => {
    const own = pitchClass[cell] ?? silence;
    return own < 0 ? 12 : own;
  };
  for (let cell = 0; cell < cells; cell++) counts[placeOf(cell)]!++;
  for (let cell = 0; cell < length; cell++) {
    let longest = 0;
    for (let own = 1; own < 12; own++) if (counts[own]! > counts[longest]!) longest = own;
    if (2 * counts[longest]! >= cells) table[cell] = longest;
    else table[cell] = 2 * counts[12]! > cells ? silence : noPitch;
    counts[placeOf(cell)]!--;
    counts[placeOf(cell + cells)]!++;
  }
  return table;
}
