/** Whether notes are a single line that rings on, or several that sound together. */
import type { SongNote } from '../song-description.js';

/** Notes that begin within this many beats begin together. */
export const togetherBeats = 1 / 16;
/** Overlaps shorter than this are legato, not harmony. Beats. */
export const legatoBeats = 0.2;

/**
 * Share of notes that begin together with another, at most. Of 1,246 voices of MIDI files in which notes overlap (POP909, anthems, court cases,
 * Freedoom), those in which notes mostly end in the order of their onsets have up to 0.039 where they are melodies, and 0.07 and more
 * where they have chords.
 */
const maxTogether = 1 / 20;
/**
 * Share of the overlapping notes that end before an older one does, at most. Of the same voices, those without chords have up to 0.21 where each
 * note rings into the next, and 0.36 and more where a note is held while others pass.
 */
const maxWithinOlder = 1 / 3;

/**
 * Whether each note only rings on into the next ones and ends before they do, as with legato or struck strings: nothing begins
 * together and no note is held over others. `notes` sorted by onset.
 */
export function isSingleLine(notes: readonly SongNote[]): boolean {
  let together = 0;
  let overlapping = 0;
  let withinOlder = 0;
  let latestEnd = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < notes.length; index++) {
    const { onsetBeats, durationBeats } = notes[index]!;
    const end = onsetBeats + durationBeats;
    if (index > 0 && onsetBeats - notes[index - 1]!.onsetBeats < togetherBeats) together++;
    else if (latestEnd - onsetBeats > legatoBeats) {
      overlapping++;
      if (latestEnd >= end) withinOlder++;
    }
    latestEnd = Math.max(latestEnd, end);
  }
  return together <= maxTogether * notes.length && withinOlder <= maxWithinOlder * overlapping;
}
