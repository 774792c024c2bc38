/**
 * A song backwards, upside down, or both: as musical as it was (intervals, rhythm, texture and form of real songs), with a tune that
 * nobody wrote. For asking how often unrelated songs are reported, among more songs than are at hand.
 */
import type { SongDescription, SongNote } from '../../src/music/song-description.js';
import { chordsOfNotes } from '../../src/music/symbolic/chords-of-notes.js';

const byOnset = (a: SongNote, b: SongNote): number =>
  a.onsetBeats - b.onsetBeats || a.midiPitch - b.midiPitch;

/** What a description holds that no comparison looks at, and what a change would make wrong. */
export const unread = { sections: [], vocalActivity: [] } as const;

/** The same notes from the last to the first. */
export function backwards(song: SongDescription): SongDescription {
  const last = song.beats.length - 1;
  const turned = (notes: readonly SongNote[]): SongNote[] =>
    notes
      .map((note) => ({ ...note, onsetBeats: last - note.onsetBeats - note.durationBeats }))
      .filter(({ onsetBeats }) => onsetBeats >= 0)
      .sort(byOnset);
  const { otherMetre: _, ...kept } = song;
  const end = song.beats[last] ?? 0;
  return {
    ...kept,
    ...unread,
    beats: song.beats.map((seconds) => end - seconds).reverse(),
    downbeats: song.downbeats.map((beat) => last - beat).reverse(),
    chords: [...song.chords.slice(0, last).reverse(), ...song.chords.slice(last)],
    melody: {
      vocal: turned(song.melody.vocal),
      instrumental: turned(song.melody.instrumental),
      topline: turned(song.melody.topline),
    },
    notes: turned(song.notes),
    ...(song.possibleLeads && { possibleLeads: turned(song.possibleLeads) }),
  };
}

const scales = { major: [0, 2, 4, 5, 7, 9, 11], minor: [0, 2, 3, 5, 7, 8, 10] } as const;
/** The sum of a step of the scale and its image: the tonic's triad is its own, the dominant's becomes the subdominant's. */
const mirrorSum = 4;
const lowestTonic = 12;

/** Steps of the song's scale upside down: lines about their middle, all that sounds within its octave. */
export function upsideDown(song: SongDescription): SongDescription {
  const { tonic, mode } = song.key ?? { tonic: 0, mode: 'major' as const };
  const scale = scales[mode];
  const image = (pitch: number, octaves: number): number => {
    const above = pitch - lowestTonic - tonic;
    const inOctave = ((above % 12) + 12) % 12;
    const degree = scale.findLastIndex((step) => step <= inOctave);
    const step = mirrorSum + 7 * octaves - (7 * Math.floor((above - inOctave) / 12) + degree);
    const inScale = scale[((step % 7) + 7) % 7]!;
    return lowestTonic + tonic + 12 * Math.floor(step / 7) + inScale - (inOctave - scale[degree]!);
  };
  const line = (notes: readonly SongNote[]): SongNote[] => {
    if (notes.length === 0) return [];
    const middle = notes.map(({ midiPitch }) => midiPitch).sort((a, b) => a - b)[notes.length >> 1]!;
    const octaves = Math.round((middle - image(middle, 0)) / 12);
    return notes.map((note) => ({ ...note, midiPitch: within(image(note.midiPitch, octaves)) }));
  };
  const nearest = (note: SongNote): SongNote => {
    const mirrored = image(note.midiPitch, 0);
    return {
      ...note,
      midiPitch: within(mirrored + 12 * Math.round((note.midiPitch - mirrored) / 12)),
    };
  };
  const notes = song.notes.map(nearest).sort(byOnset);
  const { vocal, instrumental, topline } = song.melody;
  return {
    ...song,
    ...unread,
    chords: chordsOfNotes(notes, song.beats.length),
    melody: { vocal: line(vocal), instrumental: line(instrumental), topline: line(topline) },
    notes,
    ...(song.possibleLeads && { possibleLeads: song.possibleLeads.map(nearest).sort(byOnset) }),
  };
}

const within = (pitch: number): number => Math.min(120, Math.max(12, pitch));
