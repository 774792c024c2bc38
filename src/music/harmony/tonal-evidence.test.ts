import { describe, expect, it } from 'vitest';
import type { SongNote } from '../song-description.js';
import { generateMelody } from '../symbolic/test-support/melodies.js';
import { type PreparedTonal, prepareTonal } from './chroma-sequence.js';
import { halfBeatPacking, packTonalRows } from './packed-rows.js';
import { quickPassage, tonalEvidence } from './tonal-evidence.js';

/** A melody over a bass of its own, one chord tone a beat. */
function mix(seed: number, semitones = 0): SongNote[] {
  const bass = generateMelody(seed + 1000, 90).map(
    (note, beat): SongNote => ({
      onsetBeats: beat,
      durationBeats: 1,
      midiPitch: note.midiPitch - 24 + semitones,
      salience: 1,
    }),
  );
  const tune = generateMelody(seed, 90).map((note) => ({ ...note, midiPitch: note.midiPitch + semitones }));
  return [...bass, ...tune].sort((a, b) => a.onsetBeats - b.onsetBeats);
}

const prepared = (notes: readonly SongNote[], beats = 96): PreparedTonal =>
  prepareTonal(packTonalRows(notes, beats, halfBeatPacking));

/** Every third note is lost, and every fourth is heard an octave off or a fifth too high. */
const misheard = (notes: readonly SongNote[]): SongNote[] =>
  notes
    .filter((_, place) => place % 3 !== 1)
    .map((note, place) =>
      place % 4 === 0 ? { ...note, midiPitch: note.midiPitch + (place % 8 === 0 ? 12 : 7) } : note,
    );

