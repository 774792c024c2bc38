import { describe, expect, it } from 'vitest';
import type { SongNote } from '../../song-description.js';
import { generateMelody } from '../../symbolic/test-support/melodies.js';
import { layableLine } from './laid-evidence.js';
import { placedNotes, type SharedPlace } from './placed-notes.js';

const tune = generateMelody(5, 60);
const beats = Math.ceil(tune.at(-1)!.onsetBeats);
const moved = (line: readonly SongNote[], semitones: number, later: number, pace = 1): SongNote[] =>
  line.map((note) => ({
    ...note,
    midiPitch: note.midiPitch + semitones,
    onsetBeats: note.onsetBeats * pace + later,
    durationBeats: note.durationBeats * pace,
  }));
/** A place a beat, from the first beat of the laid line on. */
const places = (later: number, pace = 1, count = beats): SharedPlace[] =>
  Array.from({ length: count }, (_, laid) => ({ sounding: laid * pace + later, laid }));
const placed = (sounding: readonly SongNote[], at: readonly SharedPlace[], transposition = 0) =>
  placedNotes(layableLine(sounding)!, layableLine(tune)!, at, transposition);

describe('notes of one line at given places of another', () => {
  it('all agree in the same tune, higher and later, and few of them would nearby', () => {
    const { notes, agreeing, chanceShare } = placed(moved(tune, -3, 10), places(10), 3);
    expect(notes).toBeGreaterThan(40);
    expect(agreeing / notes).toBeGreaterThan(0.95);
    expect(chanceShare).toBeLessThan(0.3);
  });

  it('do not agree in another transposition, one beat beside, or in another tune', () => {
    const shareOf = ({ notes, agreeing }: ReturnType<typeof placed>): number => agreeing / notes;
    expect(shareOf(placed(moved(tune, -3, 10), places(10), 5))).toBeLessThan(0.3);
    expect(shareOf(placed(moved(tune, -3, 10), places(11), 3))).toBeLessThan(0.5);
    expect(shareOf(placed(generateMelody(6, 60), places(0)))).toBeLessThan(0.4);
  });

  it('follow the pace of the places: of a tune at half the tempo all agree', () => {
    const { notes, agreeing } = placed(moved(tune, 0, 0, 2), places(0, 2));
    expect(notes).toBeGreaterThan(40);
    expect(agreeing / notes).toBeGreaterThan(0.95);
  });

  it('count only between the first place and four beats after the last one, and where something sounds', () => {
    const some = placed(tune, places(0, 1, 12));
    const onlyThere = tune.filter(({ onsetBeats }) => onsetBeats < 8);
    expect(some.notes).toBeGreaterThan(4);
    expect(some.notes).toBeLessThan(placed(tune, places(0)).notes / 2);
    expect(placed(onlyThere, places(0)).notes).toBeLessThan(some.notes);
    const late = places(0).filter(({ laid }) => laid >= 20);
    expect(placed(tune, late).notes).toBeLessThan(placed(tune, places(0)).notes);
  });

  it('are none between two passages, of which nothing is known', () => {
    const ends = places(0).filter(({ laid }) => laid < 4 || laid >= beats - 4);
    const inside = tune.filter(({ onsetBeats }) => onsetBeats > 8 && onsetBeats < beats - 5);
    expect(placed(inside, ends).notes).toBeLessThan(2);
  });

  it('are none of a line that nothing is laid beside, and their chance is an eighth', () => {
    expect(placed(tune, [])).toEqual({ notes: 0, agreeing: 0, chanceShare: 1 / 8 });
  });

  it('count less where a loop says them again', () => {
    const loop = [0, 4, 8, 12, 16, 20, 24, 28].flatMap((from) => moved(tune.slice(0, 5), 0, from));
    const sorted = loop.sort((a, b) => a.onsetBeats - b.onsetBeats);
    const all = placedNotes(layableLine(sorted)!, layableLine(sorted)!, places(0, 1, 40), 0);
    expect(all.agreeing).toBeCloseTo(all.notes, 9);
    expect(all.notes).toBeLessThan(layableLine(sorted)!.moving.length / 2);
  });

  const line = (...notes: readonly (readonly [number, number, number])[]): SongNote[] =>
    notes.map(([onsetBeats, durationBeats, midiPitch]) => ({
      onsetBeats,
      durationBeats,
      midiPitch,
      salience: 1,
    }));

  it('are known on a place and four beats behind it, and no further', () => {
    const held = layableLine(line([0, 12, 60]))!;
    const notesAt = (beat: number): number =>
      placedNotes(held, layableLine(line([beat, 0.5, 60]))!, [{ sounding: 0, laid: 0 }], 0).notes;
    expect(notesAt(4)).toBe(1);
    expect(notesAt(4.25)).toBe(0);
    const second = [0, 10].map((beat) => ({ sounding: beat, laid: beat }));
    expect(placedNotes(held, layableLine(line([10, 0.5, 60]))!, second, 0).notes).toBe(1);
  });

  it('are heard for a quarter of a beat at least, also where the places go faster', () => {
    const sounding = layableLine(line([1, 1 / 8, 64], [9 / 8, 3, 62]))!;
    const half = [0, 1, 2, 3, 4].map((laid) => ({ sounding: laid / 2, laid }));
    const agreeing = (pitch: number): number =>
      placedNotes(sounding, layableLine(line([2, 0.25, pitch]))!, half, 0).agreeing;
    expect(agreeing(62)).toBe(1);
    expect(agreeing(64)).toBe(0);
  });

  it('are heard as long as they last at the pace of the places', () => {
    const sounding = layableLine(line([0, 1.5, 60], [1.5, 2.5, 64]))!;
    const double = [0, 1, 2].map((laid) => ({ sounding: 2 * laid, laid }));
    expect(placedNotes(sounding, layableLine(line([0, 2, 64]))!, double, 0).agreeing).toBe(1);
    expect(placedNotes(sounding, layableLine(line([0, 2, 64]))!, places(0, 1, 3), 0).agreeing).toBe(0);
  });
});
