/** A monophonic line from notes that may sound together. */
import type { SongNote } from '../song-description.js';
import { isSingleLine, legatoBeats, togetherBeats } from './single-line.js';

/**
 * The skyline (Uitdenbogerd and Zobel 1998, "all-mono"): of notes that begin together the highest, without the
 * lower ones that begin under a note that goes on, unless the notes are a single line that rings on. Each note ends
 * where the next begins. `notes` sorted by onset.
 */
export function skyline(notes: readonly SongNote[]): SongNote[] {
  const ringsOn = isSingleLine(notes);
  const line: SongNote[] = [];
  for (const note of notes) {
    const last = line.at(-1);
    if (last) {
      const lastEnd = last.onsetBeats + last.durationBeats;
      if (note.onsetBeats - last.onsetBeats < togetherBeats) {
        if (note.midiPitch > last.midiPitch) line[line.length - 1] = note;
        continue;
      }
      const isUnder = note.midiPitch < last.midiPitch && lastEnd - note.onsetBeats > legatoBeats;
      if (isUnder && !ringsOn) continue;
    }
    line.push(note);
  }
  return line.map((note, index) => {
    const next = line[index + 1];
    const end = note.onsetBeats + note.durationBeats;
    if (!next || next.onsetBeats >= end) return note;
    return { ...note, durationBeats: next.onsetBeats - note.onsetBeats };
  });
}
