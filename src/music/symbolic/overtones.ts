/**
 * Notes that are no notes: what a transcription of a recording wrote down of the partials of a single voice. Such files
 * are common on the web, and the highest of the notes that sound together is then never the melody.
 */
import type { SongNote } from '../song-description.js';

/** Semitones of the second to the eighth partial above their fundamental. */
const partials = new Set([12, 19, 24, 28, 31, 34, 36]);

/** Notes that begin within this many beats begin together; a transcription finds partials a little apart. */
const togetherBeats = 0.17;
/** A partial may be found this many beats before its fundamental; what begins as late as this before its end is the next note. */
const graceBeats = 0.15;

/** Notes before and after that may hold a fundamental: a bound on work. */
const halfWidth = 24;

/** A voice is taken for one with its partials from this many chords on, … */
const fewestChords = 4;
/** … nearly all of which stand on partials of their lowest note (chords that people write hold other intervals), … */
const shareOfPartials = 0.9;
/** … and not only on its octave: that is how hands and sections double a line. */
const shareBeyondOctave = 0.3;

/** `notes` sorted by onset. */
function isVoiceWithPartials(notes: readonly SongNote[]): boolean {
  let chords = 0;
  let onPartials = 0;
  let beyondOctave = 0;
  for (let first = 0; first < notes.length; ) {
    let end = first + 1;
    while (end < notes.length && notes[end]!.onsetBeats - notes[first]!.onsetBeats < togetherBeats) end++;
    const pitches = notes.slice(first, end).map((note) => note.midiPitch);
    first = end;
    if (pitches.length < 2) continue;
    // Not spread into Math.min: a cluster of a whole file's notes would be more arguments than a call can have.
    const lowest = pitches.reduce((low, pitch) => Math.min(low, pitch));
    const intervals = pitches.map((pitch) => pitch - lowest);
    chords++;
    if (!intervals.every((interval) => interval === 0 || partials.has(interval))) continue;
    onPartials++;
    if (intervals.some((interval) => interval > 12)) beyondOctave++;
  }
  return (
    chords >= fewestChords &&
    onPartials >= shareOfPartials * chords &&
    beyondOctave >= shareBeyondOctave * chords
  );
}

/** The voice without its partials; every other voice as it is. `notes` sorted by onset. */
export function withoutOvertones(notes: readonly SongNote[]): readonly SongNote[] {
  if (!isVoiceWithPartials(notes)) return notes;
  return notes.filter(({ onsetBeats, midiPitch }, index) => {
    const isPartialOf = (lower: SongNote): boolean =>
      partials.has(midiPitch - lower.midiPitch) &&
      onsetBeats > lower.onsetBeats - graceBeats &&
      onsetBeats < lower.onsetBeats + Math.max(togetherBeats, lower.durationBeats - graceBeats);
    return !notes.slice(Math.max(0, index - halfWidth), index + halfWidth).some(isPartialOf);
  });
}
