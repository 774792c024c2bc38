/** A MIDI file as beats that are written and voices that are placed on beats. */
import type { SongNote } from '../song-description.js';
import { type BeatGrid, beatAtTick, beatGrid } from './beat-grid.js';
import { joinedParts, type Part } from './joined-parts.js';
import { type MidiFile, type MidiNote, readMidi } from './midi-reader.js';
import { byOnset } from './note-order.js';
import { percussionChannel } from './notes-as-heard.js';
import { withoutOvertones } from './overtones.js';
import type { Voice } from './select-melodies.js';

export interface MidiSong {
  readonly file: MidiFile;
  readonly written: BeatGrid;
  /** On the written beats. */
  readonly voices: readonly Voice[];
}

/** Throws MidiError for what is no MIDI file or holds no pitched notes. */
export function readMidiSong(bytes: Uint8Array): MidiSong {
  const file = readMidi(bytes);
  const written = beatGrid(file);
  return { file, written, voices: voicesOf(file, written) };
}

/** One voice a track and channel, percussion left out, and what was spread over several of them joined. */
export function voicesOf(file: MidiFile, grid: Pick<BeatGrid, 'ticks'>): Voice[] {
  const groups = new Map<number, MidiNote[]>();
  for (const note of file.notes) {
    if (note.channel === percussionChannel) continue;
    const group = note.track * 16 + note.channel;
    const list = groups.get(group);
    if (list) list.push(note);
    else groups.set(group, [note]);
  }
  const parts = [...groups.values()].map((notes): Part => {
    const { track, channel, program } = notes[0]!;
    return {
      track,
      channel,
      name: file.trackNames[track] ?? '',
      program,
      notes: notes.map((note) => placed(note, grid)),
    };
  });
  return joinedParts(parts).map(({ name, program, notes }) => ({
    name,
    program,
    notes: withoutOvertones(notes),
  }));
}

function placed(note: MidiNote, grid: Pick<BeatGrid, 'ticks'>): SongNote {
  const onsetBeats = Math.max(0, beatAtTick(grid, note.startTick));
  return {
    onsetBeats,
    durationBeats: Math.max(1 / 48, beatAtTick(grid, note.endTick) - onsetBeats),
    midiPitch: note.pitch,
    salience: note.velocity / 127,
  };
}

/** Of all voices. */
export function notesOf(voices: readonly Voice[]): SongNote[] {
  return voices.flatMap(({ notes }) => notes).sort(byOnset);
}
