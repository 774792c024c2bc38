/** A MIDI file as a song description. */

import { isAccompanied } from '../harmony/tonal-rows.js';
import { medianInterval } from '../rhythm/rhythm.js';
import {
  type MelodyLines,
  type SongDescription,
  type SongNote,
  singingOf,
  songDescriptionVersion,
} from '../song-description.js';
import { type BeatGrid, beatAtTick, beatGrid } from './beat-grid.js';
import { chordsOfNotes, keyOfNotes } from './chords-of-notes.js';
import { type MidiFile, type MidiNote, readMidi } from './midi-reader.js';
import { percussionChannel } from './notes-as-heard.js';
import { withoutOvertones } from './overtones.js';
import { type PlayedGrid, playedGrid } from './played-grid.js';
import { sectionsOfNotes } from './sections-of-notes.js';
import { selectMelodies, type Voice } from './select-melodies.js';

/**
 * Reads a MIDI file and describes it: beats, meter and tempo as written, melodies by selectMelodies, chords and
 * key from all pitched notes. Throws MidiError for what is no MIDI file or holds no pitched notes.
 */
export function describeMidi(bytes: Uint8Array): SongDescription {
  return describeMidiFile(readMidi(bytes));
}

function describeMidiFile(file: MidiFile): SongDescription {
  const written = beatGrid(file);
  const voices = voicesOf(file, written);
  const grid = playedGrid(file, written, isAccompanied(notesOf(voices)));
  const placed = grid.ticks === written.ticks ? voices : voicesOf(file, grid);
  return describeNotes(notesOf(placed), selectMelodies(placed), grid);
}

function notesOf(voices: readonly Voice[]): SongNote[] {
  return voices.flatMap(({ notes }) => notes).sort(byOnset);
}

function byOnset(a: SongNote, b: SongNote): number {
  return a.onsetBeats - b.onsetBeats || a.midiPitch - b.midiPitch;
}

/** The description of notes on a grid, whatever they were read from. */
export function describeNotes(
  notes: readonly SongNote[],
  melody: MelodyLines,
  grid: BeatGrid & Partial<PlayedGrid>,
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

/** One voice a track and channel, percussion left out. */
function voicesOf(file: MidiFile, grid: BeatGrid): Voice[] {
  const groups = new Map<number, MidiNote[]>();
  for (const note of file.notes) {
    if (note.channel === percussionChannel) continue;
    const group = note.track * 16 + note.channel;
    const list = groups.get(group);
    if (list) list.push(note);
    else groups.set(group, [note]);
  }
  return [...groups.values()].map((notes) => ({
    name: file.trackNames[notes[0]!.track] ?? '',
    program: notes[0]!.program,
    notes: withoutOvertones(
      notes.map((note) => {
        const onsetBeats = Math.max(0, beatAtTick(grid, note.startTick));
        return {
          onsetBeats,
          durationBeats: Math.max(1 / 48, beatAtTick(grid, note.endTick) - onsetBeats),
          midiPitch: note.pitch,
          salience: note.velocity / 127,
        };
      }),
    ),
  }));
}
