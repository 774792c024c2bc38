/** A MIDI file as a song description. */

import { medianInterval } from '../rhythm/median-interval.js';
import {
  type MelodyLines,
  type SongDescription,
  type SongNote,
  singingOf,
  songDescriptionVersion,
  type TempoHypothesis,
} from '../song-description.js';
import type { BeatGrid } from './beat-grid.js';
import { chordsOfNotes, keyOfNotes } from './chords-of-notes.js';
import { type MidiSong, notesOf, readMidiSong } from './midi-song.js';
import { sectionsOfNotes } from './sections-of-notes.js';
import { type SelectedLines, selectLines } from './select-melodies.js';

/**
 * Reads a MIDI file and describes it: beats, meter and tempo as written, melodies by selectMelodies, chords and
 * key from all pitched notes. Throws MidiError for what is no MIDI file or holds no pitched notes.
 */
export function describeMidi(bytes: Uint8Array): SongDescription {
  return describeWritten(readMidiSong(bytes));
}

export function describeWritten({ voices, written }: Pick<MidiSong, 'voices' | 'written'>): SongDescription {
  return describeLines(notesOf(voices), selectLines(voices), written);
}

/** The description of notes of which lines were chosen voice by voice. */
export function describeLines(
  notes: readonly SongNote[],
  { melody, chordLines }: SelectedLines,
  grid: Parameters<typeof describeNotes>[2],
): SongDescription {
  const song = describeNotes(notes, melody, grid);
  return chordLines.length > 0 ? { ...song, chordLines } : song;
}

/** The description of notes on a grid, whatever they were read from. */
export function describeNotes(
  notes: readonly SongNote[],
  melody: MelodyLines,
  grid: Pick<BeatGrid, 'seconds' | 'downbeats' | 'meter'> & {
    readonly hypotheses?: readonly TempoHypothesis[];
  },
): SongDescription {
  const beats = Array.from(grid.seconds);
  const median = medianInterval(beats);
  const chords = chordsOfNotes(notes, beats.length);
  return {
    version: songDescriptionVersion,
    source: 'midi',
    durationSeconds: beats.at(-1) ?? 0,
    tempoBpm: median > 0 ? 60 / median : 0,
    beats,
    downbeats: grid.downbeats,
    meter: grid.meter,
    tuningCents: 0,
    key: keyOfNotes(notes, chords),
    chords,
    melody,
    vocalActivity: singingOf(melody.vocal, beats),
    notes,
    sections: sectionsOfNotes(notes, beats.length, grid.downbeats),
    tempoHypotheses: grid.hypotheses ?? [],
  };
}
