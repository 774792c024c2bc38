/** A melody line as number columns, the form that matching works on. */
import type { SongNote } from '../song-description.js';

export interface MelodySequence {
  readonly length: number;
  readonly onsetBeats: Float32Array;
  readonly pitch: Uint8Array;
  /** log2 of the time from the note before to this one, divided by the time from this one to the next. */
  readonly rhythm: Float32Array;
  /** Time to the next onset, at most 8 beats: how much of the line the note is. */
  readonly spanBeats: Float32Array;
}

const maxSpanBeats = 8;
/** Longer lines are cut here: a bound on what an index holds of a song, some two hours of a busy tune. */
export const maxLineNotes = 15_000;

/** `notes`: monophonic, sorted by onset. */
export function sequenceOf(notes: readonly SongNote[]): MelodySequence {
  const length = Math.min(notes.length, maxLineNotes);
  const onsetBeats = new Float32Array(length);
  const pitch = new Uint8Array(length);
  const spanBeats = new Float32Array(length);
  const rhythm = new Float32Array(length);
  for (let index = 0; index < length; index++) {
    const note = notes[index]!;
    const next = notes[index + 1];
    onsetBeats[index] = note.onsetBeats;
    pitch[index] = note.midiPitch;
    const span = next ? next.onsetBeats - note.onsetBeats : note.durationBeats;
    spanBeats[index] = Math.min(maxSpanBeats, Math.max(1 / 24, span));
  }
  for (let index = 1; index < length; index++)
    rhythm[index] = Math.log2(spanBeats[index]! / spanBeats[index - 1]!);
  return { length, onsetBeats, pitch, rhythm, spanBeats };
}

/** Some of a line's notes, where they lie. */
export function partOfSequence(whole: MelodySequence, from: number, until: number): MelodySequence {
  const rhythm = whole.rhythm.slice(from, until);
  // What came before its first note is not of the part.
  rhythm[0] = 0;
  return {
    length: rhythm.length,
    onsetBeats: whole.onsetBeats.subarray(from, until),
    pitch: whole.pitch.subarray(from, until),
    rhythm,
    spanBeats: whole.spanBeats.subarray(from, until),
  };
}

/** Whether two lines are the same notes: lines that are aligned with each other are compared once. */
export function isSameLine(a: MelodySequence, b: MelodySequence): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index++)
    if (a.pitch[index] !== b.pitch[index] || Math.abs(a.onsetBeats[index]! - b.onsetBeats[index]!) > 1 / 24)
      return false;
  return true;
}
