import { type SongDescription, type SongNote, secondsAtBeat } from '../../src/music/song-description.js';
import type { TimedNote } from './scores.js';

/** A song's notes as truth is written: in seconds. */
export function inSeconds({ beats }: SongDescription, notes: readonly SongNote[]): TimedNote[] {
  return notes.map(({ onsetBeats, durationBeats, midiPitch }) => ({
    start: secondsAtBeat(beats, onsetBeats),
    end: secondsAtBeat(beats, onsetBeats + durationBeats),
    pitch: midiPitch,
  }));
}
