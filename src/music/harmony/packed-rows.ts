/** The bytes in which what sounds in a song is kept: 6 a beat, as its beats or as its half beats. */
import type { SongDescription, SongNote } from '../song-description.js';
import { isAccompanied, maxRows, type TonalRows } from './tonal-rows.js';

/** How finely time and magnitudes are kept: of two packings of one size the finer in time has the coarser magnitudes. */
export interface RowPacking {
  readonly rowsABeat: number;
  /** Bits of a pitch class. */
  readonly bits: 2 | 4;
}

/** What the scan's sketches are made of (tonal-sketch.ts). */
export const beatPacking: RowPacking = { rowsABeat: 1, bits: 4 };
/** What the index keeps for comparisons. */
export const halfBeatPacking: RowPacking = { rowsABeat: 2, bits: 2 };

/** Whose half beats are as many rows as a song has. */
const maxBeats = maxRows / halfBeatPacking.rowsABeat;
const classes = 12;

function bytesARow({ bits }: RowPacking): number {
  return (classes * bits) / 8;
}

export interface WeighedNote extends Pick<SongNote, 'onsetBeats' | 'durationBeats' | 'midiPitch'> {
  /** Of its duration; all of it where it is absent. */
  readonly weight?: number;
}

/** Magnitudes are square roots of weighed durations, the largest of a row has all its bits set. */
export function packTonalRows(notes: readonly WeighedNote[], beats: number, packing: RowPacking): Uint8Array {
  const { rowsABeat, bits } = packing;
  const count = Math.min(maxBeats, beats) * rowsABeat;
  const rows = new Float32Array(count * classes);
  for (const { onsetBeats, durationBeats, midiPitch, weight = 1 } of notes) {
    const start = onsetBeats * rowsABeat;
    const end = Math.min(count, (onsetBeats + durationBeats) * rowsABeat);
    for (let row = Math.max(0, Math.floor(start)); row < end; row++)
      rows[row * classes + (midiPitch % classes)]! +=
        weight * (Math.min(end, row + 1) - Math.max(start, row));
  }
  const [rowBytes, most] = [bytesARow(packing), 2 ** bits - 1];
  const packed = new Uint8Array(count * rowBytes);
  for (let at = 0; at < count; at++) {
    const row = rows.subarray(at * classes, (at + 1) * classes);
    const largest = Math.max(...row);
    if (!(largest > 0)) continue;
    for (let pitchClass = 0; pitchClass < classes; pitchClass++) {
      const bit = pitchClass * bits;
      const level = Math.round(most * Math.sqrt(row[pitchClass]! / largest));
      packed[at * rowBytes + (bit >> 3)]! |= level << (bit & 7);
    }
  }
  return packed;
}

export function unpackTonalRows(packed: Uint8Array, packing: RowPacking): TonalRows {
  const { bits } = packing;
  const [rowBytes, most] = [bytesARow(packing), 2 ** bits - 1];
  const count = Math.floor(packed.length / rowBytes);
  const values = new Float32Array(count * classes);
  const levels = new Float64Array(classes);
  for (let at = 0; at < count; at++) {
    let sum = 0;
    for (let i = 0, bit = at * rowBytes * 8; i < classes; i++, bit += bits) {
      levels[i] = (packed[bit >> 3]! >> (bit & 7)) & most;
      sum += levels[i]!;
    }
    let squares = 0;
    for (let i = 0; i < classes; i++) squares += (levels[i]! - sum / classes) ** 2;
    if (squares === 0) continue;
    const length = Math.sqrt(squares);
    for (let i = 0; i < classes; i++) values[at * classes + i] = (levels[i]! - sum / classes) / length;
  }
  return { count, values };
}

/** How much a pitch counts that carries the melody, beside a note that is heard for certain. */
interface LeadWeights {
  /** In a topline as it is written. */
  readonly written: number;
  /** In the topline that was drawn of what was heard, however faint it is. */
  readonly drawn: number;
  /** Of all that may carry it, times the probability of it. */
  readonly possible: number;
}

const compared: LeadWeights = { written: 2.5, drawn: 1, possible: 3 };
const sketched: LeadWeights = { written: 1, drawn: 0, possible: 1.5 };

type SoundingSong = Pick<SongDescription, 'notes' | 'beats' | 'melody' | 'possibleLeads'>;

/**
 * What a written line alone says, the line itself says better. A line that was heard alone is heard in pieces, and what else may carry it is not in
 * them: who sings a song without a band is found by that.
 */
function hasChroma({ notes, possibleLeads }: SoundingSong): boolean {
  return isAccompanied(notes) || (possibleLeads !== undefined && possibleLeads.length > 0);
}

function leadsOf({ possibleLeads, melody }: SoundingSong, weights: LeadWeights): WeighedNote[] {
  const { written, drawn, possible } = weights;
  if (!possibleLeads) return melody.topline.map((note) => weighed(note, written));
  const line = melody.topline.map((note) => weighed(note, drawn));
  return [...line, ...possibleLeads.map((note) => weighed(note, possible * note.salience))];
}

/**
 * What a comparison reads: all that sounds, as clearly as it does, and on top of that what carries the melody: as it is written, or all that may as
 * likely as it does, and the line that was drawn of it once more. People who play a song again keep its melody before anything else (Salamon,
 * Serrà and Gómez, "Tonal representations for music retrieval", IJMIR 2013, compare melody, bass and harmony). Packed in half beats;
 * empty for a written line without company. `song` comes with the notes of its mix.
 */
export function tonalRowsOf(song: SoundingSong): Uint8Array {
  if (!hasChroma(song)) return new Uint8Array(0);
  const sounding = song.notes.map((note) => weighed(note, note.salience));
  return packTonalRows([...sounding, ...leadsOf(song, compared)], song.beats.length, halfBeatPacking);
}

function weighed({ onsetBeats, durationBeats, midiPitch }: SongNote, weight: number): WeighedNote {
  return { onsetBeats, durationBeats, midiPitch, weight };
}

/** What the scan's sketches are of: every note counted the same, and what carries the melody once more. None of a written line without company. */
export function sketchedNotes(song: SoundingSong): WeighedNote[] {
  if (!hasChroma(song)) return [];
  return [...song.notes.map((note) => weighed(note, 1)), ...leadsOf(song, sketched)];
}

/** The same, packed in beats. */
export function sketchedRowsOf(song: SoundingSong): Uint8Array {
  const notes = sketchedNotes(song);
  return notes.length > 0 ? packTonalRows(notes, song.beats.length, beatPacking) : new Uint8Array(0);
}
