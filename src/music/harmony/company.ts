/**
 * Whether a song is more than one line. What a line alone says of harmony and of its chroma sequence, the line itself says better. Of a recording it
 * is not how much sounds at once that shows it: a voice alone in a room rings on under its next note, and its overtones are heard as notes.
 */
import type { SongDescription, SongNote } from '../song-description.js';
import { isAccompanied } from './tonal-rows.js';

/** Share of what is heard that neither the line nor its overtones nor its reverberation explains, from which something accompanies it. */
const fewestOthers = 0.25;
/** Semitones above the line's note: itself and its neighbours, the octave below, and the first overtones, up to the sixth partial. */
const explained = new Set([-12, -1, 0, 1, 12, 19, 24, 28, 31]);
/** A note of the line explains what is heard from so long before it until so long after it. */
const beforeBeats = 0.25;
const afterBeats = 0.5;

export function hasCompany({
  source,
  notes,
  melody,
}: Pick<SongDescription, 'source' | 'notes' | 'melody'>): boolean {
  return source === 'audio' ? shareOfOthers(notes, melody.topline) >= fewestOthers : isAccompanied(notes);
}

/** Of the time that notes sound, 0 … 1. Both sorted by onset; the line's notes do not overlap. Cost: notes × line notes that sound with one. */
export function shareOfOthers(notes: readonly SongNote[], line: readonly SongNote[]): number {
  let sounding = 0;
  let others = 0;
  let first = 0;
  for (const note of notes) {
    while (first < line.length && endOf(line[first]!) + afterBeats <= note.onsetBeats) first++;
    sounding += note.durationBeats;
    others += note.durationBeats - explainedBeats(note, line, first);
  }
  return sounding > 0 ? others / sounding : 0;
}

function explainedBeats(note: SongNote, line: readonly SongNote[], first: number): number {
  const end = endOf(note);
  let covered = note.onsetBeats;
  let beats = 0;
  for (let at = first; at < line.length && line[at]!.onsetBeats - beforeBeats < end; at++) {
    if (!explained.has(note.midiPitch - line[at]!.midiPitch)) continue;
    const from = Math.max(covered, line[at]!.onsetBeats - beforeBeats);
    const until = Math.min(end, endOf(line[at]!) + afterBeats);
    beats += Math.max(0, until - from);
    covered = Math.max(covered, until);
  }
  return beats;
}

const endOf = ({ onsetBeats, durationBeats }: SongNote): number => onsetBeats + durationBeats;
