/** Whether a voice plays chords, and its upper notes are but the tops of them. */
import type { SongNote } from '../song-description.js';
import { legatoBeats, togetherBeats } from './single-line.js';

/**
 * Share of the upper notes that begin with two or more other tones of a chord, at least. Measured as `ownMovesOfChords`
 * (docs/measurements/plagiarism-rules-and-model.md, *Tops of block chords*).
 */
const chordsOfNotes = 0.9;
/**
 * Share of the upper voice's moves under which the other tones stay, at most. Of 1,291 made accompaniments in block chords 96 % have as few, of 338
 * tunes with chord tones under each note 1 %; of chorales, whose chords change with nearly each note, 37 %, and of triads that go in parallel
 * with a tune all: what a voice plays does not show whether it is the song's tune.
 */
const ownMovesOfChords = 0.1;

const pitches = 128;

/**
 * Whether the upper voice of `notes` moves only as the chords under it do. `line`: that voice (skyline.ts). Both sorted by onset. Work grows with
 * the notes.
 */
export function isBlockChords(notes: readonly SongNote[], line: readonly SongNote[]): boolean {
  const onsets = new Float64Array(pitches).fill(Number.NEGATIVE_INFINITY);
  const ends = new Float64Array(pitches).fill(Number.NEGATIVE_INFINITY);
  let next = 0;
  let chords = 0;
  let moves = 0;
  let ownMoves = 0;
  let before: { midiPitch: number; under: number } | null = null;
  for (const { onsetBeats, midiPitch } of line) {
    for (; next < notes.length && notes[next]!.onsetBeats < onsetBeats + togetherBeats; next++) {
      const note = notes[next]!;
      onsets[note.midiPitch] = note.onsetBeats;
      ends[note.midiPitch] = Math.max(ends[note.midiPitch]!, note.onsetBeats + note.durationBeats);
    }
    const tonesUnder = (isTone: (pitch: number) => boolean): number => {
      let tones = 0;
      for (let pitch = 0; pitch < midiPitch; pitch++) if (isTone(pitch)) tones |= 1 << (pitch % 12);
      return tones;
    };
    const begun = tonesUnder((pitch) => onsets[pitch]! > onsetBeats - togetherBeats);
    if ((begun & (begun - 1)) !== 0) chords++;
    const under = tonesUnder((pitch) => ends[pitch]! > onsetBeats + legatoBeats);
    if (before && before.midiPitch !== midiPitch) {
      moves++;
      if (before.under === under) ownMoves++;
    }
    before = { midiPitch, under };
  }
  return line.length > 0 && chords >= chordsOfNotes * line.length && ownMoves <= ownMovesOfChords * moves;
}
