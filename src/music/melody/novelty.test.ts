import { describe, expect, it } from 'vitest';
import type { SongNote } from '../song-description.js';
import { generateMelody } from '../symbolic/test-support/melodies.js';
import {
  alignedLines,
  lineEvidence,
  noveltyBits,
  prepareLine,
  quickBits,
  scoreBeyondChance,
  timesHeard,
} from './evidence.js';
import { sequenceOf } from './sequence.js';
import { surprisal } from './surprisal.js';

const line = (pitches: readonly number[]): SongNote[] =>
  pitches.map((midiPitch, onsetBeats) => ({ onsetBeats, durationBeats: 1, midiPitch, salience: 1 }));
const phrase = [60, 62, 67, 65, 64, 69, 62];

describe('what of a line is new', () => {
  const verses = sequenceOf(line([...phrase, ...phrase, ...phrase]));

  it('is a note whose last four intervals were not heard before in it, in whatever key', () => {
    expect([...timesHeard(verses)]).toEqual([
      ...phrase.map(() => 0),
      0,
      0,
      0,
      0,
      1,
      1,
      1,
      1,
      1,
      1,
      1,
      2,
      2,
      2,
    ]);
    const higher = sequenceOf(line([...phrase, ...phrase.map((pitch) => pitch + 3)]));
    expect([...timesHeard(higher)]).toEqual([...phrase.map(() => 0), 0, 0, 0, 0, 1, 1, 1]);
    expect([...timesHeard(sequenceOf(line([60, 60, 60, 60, 60, 60])))]).toEqual([0, 0, 0, 0, 0, 1]);
  });

  it('says all that its interval says, and what returns says a half, a third and so on', () => {
    const [bits, all, times] = [noveltyBits(verses), surprisal(verses), timesHeard(verses)];
    expect(Math.max(...times)).toBe(2);
    for (const [note, own] of bits.entries()) expect(own).toBeCloseTo(all[note]! / (1 + times[note]!), 5);
  });

  it('is counted in notes, and in its share of what the line says', () => {
    const prepared = prepareLine(line([...phrase, ...phrase, ...phrase]));
    expect(prepared.newNotes()).toBe(11);
    const sumOf = (bits: Float32Array): number => bits.reduce((sum, one) => sum + one, 0);
    expect(prepared.newShare()).toBeCloseTo(sumOf(noveltyBits(verses)) / sumOf(surprisal(verses)), 6);
    const once = prepareLine(line(phrase));
    expect([once.newNotes(), once.newShare()]).toEqual([7, 1]);
    expect([prepareLine([]).newNotes(), prepareLine([]).newShare()]).toEqual([0, 1]);
  });
});

describe('what of a score is beyond chance', () => {
  const chance = (elsewhere: number, lines: 'written' | 'transcribed' = 'written', log2Places = 13): number =>
    50 - scoreBeyondChance(50, elsewhere, log2Places, lines);

  it('is all but half of what the lines score elsewhere, or all of that but six bits', () => {
    expect([0, 4, 10, 12, 14, 20].map((elsewhere) => chance(elsewhere))).toEqual([0, 2, 5, 6, 8, 14]);
  });

  it('is all of that but three bits where a line was heard', () => {
    expect([0, 4, 6, 8, 20].map((elsewhere) => chance(elsewhere, 'transcribed'))).toEqual([0, 2, 3, 5, 17]);
  });

  it('is half a bit less for each that they score elsewhere beyond twenty', () => {
    expect([21, 24, 30].map((elsewhere) => chance(elsewhere))).toEqual([15.5, 20, 29]);
  });

  it('is 0.6 bits less for each doubling of the places beyond 2^13', () => {
    expect([0, 12, 13].map((places) => chance(0, 'written', places))).toEqual([0, 0, 0]);
    expect(chance(0, 'written', 14)).toBeCloseTo(0.6, 9);
    expect(chance(0, 'written', 18)).toBeCloseTo(3, 9);
  });

  it('is in the coarse pass the score less chance by the lengths alone, twice as much as in the fine one', () => {
    const [short, long] = [40, 400].map((notes) => prepareLine(generateMelody(3, notes)));
    for (const [a, b] of [
      [short!, short!],
      [long!, long!],
      [short!, long!],
    ] as const) {
      const alignment = alignedLines(a, b);
      const places = Math.log2(a.sequence.length * b.sequence.length);
      const expected = alignment.score - 1.2 * Math.max(0, places - 13);
      expect(quickBits(a, b, alignment)).toBeCloseTo(expected, 6);
    }
  });

  it('is nothing of lines that share no run of intervals', () => {
    const [still, leaping] = [prepareLine(line([60, 60, 60, 60])), prepareLine(line([60, 65, 61, 68]))];
    const alignment = alignedLines(still, leaping);
    expect(lineEvidence(still, leaping, alignment, 'written')).toEqual({
      bits: 0,
      alignment,
      reversedScore: 0,
    });
  });
});
