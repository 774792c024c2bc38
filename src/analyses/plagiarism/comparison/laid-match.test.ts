import { describe, expect, it } from 'vitest';
import type { SongDescription, SongNote } from '../../../music/song-description.js';
import { generateMelody } from '../../../music/symbolic/test-support/melodies.js';
import { arranged, higher, triads } from '../test-support/scenes.js';
import { compareSongs } from './compare-songs.js';

const tune = generateMelody(4, 72);
const written = arranged(tune, triads(9, 24));

/** As lines of recordings are heard: a semitone off in the middle of each note, and one note in `joined` joined with the one before. */
function heardLine(notes: readonly SongNote[], joined = 6): SongNote[] {
  const pieces = [
    { from: 0, share: 0.45, semitones: 0 },
    { from: 0.45, share: 0.1, semitones: 1 },
    { from: 0.55, share: 0.45, semitones: 0 },
  ];
  return notes.flatMap((note, at) => {
    if (at % joined === joined - 1) return [];
    const next = at % joined === joined - 2 ? notes[at + 1] : undefined;
    const whole = note.durationBeats + (next?.durationBeats ?? 0);
    return pieces.map(({ from, share, semitones }) => ({
      ...note,
      onsetBeats: note.onsetBeats + from * whole,
      durationBeats: share * whole,
      midiPitch: note.midiPitch + semitones,
    }));
  });
}

/** A recording of the tune over other chords. */
const heard = (notes: readonly SongNote[]): SongDescription => ({
  ...arranged(heardLine(higher(notes, 3)), higher(triads(33, 24), 3)),
  source: 'audio',
});

describe('a tune that was heard in pieces', () => {
  const song = heard(tune);

  it('is found by its written notes, which say where to cut it, and that of another song is not', () => {
    const { lines, bits, reported, basis } = compareSongs(song, written);
    expect(lines[0]!.alignedBits).toBeLessThan(18);
    expect([reported, basis]).toEqual([true, 'melody']);
    expect(bits).toBeGreaterThan(30);
    for (const seed of [51, 52, 53, 54])
      expect(compareSongs(heard(generateMelody(seed, 72)), written).lines[0]?.bits ?? 0).toBeLessThan(12);
  });

  it('is the same evidence whichever song comes first, in the opposite transposition', () => {
    const [one, other] = [compareSongs(song, written), compareSongs(written, song)];
    expect(other.lines[0]!.bits).toBeCloseTo(one.lines[0]!.bits, 9);
    expect([one.lines[0]!.transposition, other.lines[0]!.transposition]).toEqual([-3, 3]);
    expect(other.lines[0]!.run.notes).toBe(one.lines[0]!.run.notes);
  });

  it('shows passages, and names notes that both songs have', () => {
    const [line] = compareSongs(song, written).lines;
    expect(line!.segments.length).toBeGreaterThan(1);
    const [onsets, otherOnsets] = [song, written].map(
      ({ melody }) => new Set(melody[line!.lineA].map(({ onsetBeats }) => onsetBeats)),
    );
    expect(line!.matchedOnsets.length).toBeGreaterThan(20);
    for (const [own, other] of line!.matchedOnsets)
      expect([onsets!.has(own), otherOnsets!.has(other)]).toEqual([true, true]);
    expect(new Set(line!.matchedOnsets.map(([own]) => own)).size).toBe(line!.matchedOnsets.length);
  });

  it('is found in another recording too, which was heard in other pieces', () => {
    const again: SongDescription = {
      ...arranged(heardLine(tune, 7), triads(44, 24)),
      source: 'audio',
    };
    expect(compareSongs(song, again).lines[0]!.bits).toBeGreaterThan(18);
  });
});

it('of written songs nothing is laid upon anything: their notes are known', () => {
  const pieces = arranged(heardLine(tune), triads(33, 24));
  for (const { bits, wholeTuneBits, alignedBits } of compareSongs(pieces, written).lines)
    expect(bits - wholeTuneBits).toBeCloseTo(alignedBits, 9);
});

it('what an instrument plays beside a tune is not laid: such lines are restless', () => {
  const beside = (song: SongDescription, notes: readonly SongNote[]): SongDescription => ({
    ...song,
    melody: { vocal: [], instrumental: notes, topline: generateMelody(61, 40) },
  });
  const [line] = compareSongs(beside(heard(tune), heardLine(tune)), beside(written, tune)).lines.filter(
    ({ lineA }) => lineA === 'instrumental',
  );
  expect(line?.bits ?? 0).toBe(line?.alignedBits ?? 0);
});
