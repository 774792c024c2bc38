/** Queries that leave simple methods room to fail: a few bars of a tune, and a few bars as someone remembers them. */
import type { SongNote } from '../../src/music/song-description.js';
import { randomOf } from './changes.js';
import { type BenchSong, describeMelody } from './load-song.js';

/** This many notes in a row from some place of the tune; all of it where it is shorter. In place of the tune itself. */
export function fewBars(song: BenchSong, count: number): BenchSong {
  const line = song.description.melody.topline;
  const first = Math.floor(randomOf(song.id)() * Math.max(1, line.length - count + 1));
  return described(song, line.slice(first, first + count));
}

/**
 * As remembered: in another key, and of ten notes about one is left out, one sung twice, one reached by a grace note and
 * one a step off.
 */
export function remembered(song: BenchSong): BenchSong {
  const random = randomOf(`${song.id} remembered`);
  const semitones = Math.floor(random() * 12) - 6;
  const notes = song.description.melody.topline.flatMap((note): SongNote[] => {
    const own = { ...note, midiPitch: note.midiPitch + semitones };
    const half = { ...own, durationBeats: own.durationBeats / 2 };
    const second = { ...half, onsetBeats: half.onsetBeats + half.durationBeats };
    const what = random();
    if (what < 0.1) return [];
    if (what < 0.2) return [half, second];
    if (what < 0.3) return [{ ...half, midiPitch: half.midiPitch + 2 }, second];
    if (what < 0.4) return [{ ...own, midiPitch: own.midiPitch + (random() < 0.5 ? -2 : 2) }];
    return [own];
  });
  return described(song, notes);
}

function described(song: BenchSong, notes: readonly SongNote[]): BenchSong {
  const start = Math.floor(notes[0]?.onsetBeats ?? 0);
  const moved = notes.map((note) => ({ ...note, onsetBeats: note.onsetBeats - start }));
  const description = describeMelody(moved, song.description.meter);
  return { id: song.id, group: song.group, description, from: song.from ?? song };
}
