import { describe, expect, it } from 'vitest';
import type { SongNote } from '../song-description.js';
import { decodeSongDescription, encodeSongDescription } from '../song-description-codec.js';
import { isBlockChords } from './block-chords.js';
import { describeWritten } from './describe-midi.js';
import { byOnset } from './note-order.js';
import { selectLines } from './select-melodies.js';
import { skyline } from './skyline.js';
import { generateMelody, plainGrid } from './test-support/melodies.js';

const triads = [
  [48, 52, 55],
  [45, 48, 52],
  [53, 57, 60],
  [55, 59, 62],
];
const at = (onsetBeats: number, durationBeats: number, midiPitch: number): SongNote => ({
  onsetBeats,
  durationBeats,
  midiPitch,
  salience: 1,
});
const bars = Array.from({ length: 16 }, (_, bar) => bar);
const block = (hits: readonly number[]): SongNote[] =>
  bars.flatMap((bar) => hits.flatMap((hit) => triads[bar % 4]!.map((pitch) => at(4 * bar + hit, 1, pitch))));
const tune = generateMelody(5, 64);
/** Chord tones under each of its notes. */
const harmonised = tune.flatMap((note) => [
  note,
  ...triads[Math.floor(note.onsetBeats / 4) % 4]!.map((pitch) => ({ ...note, midiPitch: pitch })),
]);
const held = bars.flatMap((bar) => triads[bar % 4]!.map((pitch) => at(4 * bar, 4, pitch)));
const isChords = (notes: readonly SongNote[]): boolean => {
  const sorted = [...notes].sort(byOnset);
  return isBlockChords(sorted, skyline(sorted));
};

describe('a voice of block chords', () => {
  it('has an upper voice that moves only with the chords, in whatever rhythm they are struck', () => {
    for (const hits of [[0], [0, 1, 2, 3], [0.5, 1.5, 2, 3.5]]) expect(isChords(block(hits))).toBe(true);
  });

  it('is none where its upper voice moves over chords that stay, or is a line alone or in thirds', () => {
    expect(isChords(harmonised)).toBe(false);
    expect(isChords([...tune, ...held])).toBe(false);
    expect(isChords(tune)).toBe(false);
    expect(isChords(tune.flatMap((note) => [note, { ...note, midiPitch: note.midiPitch - 4 }]))).toBe(false);
    expect(isChords([])).toBe(false);
  });

  it('allows one move in ten over a chord that stays', () => {
    const within = (moves: number): SongNote[] => [
      ...block([0]),
      ...bars.slice(0, moves).flatMap((bar) => {
        const [low, middle, high] = triads[bar % 4]!;
        return [low!, middle!, high! + 4].map((pitch) => at(4 * bar + 2, 1, pitch));
      }),
    ];
    // The upper note of a chord that is struck again steps up: its other tones stay. Of 15 moves with the chords and one of these, then three.
    expect([1, 3].map((moves) => isChords(within(moves)))).toEqual([true, false]);
  });
});

describe('the lines of block chords in a description', () => {
  const voice = (name: string, notes: readonly SongNote[]) => ({ name, program: 0, notes });
  const song = (piano: readonly SongNote[]) =>
    describeWritten({
      voices: [voice('Melody', tune), voice('Piano', [...piano].sort(byOnset))],
      written: plainGrid(80),
    });

  it('are those beside the tune, and are kept with it', () => {
    const described = song(block([0, 2]));
    expect(described.chordLines).toEqual(['instrumental']);
    expect(decodeSongDescription(encodeSongDescription(described))!.chordLines).toEqual(['instrumental']);
    expect(song(harmonised)).not.toHaveProperty('chordLines');
  });

  it('are never the topline, though the song is nothing but chords', () => {
    expect(selectLines([voice('Piano', block([0]))]).chordLines).toEqual([]);
    expect(selectLines([])).toMatchObject({ chordLines: [], melody: { topline: [] } });
  });

  it('may be the line of a choir that holds chords behind a tune', () => {
    const { melody, chordLines } = selectLines([
      voice('Lead', tune),
      { name: '', program: 52, notes: block([0]) },
    ]);
    expect(melody.topline).toEqual(tune.map((note) => ({ ...note })));
    expect(chordLines).toContain('vocal');
  });
});