describe('the chroma sequence', () => {
  it('is recognised in another key though many notes are heard wrongly', () => {
    const original = prepared(mix(3));
    const { bits, transposition, points: matched } = tonalEvidence(original, prepared(misheard(mix(3, 4))));
    const points = matched();
    expect(transposition).toBe(4);
    expect(bits).toBeGreaterThan(18);
    expect(points.length).toBeGreaterThan(20);
    for (const [place, point] of points.entries()) {
      expect(Math.abs(point.a - point.b)).toBeLessThanOrEqual(2);
      if (place > 0) expect(point.a).toBeGreaterThan(points[place - 1]!.a);
    }
  });

  it('is recognised by eight bars that a song took over, in the place where they stand', () => {
    const host = mix(8);
    const taken = misheard(mix(3)).filter(({ onsetBeats }) => onsetBeats >= 20 && onsetBeats < 52);
    const query = prepared(
      [
        ...host.filter(({ onsetBeats }) => onsetBeats < 40 || onsetBeats >= 72),
        ...taken.map((note) => ({ ...note, onsetBeats: note.onsetBeats + 20 })),
      ].sort((a, b) => a.onsetBeats - b.onsetBeats),
    );
    const song = prepared(mix(3));
    const { bits, points: matched } = tonalEvidence(query, song);
    const points = matched();
    const others = Array.from({ length: 20 }, (_, at) => prepared(mix(at + 40)));
    for (const other of others) expect(tonalEvidence(query, other).bits).toBeLessThan(bits);
    expect(points.length).toBeGreaterThan(20);
    // Cells are means: a few rows beside the passage are similar for its sake.
    for (const { a, b } of points) {
      expect(a).toBeGreaterThanOrEqual(40 - 12);
      expect(a).toBeLessThan(72 + 12);
      expect(Math.abs(a - b - 20)).toBeLessThanOrEqual(2);
    }
    for (const other of others) expect(quickPassage(query, other)).toBeLessThan(quickPassage(query, song));
  });

  it('has most of its evidence where it is new, not where it is repeated', () => {
    const at = (notes: SongNote[], part: number): SongNote[] =>
      notes
        .filter(({ onsetBeats }) => onsetBeats < 32)
        .map((note) => ({ ...note, onsetBeats: note.onsetBeats + 32 * part }));
    const verses = [0, 1, 2, 3].flatMap((part) => at(mix(3), part));
    const song = prepared([...verses, ...at(mix(8), 4)], 160);
    const shares = [0, 0, 0, 0, 0];
    const points = tonalEvidence(song, song).points();
    const total = points.reduce((sum, { score }) => sum + score, 0);
    for (const { a, score } of points) shares[Math.min(4, a >> 5)]! += score / total;
    expect(shares[4]).toBeGreaterThan(0.3);
    expect(Math.max(...shares.slice(1, 4))).toBeLessThan(0.2);
  });

  it('is recognised where one song is counted at half the other’s time', () => {
    const original = prepared(mix(3));
    const slower = mix(3, 4).map((note) => ({
      ...note,
      onsetBeats: note.onsetBeats / 2,
      durationBeats: note.durationBeats / 2,
    }));
    const half = prepared(slower, 48);
    expect(tonalEvidence(original, half).bits).toBeLessThan(12);
    const { bits, transposition } = tonalEvidence(original, half.doubled());
    expect(bits).toBeGreaterThan(12);
    expect(transposition).toBe(4);
    expect(half.doubled()).toBe(half.doubled());
  });

  it.each([
    [1.5, 64],
    [3, 32],
  ])('is slowed to %f beats a row, from the first one on', (beats, rows) => {
    const faster = mix(3, 4).map((note) => ({
      ...note,
      onsetBeats: note.onsetBeats * beats,
      durationBeats: note.durationBeats * beats,
    }));
    const original = prepared(mix(3));
    const fast = prepared(faster, beats * 96);
    const slowed = fast.slowed(beats);
    expect(slowed.rows.count).toBe(96);
    const { bits, transposition } = tonalEvidence(original, slowed);
    expect(bits).toBeGreaterThan(100);
    expect(transposition).toBe(4);
    expect(fast.slowed(beats)).toBe(slowed);
    // What is left over at the end is no row.
    expect(prepared(mix(3), 97).slowed(beats).rows.count).toBe(rows);
  });

  it('passes over a beat that only one of the two songs has, whichever it is', () => {
    const notes = mix(3);
    const dropped = [30, 60];
    const before = (beat: number): number => dropped.filter((one) => one < beat).length;
    const shorter = notes
      .filter(({ onsetBeats }) => !dropped.includes(Math.floor(onsetBeats)))
      .map((note) => ({ ...note, onsetBeats: note.onsetBeats - before(Math.floor(note.onsetBeats)) }));
    const [original, without] = [prepared(notes), prepared(shorter, 94)];
    const shared = tonalEvidence(original, without);
    const reversed = tonalEvidence(without, original);
    // Pinned: a skip costs on both sides, in what is shared and in what chance shares.
    expect(shared.bits).toBeCloseTo(135.31, 1);
    expect(reversed.bits).toBeCloseTo(135, 1);
    const offsets = (points: readonly { a: number; b: number }[]): number[] => [
      ...new Set(points.map(({ a, b }) => a - b)),
    ];
    expect(offsets(shared.points())).toEqual([0, 1, 2]);
    expect(offsets(reversed.points())).toEqual([0, -1, -2]);
    expect(shared.points().length).toBeGreaterThan(60);
    expect(reversed.points().length).toBeGreaterThan(60);
  });

  it('says little of unrelated songs, of one held chord, and of a short loop', () => {
    const original = prepared(mix(3));
    for (let seed = 40; seed < 60; seed++)
      expect(tonalEvidence(original, prepared(mix(seed))).bits).toBeLessThan(12);
    const chord = (pitches: readonly number[], onsetBeats: number, durationBeats: number): SongNote[] =>
      pitches.map((midiPitch) => ({ onsetBeats, durationBeats, midiPitch, salience: 1 }));
    const held = prepared(chord([60, 64, 67], 0, 96));
    expect(tonalEvidence(held, held).bits).toBeLessThan(12);
    const chords = [
      [60, 64, 67],
      [67, 71, 74],
      [69, 72, 76],
      [65, 69, 72],
    ];
    const loop = Array.from({ length: 24 }, (_, bar) => chord(chords[bar % 4]!, bar * 4, 4)).flat();
    expect(tonalEvidence(prepared(loop), prepared(loop)).bits).toBeLessThan(18);
  });

  it('gives nothing for silence and for a few beats', () => {
    const original = prepared(mix(3));
    expect(tonalEvidence(original, prepareTonal(new Uint8Array(0))).bits).toBe(0);
    expect(tonalEvidence(original, prepared([])).bits).toBeLessThanOrEqual(0);
    const few = prepared(mix(3), 8);
    expect(tonalEvidence(few, original).bits).toBe(0);
  });
});
