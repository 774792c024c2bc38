import { describe, expect, it } from 'vitest';
import type { SongNote } from '../song-description.js';
import { generateMelody } from '../symbolic/test-support/melodies.js';
import { sequenceOf } from './sequence.js';
import { endToEndAgreement, soundingTogether, soundingTogetherByChance } from './whole-tunes.js';

const note = (onsetBeats: number, midiPitch: number, durationBeats = 1): SongNote => ({
  onsetBeats,
  durationBeats,
  midiPitch,
  salience: 1,
});
const tune = generateMelody(3, 60);
const lineOf = (notes: readonly SongNote[]) => sequenceOf(notes);
const higher = (notes: readonly SongNote[], semitones: number): SongNote[] =>
  notes.map((one) => ({ ...one, midiPitch: one.midiPitch + semitones }));
const onsetsOf = (a: readonly SongNote[], b: readonly SongNote[]) =>
  a.map(({ onsetBeats }, at) => [onsetBeats, b[at]!.onsetBeats] as const);

describe('agreement from end to end', () => {
  const ofTune = (notes: readonly SongNote[], transposition = 0): number =>
    endToEndAgreement(lineOf(tune), lineOf(notes), transposition);

  it('is 1 of a tune and itself, in another key and octave too', () => {
    expect(ofTune(tune)).toBeCloseTo(1, 6);
    expect(ofTune(higher(tune, 5), 5)).toBeCloseTo(1, 6);
    expect(ofTune(higher(tune, -7), 5)).toBeCloseTo(1, 6);
    expect(ofTune(higher(tune, 5))).toBeLessThan(0.4);
  });

  it('falls by 1.3 notes a replaced note and by 2 for a note that is left out', () => {
    const replaced = tune.map((one, at) => (at === 20 ? { ...one, midiPitch: one.midiPitch + 6 } : one));
    expect(ofTune(replaced)).toBeCloseTo(1 - 1.3 / 60, 6);
    // The note itself, the gap that it opens, of a mean length half a note shorter.
    expect(ofTune(tune.filter((_, at) => at !== 20))).toBeCloseTo((59 - 1) / 59.5, 6);
  });

  it('is the same whichever tune comes first', () => {
    const other = generateMelody(8, 40);
    const [a, b] = [lineOf(tune), lineOf(other)];
    for (let key = 0; key < 12; key++)
      expect(endToEndAgreement(a, b, key)).toBeCloseTo(endToEndAgreement(b, a, -key), 6);
  });

  it('says nothing of a tune that a much longer one quotes, nor of lines longer than a tune', () => {
    expect(ofTune([...tune, ...generateMelody(9, 500)])).toBe(0);
    const long = lineOf(generateMelody(1, 1001));
    expect(endToEndAgreement(long, long, 0)).toBe(0);
    expect(endToEndAgreement(lineOf([]), long, 0)).toBe(0);
  });
});

describe('the share of time that sounds together', () => {
  it('is 1 of a tune and itself, later, in another key, and at twice its pace', () => {
    for (const pace of [1, 2, 0.5]) {
      const moved = higher(tune, 3).map((one) => ({
        ...one,
        onsetBeats: pace * one.onsetBeats + 4,
        durationBeats: pace * one.durationBeats,
      }));
      const share = soundingTogether(lineOf(tune), lineOf(moved), 3, onsetsOf(tune, moved));
      expect(share).toBeGreaterThan(0.99);
      expect(share).toBeLessThan(1.01);
    }
  });

  it('is 1 of a tune whose three beats are taken for two, where beats are estimates', () => {
    for (const pace of [3 / 2, 2 / 3]) {
      const moved = tune.map((one) => ({
        ...one,
        onsetBeats: pace * one.onsetBeats,
        durationBeats: pace * one.durationBeats,
      }));
      const share = (beats?: 'written' | 'estimated'): number =>
        soundingTogether(lineOf(tune), lineOf(moved), 0, onsetsOf(tune, moved), beats);
      expect(share('estimated')).toBeGreaterThan(0.98);
      expect(share()).toBeLessThan(0.5);
    }
  });

  it('is 1 wherever on the beat the same tune begins', () => {
    for (const beats of [0.25, 1 / 3, 0.3, 0.45]) {
      const moved = tune.map((one) => ({ ...one, onsetBeats: one.onsetBeats + beats }));
      expect(soundingTogether(lineOf(tune), lineOf(moved), 0, onsetsOf(tune, moved))).toBeGreaterThan(0.99);
    }
  });

  it('counts the beats of both in which they differ', () => {
    const own = [note(0, 60), note(1, 62), note(2, 64), note(3, 65)];
    const other = [note(0, 60), note(1, 63), note(2, 64, 2)];
    // 0–1 and 2–3 of four beats each.
    expect(
      soundingTogether(lineOf(own), lineOf(other), 0, [
        [0, 0],
        [2, 2],
      ]),
    ).toBeCloseTo(0.5, 6);
  });

  it('is 1 of notes that follow each other more quickly than a span can be, and of notes that begin at once no more', () => {
    for (const beats of [1 / 48, 1 / 1000, 0]) {
      const quick = Array.from({ length: 200 }, (_, at) => note(at * beats, 60 + 12 * (at % 2), beats));
      const share = soundingTogether(lineOf(quick), lineOf(quick), 0, onsetsOf(quick, quick));
      expect(share).toBeCloseTo(1, 6);
    }
  });

  it('is the same whichever line comes first, at whatever pace and place they match', () => {
    for (let seed = 20; seed < 40; seed++) {
      const other = generateMelody(seed, 50).map((one) => ({ ...one, onsetBeats: one.onsetBeats + 0.25 }));
      const [a, b] = [lineOf(tune), lineOf(other)];
      const onsets = onsetsOf(tune.slice(0, 50), other);
      const turned = onsets.map(([x, y]) => [y, x] as const);
      expect(soundingTogether(a, b, seed % 12, onsets)).toBeCloseTo(
        soundingTogether(b, a, -(seed % 12), turned),
        9,
      );
    }
  });

  it('is 0 where no note matches', () => {
    expect(soundingTogether(lineOf(tune), lineOf(tune), 0, [])).toBe(0);
  });
});

describe('the share of time that would sound together in any order of notes', () => {
  const held = [note(0, 60, 6), note(6, 62), note(7, 64)];
  const other = [note(0, 67, 3), note(3, 69)];

  it('is of the time of each pitch class, in the transposition of the lines', () => {
    // 6/8 of the time beside 3/4, and 1/8 beside 1/4.
    expect(soundingTogetherByChance(lineOf(held), lineOf(other), 7)).toBeCloseTo(19 / 32, 6);
    expect(soundingTogetherByChance(lineOf(held), lineOf(other), -5)).toBeCloseTo(19 / 32, 6);
    expect(soundingTogetherByChance(lineOf(other), lineOf(held), 5)).toBeCloseTo(19 / 32, 6);
    expect(soundingTogetherByChance(lineOf(held), lineOf(other), 1)).toBe(0);
  });

  it('is 1 of one pitch, little of a tune, and 0 of no notes', () => {
    expect(soundingTogetherByChance(lineOf([note(0, 60)]), lineOf([note(3, 72)]), 0)).toBe(1);
    expect(soundingTogetherByChance(lineOf(tune), lineOf(tune), 0)).toBeLessThan(0.3);
    expect(soundingTogetherByChance(lineOf(tune), lineOf([]), 0)).toBe(0);
  });
});
