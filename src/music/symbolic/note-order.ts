/** The order in which notes of a voice stand. */
import type { SongNote } from '../song-description.js';

/** Compares by onset; of notes that begin together the lower one is first. */
export function byOnset(a: SongNote, b: SongNote): number {
  return a.onsetBeats - b.onsetBeats || a.midiPitch - b.midiPitch;
}
