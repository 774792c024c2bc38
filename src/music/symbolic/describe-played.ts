/**
 * The description of a MIDI file whose beats or leading line had to be found: of a performance, of a transcription of a recording, of an arrangement
 * in one voice.
 */

import { leadingLineOfNotes } from '../description/leading-line.js';
import type { LeadingPitch } from '../description/leading-pitch.js';
import type { FrameNote } from '../description/note-events.js';
import { leadOf, possibleLeads } from '../description/possible-leads.js';
import type { HeardBars } from '../rhythm/bar-activations.js';
import { beatAtSeconds, type MelodyLines, type SongDescription, type SongNote } from '../song-description.js';
import { describeLines } from './describe-midi.js';
import { type MidiSong, notesOf, voicesOf } from './midi-song.js';
import { byOnset } from './note-order.js';
import { type Playing, playedGrid } from './played-grid.js';
import { selectLines } from './select-melodies.js';
import type { SoundingFile } from './sounding-file.js';

/** What the networks for recordings answer for the notes of a file. */
export interface HeardPlaying {
  readonly playing: Playing;
  readonly sounding: SoundingFile;
  /** Null where beats are as written. */
  readonly bars: HeardBars | null;
  /** Null where it need not be looked for. */
  readonly leadingPitch: LeadingPitch | null;
}

/** On the written beats, where none were found. */
export function describePlayed(
  song: MidiSong,
  { playing, sounding, bars, leadingPitch }: HeardPlaying,
): SongDescription {
  const found = bars && playedGrid(song, playing, sounding, bars);
  const voices = found ? voicesOf(song.file, found) : song.voices;
  const grid = found ?? song.written;
  const beats = Array.from(grid.seconds);
  const lines = leadingPitch
    ? { melody: foundLine(leadingPitch, sounding, beats), chordLines: [] }
    : selectLines(voices);
  return {
    ...describeLines(notesOf(voices), lines, grid),
    ...(leadingPitch && { possibleLeads: possibleLeads(leadOf(leadingPitch), null, beats) }),
    ...(leadingPitch && found && playing === 'at another tempo' && { isEstimated: true }),
    ...(found?.otherMetre && { otherMetre: found.otherMetre }),
  };
}

/** No file says who sings. */
function foundLine(
  leadingPitch: LeadingPitch,
  { activations }: SoundingFile,
  beats: readonly number[],
): MelodyLines {
  const beatOf = (frame: number): number =>
    Math.max(0, beatAtSeconds(beats, frame / activations.framesPerSecond));
  const line = leadingLineOfNotes(leadingPitch, activations)
    .map(({ startFrame, endFrame, midi, salience }: FrameNote): SongNote => {
      const onsetBeats = beatOf(startFrame);
      return {
        onsetBeats,
        durationBeats: Math.max(1 / 48, beatOf(endFrame) - onsetBeats),
        midiPitch: midi,
        salience,
      };
    })
    .sort(byOnset);
  return { vocal: [], instrumental: line, topline: line };
}
