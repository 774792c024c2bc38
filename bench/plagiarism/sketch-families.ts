/** Versions of songs that no figure is of, as far as they can be had without sound: what sketches learn of how versions differ. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { SongDescription, SongNote } from '../../src/music/song-description.js';
import { describeMidi } from '../../src/music/symbolic/describe-midi.js';
import { randomOf } from './changes.js';
import { coverOf, original } from './cover-arrangement.js';
import { confirmingSongs, otherSongs } from './covers.js';
import { every } from './evidence-collections.js';
import { renderedSeconds } from './heard-renderings.js';

/** Of each song, besides how it is written and its own band. */
const coversASong = 8;
/** Shares of notes that a transcriber misses, and that it hears an octave and a fifth higher too. */
const [missed, doubled] = [0.2, 0.12];
const overtoneSemitones = 19;

export interface SongFamily {
  readonly path: string;
  readonly versions: readonly SongDescription[];
}

/** As a transcriber might have heard them. */
function roughlyHeard(song: SongDescription, random: () => number): SongDescription {
  const notes = song.notes.flatMap((note): SongNote[] => {
    if (random() < missed) return [];
    const overtone = { ...note, midiPitch: note.midiPitch + overtoneSemitones };
    return random() < doubled ? [note, overtone] : [note];
  });
  return { ...song, notes };
}

/** `data`: the development data. The songs of all tables of covers, renderings and false alarms are left out. */
export function sketchFamilies(data: string): SongFamily[] {
  const others = otherSongs(data, Number.POSITIVE_INFINITY);
  const confirming = new Set(every(others, confirmingSongs));
  const songs = others.filter((song) => !confirming.has(song));
  return songs.map(({ path, material }, place) => {
    const name = `sketch ${basename(path)}`;
    const random = randomOf(name);
    const other = songs[(place + 1) % songs.length]!.material;
    const covers = Array.from(
      { length: coversASong },
      (_, at) => coverOf(material, other, `${name} ${at}`, renderedSeconds).midi,
    );
    const played = [original(material, name, renderedSeconds).midi, ...covers].map((midi) =>
      roughlyHeard(describeMidi(midi), random),
    );
    return { path, versions: [describeMidi(readFileSync(path)), ...played] };
  });
}
