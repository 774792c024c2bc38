import { describe, expect, it } from 'vitest';
import { describeNotes } from '../../../music/symbolic/describe-midi.js';
import { generateMelody, plainGrid } from '../../../music/symbolic/test-support/melodies.js';
import { comparePrepared, prepareSong } from './compare-songs.js';
import { paceCost } from './pace.js';
import type { MatchedPoint } from './runs.js';

/** Notes on every beat of the first song, at `place(beat)` in the second. */
const beside = (count: number, place: (beat: number) => number): MatchedPoint[] =>
  Array.from({ length: count }, (_, beat) => {
    const b = place(beat);
    return { a: beat, b, endA: beat + 1, endB: b + 1, bits: 1 };
  });

describe('what runs lose that do not keep step', () => {
  it.each([1, 0.5, 2])('is nothing at one pace of %f, also where single notes are early or late', (pace) => {
    expect(paceCost(beside(40, (beat) => beat * pace))).toBe(0);
    expect(paceCost(beside(40, (beat) => (beat + (beat % 3) * 0.2) * pace))).toBe(0);
  });

  it('is little for three beats beside four, and three bits for a pace that no meter explains', () => {
    expect(paceCost(beside(40, (beat) => (beat * 3) / 4))).toBeCloseTo(1.5, 5);
    expect(paceCost(beside(40, (beat) => beat * 1.2))).toBeCloseTo(3, 5);
    expect(paceCost(beside(40, (beat) => beat * 5))).toBeCloseTo(3, 5);
  });

  it('grows with the share of the run that hurries or waits', () => {
    const hurrying = (share: number) =>
      paceCost(beside(60, (beat) => (beat < 60 * (1 - share) ? beat : 60 + 3 * beat)));
    expect(hurrying(0.1)).toBe(0);
    expect(hurrying(0.25)).toBeGreaterThan(0.5);
    expect(hurrying(0.38)).toBeGreaterThan(hurrying(0.25) + 0.5);
    expect(hurrying(0.38)).toBeLessThan(3);
  });

  it('is nothing for so few notes that they have no pace', () => {
    expect(paceCost([])).toBe(0);
    expect(paceCost(beside(3, (beat) => beat * beat))).toBe(0);
  });

  it('is the same whichever song comes first', () => {
    for (const count of [8, 23, 40])
      for (const place of [(beat: number) => beat ** 1.2, (beat: number) => 1.1 * beat + Math.sin(beat)]) {
        const points = beside(count, place);
        const turned = points.map(({ a, b, endA, endB, bits }) => ({
          a: b,
          b: a,
          endA: endB,
          endB: endA,
          bits,
        }));
        expect(paceCost(points)).toBeGreaterThan(0);
        expect(paceCost(turned)).toBeCloseTo(paceCost(points), 9);
      }
  });

  it('counts for lines out of a mix, and not for a line written alone', () => {
    const line = generateMelody(5, 80);
    const slow = line.map((note) => ({ ...note, onsetBeats: 1.2 * note.onsetBeats }));
    const bass = generateMelody(6, 80).map((note) => ({ ...note, midiPitch: note.midiPitch - 24 }));
    const song = (topline: typeof line, company: typeof line) => {
      const notes = [...topline, ...company].sort((x, y) => x.onsetBeats - y.onsetBeats);
      return prepareSong(describeNotes(notes, { vocal: [], instrumental: [], topline }, plainGrid(140)));
    };
    const bits = (a: typeof line, b: typeof line, company: typeof line): number =>
      comparePrepared(song(a, company), song(b, company), { chroma: null }).lines[0]!.bits;
    expect(bits(line, line, []) - bits(line, slow, [])).toBeLessThan(1.5);
    expect(bits(line, line, bass) - bits(line, slow, bass)).toBeGreaterThan(2.5);
  });
});
