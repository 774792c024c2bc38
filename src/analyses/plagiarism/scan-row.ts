/** What the scan keeps of a song, as one list of 16-bit words: the sketch of its tonal course, then its codes. */

import { tonalRowsOf } from '../../music/harmony/tonal-evidence.js';
import { tonalSketch, tonalSketchSize } from '../../music/harmony/tonal-sketch.js';
import type { SongDescription } from '../../music/song-description.js';
import { songCodes } from './melody-codes.js';

const sketchWords = Math.ceil(tonalSketchSize / 2);

/** A song as far as the scan knows it. `notes`: all notes of the mix. */
export type ScannedSong = Pick<SongDescription, 'melody' | 'chords' | 'notes' | 'beats'>;

export function scanRow(song: ScannedSong): Uint16Array {
  const codes = songCodes(song);
  const row = new Uint16Array(sketchWords + codes.length);
  new Int8Array(row.buffer, 0, tonalSketchSize).set(tonalSketch(tonalRowsOf(song)));
  row.set(codes, sketchWords);
  return row;
}

export interface OpenedRow {
  /** All zero for a song without a tonal course. */
  readonly course: Int8Array;
  readonly codes: Uint16Array;
}

/** Throws RangeError when the row is cut short. */
export function openRow(row: Uint16Array): OpenedRow {
  if (row.length < sketchWords) throw new RangeError('A row of the melody index is cut short.');
  return {
    course: new Int8Array(row.buffer, row.byteOffset, tonalSketchSize),
    codes: row.subarray(sketchWords),
  };
}
