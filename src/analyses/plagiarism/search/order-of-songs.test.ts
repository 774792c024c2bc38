import { describe, expect, it } from 'vitest';
import { facingParts } from '../../../music/melody/line-parts.js';
import { rhythmBits } from '../../../music/melody/rhythm.js';
import type { SongNote } from '../../../music/song-description.js';
import { describeNotes } from '../../../music/symbolic/describe-midi.js';
import { generateMelody, plainGrid } from '../../../music/symbolic/test-support/melodies.js';
import { comparePrepared } from '../comparison/compare-songs.js';
import { type PreparedSong, prepareSong } from '../comparison/prepared-song.js';
import { wholeTuneAgreement } from '../comparison/whole-tune.js';
import { orderBits } from './order-of-songs.js';

const songOf = (topline: readonly SongNote[]): PreparedSong =>
  prepareSong(describeNotes(topline, { vocal: [], instrumental: [], topline }, plainGrid(140)));

const nothing = { passage: 0, similarity: 0, standing: 0 };

describe('the order of songs', () => {
  const tune = generateMelody(3, 60);
  const query = songOf(tune);
  const bitsOf = (notes: readonly SongNote[]) => {
    const song = songOf(notes);
    const comparison = comparePrepared(query, song);
    const order = orderBits(query, song, comparison, nothing);
    return { ofPassage: comparison.bits - comparison.lines[0]!.wholeTuneBits, order };
  };

  it('prefers the song that keeps the rhythm and the pace of the notes', () => {
    const stretched = tune.map((note) => ({
      ...note,
      onsetBeats: 1.4 * note.onsetBeats,
      durationBeats: 1.4 * note.durationBeats,
    }));
    const even = tune.map((note, index) => ({ ...note, onsetBeats: index, durationBeats: 1 }));
    const [same, slow, flat] = [bitsOf(tune), bitsOf(stretched), bitsOf(even)];
    expect(slow.ofPassage).toBeCloseTo(same.ofPassage, 0);
    expect(same.order - same.ofPassage).toBeGreaterThan(slow.order - slow.ofPassage + 1);
    expect(same.order - same.ofPassage).toBeGreaterThan(flat.order - flat.ofPassage + 1);
  });

  it('prefers a variant of the whole tune to a song that quotes a passage of it', () => {
    const variant = tune.map((note, at) =>
      at % 6 === 3 ? { ...note, midiPitch: note.midiPitch + 2 } : note,
    );
    const end = tune.at(-1)!.onsetBeats + tune.at(-1)!.durationBeats;
    const other = generateMelody(11, 60).map((note) => ({ ...note, onsetBeats: note.onsetBeats + end }));
    const quoting = [
      ...tune.slice(0, 30),
      ...other.filter(({ onsetBeats }) => onsetBeats > 2 * end - end / 2),
    ];
    const [whole, part] = [bitsOf(variant), bitsOf(quoting)];
    expect(whole.order - whole.ofPassage).toBeGreaterThan(part.order - part.ofPassage + 15);
  });

  it('adds less for loops that agree from end to end than for tunes', () => {
    const loop = Array.from({ length: 60 }, (_, at) => ({
      ...tune[at % 6]!,
      onsetBeats: at,
      durationBeats: 1,
    }));
    const even = tune.map((note, at) => ({ ...note, onsetBeats: at, durationBeats: 1 }));
    const added = (notes: readonly SongNote[]): number => {
      const song = songOf(notes);
      const { lines, ...comparison } = comparePrepared(song, song);
      const ofPassage = comparison.bits - lines[0]!.wholeTuneBits;
      return orderBits(song, song, { ...comparison, lines, basis: 'melody' }, nothing) - ofPassage;
    };
    expect(added(loop)).toBeLessThan(added(even) - 30);
  });

  it('adds the shares of what the search found before, and nothing where the comparison found nothing', () => {
    const empty = prepareSong(
      { ...query.description, melody: { vocal: [], instrumental: [], topline: [] } },
      { tonalRows: new Uint8Array(0), isAccompanied: false },
    );
    const comparison = comparePrepared(query, empty);
    expect(comparison.bits).toBe(0);
    expect(orderBits(query, empty, comparison, nothing)).toBe(0);
    expect(orderBits(query, empty, comparison, { ...nothing, passage: 20 })).toBeCloseTo(3, 9);
    expect(orderBits(query, empty, comparison, { ...nothing, similarity: 10 })).toBeCloseTo(8, 9);
    expect(orderBits(query, empty, comparison, { ...nothing, standing: 10 })).toBeCloseTo(10, 9);
    const heard = { ...empty, description: { ...empty.description, source: 'audio' as const } };
    expect(orderBits(query, heard, comparison, { ...nothing, passage: 20 })).toBeCloseTo(1, 9);
  });

  it('adds half of the bits of the rhythm, and forty for tunes that agree wholly in place of what the comparison counts', () => {
    const comparison = comparePrepared(query, query);
    const [line] = comparison.lines;
    const [x, y] = facingParts(query.lines.topline, query.lines.topline);
    const [rhythm, agreement] = [rhythmBits(x, y), wholeTuneAgreement(x, y, line!)];
    expect(rhythm).toBeGreaterThan(5);
    expect(line!.wholeTuneBits).toBeGreaterThan(5);
    const orderOf = (change: Partial<typeof line>): number =>
      orderBits(query, query, { ...comparison, lines: [{ ...line!, ...change }] }, nothing) - comparison.bits;
    expect(orderOf({})).toBeCloseTo(0.5 * rhythm + 40 * agreement - line!.wholeTuneBits, 9);
    // Where no decision could stand on whole tunes, they are compared for the order alone.
    expect(orderOf({ wholeTune: null, wholeTuneBits: 0 })).toBeCloseTo(0.5 * rhythm + 40 * agreement, 9);
    expect(orderOf({ wholeTune: 0.25, wholeTuneBits: 3 })).toBeCloseTo(0.5 * rhythm + 10 - 3, 9);
  });

  it('bounds the pace of a run that is next to nothing in one of the songs', () => {
    const comparison = comparePrepared(query, query);
    const [line] = comparison.lines;
    const at = (beatsA: number, beatsB: number): number => {
      const run = { ...line!.run, startA: 0, endA: beatsA, startB: 0, endB: beatsB };
      return orderBits(query, query, { ...comparison, lines: [{ ...line!, run }] }, nothing);
    };
    expect(at(3.2, 0.01)).toBeCloseTo(at(3.2, 0.1), 9);
    expect(at(0.01, 3.2)).toBeCloseTo(at(0.1, 3.2), 9);
    // Five octaves are four more than half pace.
    expect(at(1, 1) - at(0.1, 3.2)).toBeCloseTo(3 * 4.5, 9);
  });

  it('takes three bits an octave of pace, and half an octave for half or double pace', () => {
    const comparison = comparePrepared(query, query);
    const [line] = comparison.lines;
    const paced = (pace: number): number => {
      const run = {
        ...line!.run,
        startB: line!.run.startA,
        endB: line!.run.startA + pace * (line!.run.endA - line!.run.startA),
      };
      return orderBits(query, query, { ...comparison, lines: [{ ...line!, run }] }, nothing);
    };
    const same = paced(1);
    for (const [pace, octaves] of [
      [2 ** 0.25, 0.25],
      [2 ** -0.25, 0.25],
      [2, 0.5],
      [0.5, 0.5],
      [2 ** 0.9, 0.6],
      [4, 1.5],
    ] as const)
      expect(same - paced(pace)).toBeCloseTo(3 * octaves, 9);
  });

  it('counts neither rhythm nor pace where something else than a melody decides', () => {
    const comparison = { ...comparePrepared(query, query), basis: 'tonal' as const };
    expect(orderBits(query, query, comparison, nothing)).toBe(comparison.bits);
  });
});
