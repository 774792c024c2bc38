import { describe, expect, it } from 'vitest';
import type { SongDescription, SongNote } from '../../../music/song-description.js';
import { describeMidi } from '../../../music/symbolic/describe-midi.js';
import { generateMelody, writeMidi } from '../../../music/symbolic/test-support/melodies.js';
import { later } from '../test-support/scenes.js';
import { compareSongs } from './compare-songs.js';
import type { SegmentMatch } from './segment-match.js';

/** Notes that end within the first beats of a tune. */
const opening = (seed: number, quarters: number): SongNote[] =>
  generateMelody(seed, 200).filter(({ onsetBeats, durationBeats }) => onsetBeats + durationBeats <= quarters);

interface Part {
  readonly notes: readonly SongNote[];
  readonly quarters: number;
  readonly metre: readonly [numerator: number, denominatorPower: number];
}

const alone = ({ notes, metre: [numerator, denominatorPower] }: Part): SongDescription =>
  describeMidi(writeMidi(notes, { numerator, denominatorPower }));

const medleyOf = (first: Part, second: Part): SongDescription =>
  describeMidi(
    writeMidi([...first.notes, ...later(second.notes, first.quarters)], {
      numerator: first.metre[0],
      denominatorPower: first.metre[1],
      changes: [[first.quarters, ...second.metre]],
    }),
  );

/** Beats a bar, and bars of the part. */
const parts = {
  '3/4': { notes: opening(11, 48), quarters: 48, metre: [3, 2], bar: 3, bars: 16 },
  '4/4': { notes: opening(12, 64), quarters: 64, metre: [4, 2], bar: 4, bars: 16 },
  '6/8': { notes: opening(13, 72), quarters: 72, metre: [6, 3], bar: 2, bars: 24 },
  '6/4': { notes: opening(14, 72), quarters: 72, metre: [6, 2], bar: 6, bars: 12 },
} as const;

describe('a medley of two metres', () => {
  it.each([
    ['3/4', '4/4'],
    ['4/4', '3/4'],
    ['6/8', '4/4'],
    ['4/4', '6/4'],
  ] as const)('has the bars of each part in its own metre: %s and %s', (one, other) => {
    const [first, second] = [parts[one], parts[other]];
    const medley = medleyOf(first, second);
    for (const [part, barsBefore] of [
      [first, 0],
      [second, first.bars],
    ] as const) {
      const tune = alone(part);
      const { reported, lines } = compareSongs(tune, medley);
      expect(reported).toBe(true);
      expect(lines[0]!.segments.length).toBeGreaterThan(1);
      for (const { original, comparison, startBeats } of lines[0]!.segments) {
        expect(tune.downbeats).toContain(startBeats[0]);
        expect(medley.downbeats).toContain(startBeats[1]);
        expect([original.meter, comparison.meter]).toEqual([part.bar, part.bar]);
        expect(comparison.bars).toEqual(original.bars.map((bar) => bar + barsBefore));
      }
    }
  });

  it('is laid beside a tune bar by bar where a part has that tune in another metre', () => {
    const tune = parts['4/4'];
    // The third and fourth beat of each bar are played in the time of one.
    const place = (beat: number): number => {
      const inBar = beat % 4;
      return 3 * Math.floor(beat / 4) + (inBar <= 2 ? inBar : 2 + (inBar - 2) / 2);
    };
    const waltz = tune.notes.map((note) => ({
      ...note,
      onsetBeats: place(note.onsetBeats),
      durationBeats: place(note.onsetBeats + note.durationBeats) - place(note.onsetBeats),
    }));
    const other = { notes: opening(15, 160), quarters: 160, metre: [4, 2] } as const;
    const medley = medleyOf(other, { notes: waltz, quarters: 48, metre: [3, 2] });
    expect(medley.meter).toBe(4);
    const best = (a: SongDescription, b: SongDescription): SegmentMatch =>
      compareSongs(a, b).lines[0]!.segments[0]!;
    const segment = best(alone(tune), medley);
    expect(segment.lengthBeats).toEqual([16, 12]);
    expect((segment.startBeats[1] - 160) / 3).toBeCloseTo(segment.startBeats[0] / 4, 6);
    expect(best(medley, alone(tune)).lengthBeats).toEqual([12, 16]);
  });
});

describe('a medley of an hour', () => {
  const tune = opening(50, 64);
  const quoting = (at: number): SongNote[] => {
    const line: SongNote[] = [];
    let beat = 0;
    for (let seed = 7000; line.length < 10_000; seed++) {
      const part = generateMelody(seed, 100);
      const cut = line.length < at && line.length + 100 > at ? part.slice(0, at - line.length) : part;
      for (const notes of line.length === at ? [tune, cut] : [cut]) {
        line.push(...later(notes, beat));
        beat = Math.ceil((line.at(-1)!.onsetBeats + line.at(-1)!.durationBeats) / 4) * 4;
      }
    }
    return line.slice(0, 10_000);
  };

  it.each([100, 2900, 3100, 9000])('is found by a tune of 16 bars that it quotes at note %i', (at) => {
    const line = quoting(at);
    const medley = describeMidi(writeMidi(line.map((note) => ({ ...note, midiPitch: note.midiPitch - 3 }))));
    const [a, b] = [alone({ notes: tune, quarters: 64, metre: [4, 2] }), medley];
    const { reported, lines } = compareSongs(a, b, { songs: 1000 });
    expect(reported).toBe(true);
    expect(lines[0]!.transposition).toBe(-3);
    expect(Math.abs(lines[0]!.run.startB - line[at]!.onsetBeats)).toBeLessThan(8);
    const bar = line[at]!.onsetBeats / 4;
    for (const { original, comparison } of lines[0]!.segments)
      expect(comparison.bars).toEqual(original.bars.map((own) => own + bar));
    expect(compareSongs(b, a, { songs: 1000 }).lines[0]!.bits).toBeCloseTo(lines[0]!.bits, 6);
  });
});
