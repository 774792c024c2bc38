/** What the scan keeps of a song, as one list of 16-bit words: the sketch of its chroma sequence, then its codes. */

import {
  beatPacking,
  packTonalRows,
  sketchedNotes,
  sketchedRowsOf,
} from '../../../music/harmony/packed-rows.js';
import { tonalSketch, tonalSketchSize } from '../../../music/harmony/tonal-sketch.js';
import { codesWithoutANote } from '../../../music/melody/ngram-codes.js';
import type { SongDescription } from '../../../music/song-description.js';
import { otherTempos } from '../comparison/other-tempo.js';
import { distinctSequences, songCodes } from './song-codes.js';

const sketchWords = Math.ceil(tonalSketchSize / 2);

/** A song as far as the scan knows it. `notes`: all notes of the mix. */
export type ScannedSong = Pick<
  SongDescription,
  'source' | 'melody' | 'chords' | 'notes' | 'beats' | 'possibleLeads'
>;

export function scanRow(song: ScannedSong): Uint16Array {
  const codes = songCodes(song);
  const row = new Uint16Array(sketchWords + codes.length);
  new Int8Array(row.buffer, 0, tonalSketchSize).set(tonalSketch(sketchedRowsOf(song)));
  row.set(codes, sketchWords);
  return row;
}

/** What a query looks for. */
export interface ScanQuery {
  /** As it would be kept. */
  readonly row: Uint16Array;
  /** Its chroma sequence at half and at double time, in the order of `otherTempos`. */
  readonly otherChroma: readonly Int8Array[];
  /** Codes that its lines would have with a note less. */
  readonly withoutANote: readonly number[];
}

export function scanQuery(song: ScannedSong): ScanQuery {
  const sketched = sketchedNotes(song);
  const otherChroma = otherTempos.map((ratio) => {
    if (sketched.length === 0) return new Int8Array(tonalSketchSize);
    const notes = sketched.map((note) => ({
      ...note,
      onsetBeats: note.onsetBeats * ratio,
      durationBeats: note.durationBeats * ratio,
    }));
    return tonalSketch(packTonalRows(notes, Math.ceil(song.beats.length * ratio), beatPacking));
  });
  const withoutANote = distinctSequences(song.melody).flatMap(codesWithoutANote);
  return { row: scanRow(song), otherChroma, withoutANote };
}

export interface OpenedRow {
  /** All zero for a song without a chroma sequence. */
  readonly chroma: Int8Array;
  readonly codes: Uint16Array;
}

/** Throws RangeError when the row is cut short. */
export function openRow(row: Uint16Array): OpenedRow {
  if (row.length < sketchWords) throw new RangeError('A row of the melody index is cut short.');
  return {
    chroma: new Int8Array(row.buffer, row.byteOffset, tonalSketchSize),
    codes: row.subarray(sketchWords),
  };
}
