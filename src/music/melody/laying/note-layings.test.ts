import { describe, expect, it } from 'vitest';
import type { SongNote } from '../../song-description.js';
import { generateMelody } from '../../symbolic/test-support/melodies.js';
import { laidNotes, stepsABit } from './laid-notes.js';
import { bestLaid } from './laying-scores.js';
import { movingNotes } from './moving-notes.js';
import { agreeingNotes, layings } from './note-layings.js';
import { cellsABeat, type SoundingCells, silence, soundingCells } from './sounding-cells.js';

const paces = [1, 2, 0.5, 1.5];
const tune = generateMelody(5, 60);
const notes = movingNotes(tune);
const moved = (line: readonly SongNote[], semitones: number, beats: number, pace = 1): SongNote[] =>
  line.map((note) => ({
    ...note,
    midiPitch: note.midiPitch + semitones,
    onsetBeats: note.onsetBeats * pace + beats,
    durationBeats: note.durationBeats * pace,
  }));

/** As the kernel does it, one transposition and one place after the other. */
function scoresOneByOne(sounding: SoundingCells, laid: ReturnType<typeof laidNotes>): number[] {
  const scoreAt = (transposition: number, place: number): number => {
    let [run, most] = [0, 0];
    for (let note = 0; note < laid.length; note++) {
      const cell = laid.startCells[note]! + place;
      if (cell < 0 || cell >= sounding.length) continue;
      const sounds = sounding.longest(laid.lengthCells[note]!)[cell]!;
      const agrees = sounds >= 0 && (laid.pitchClass[note]! - sounds + 12) % 12 === transposition;
      const cost = (sounds === silence ? laid.costInSilence : laid.cost)[note]!;
      run = agrees ? run + laid.earned[note]! : Math.max(0, run - cost);
      most = Math.max(most, run);
    }
    return most;
  };
  const step = cellsABeat / 4;
  const first = -step * Math.ceil(laid.startCells.at(-1)! / step);
  return Array.from({ length: 12 }, (_, transposition) => {
    let most = 0;
    for (let place = first; place < sounding.length; place += step)
      most = Math.max(most, scoreAt(transposition, place));
    return most;
  });
}

describe('notes laid upon a line that sounds', () => {
  it.each([
    ['as it is', 0, 0, 1],
    ['two bars later, a fourth lower', -5, 8, 1],
    ['in another key, in beats of half the length', 3, 5, 2],
    ['in beats of twice the length', -2, 0, 0.5],
    ['where three beats were counted as two', 1, 3, 1.5],
  ] as const)('lie where they were taken from: %s', (_, semitones, beats, pace) => {
    const [best, next] = layings(soundingCells(moved(tune, semitones, beats, pace)), notes, paces);
    expect(best).toMatchObject({ transposition: (12 - semitones) % 12, place: beats * cellsABeat, pace });
    expect(best!.bits).toBeGreaterThan(3 * next!.bits);
  });

  it('score what they score one place and transposition after the other', () => {
    for (const seed of [21, 22, 23]) {
      const sounding = soundingCells(moved(generateMelody(seed, 40), 2, 3));
      for (const pace of [1, 2, 0.5] as const) {
        const laid = laidNotes(notes, pace);
        expect(bestLaid(sounding, laid).map(({ score }) => score)).toEqual(scoresOneByOne(sounding, laid));
      }
    }
  });

  it('agree note by note along the best stretch, which adds up to its bits where all of them sound', () => {
    const sounding = soundingCells(moved(tune, 4, 2));
    const [best] = layings(sounding, notes, paces);
    const agreeing = agreeingNotes(sounding, notes, best!);
    expect(agreeing.map(({ note }) => note)).toEqual(Array.from({ length: notes.length }, (_, note) => note));
    expect(agreeing.reduce((sum, { bits }) => sum + bits, 0)).toBeCloseTo(best!.bits, 6);
  });

  it('are counted without those that sound otherwise, and from where the best stretch begins to where it ends', () => {
    // From the fifth note to the fortieth, and at the fifty-first: something else.
    const isOther = (at: number): boolean => (at >= 4 && at < 40) || at === 50;
    const other = tune.map((note, at) =>
      isOther(at) ? { ...note, midiPitch: note.midiPitch + 1 + (at % 5) } : note,
    );
    const sounding = soundingCells(other);
    const [best] = layings(sounding, notes, paces);
    expect(best).toMatchObject({ transposition: 0, place: 0 });
    const onsets = agreeingNotes(sounding, notes, best!).map(({ note }) => notes.startBeats[note]!);
    const expected = tune.filter((_, at) => at >= 40 && at !== 50).map(({ onsetBeats }) => onsetBeats);
    expect(onsets).toEqual(expected.filter((onset) => notes.startBeats.includes(onset)));
  });

  it('agree from the first cell of the line on, and on no pitch class where nothing sounds', () => {
    const sounding = soundingCells(tune);
    const [best] = layings(sounding, notes, paces);
    expect(best!.place).toBe(0);
    expect(agreeingNotes(sounding, notes, best!)[0]).toMatchObject({ note: 0, startCell: 0 });
    for (let transposition = 0; transposition < 12; transposition++)
      expect(
        agreeingNotes(soundingCells([{ ...tune[0]!, onsetBeats: 60 }]), notes, { ...best!, transposition }),
      ).toEqual([]);
  });

  it('earn and cost along the best stretch, from its first note to its last, what its bits are', () => {
    for (let seed = 30; seed < 60; seed++) {
      const sounding = soundingCells(moved(generateMelody(seed, 60), seed % 12, 3));
      for (const best of layings(sounding, notes, paces).slice(0, 3)) {
        const laid = laidNotes(notes, best.pace);
        const agreeing = agreeingNotes(sounding, notes, best);
        const within = new Set(agreeing.map(({ note }) => note));
        let steps = 0;
        for (let note = agreeing[0]!.note; note <= agreeing.at(-1)!.note; note++) {
          const sounds = sounding.longest(laid.lengthCells[note]!)[laid.startCells[note]! + best.place];
          const cost = sounds === silence ? laid.costInSilence[note]! : laid.cost[note]!;
          steps += within.has(note) ? laid.earned[note]! : -cost;
        }
        expect(steps / stepsABit).toBeCloseTo(best.bits, 6);
      }
    }
  });

  it('go on across silence that costs less than they have, though other notes there would cost more', () => {
    const silent = tune.filter((_, at) => at < 3 || at >= 18);
    const sounding = soundingCells(silent);
    const [best] = layings(sounding, notes, paces);
    const { cost, costInSilence, earned } = laidNotes(notes, 1);
    const until = notes.startBeats.findIndex((beat) => beat >= tune[18]!.onsetBeats);
    const sumOf = (steps: Int32Array, from: number, to: number): number =>
      steps.subarray(from, to).reduce((sum, one) => sum + one, 0);
    expect(sumOf(earned, 0, 3)).toBeGreaterThan(sumOf(costInSilence, 3, until));
    expect(sumOf(earned, 0, 3)).toBeLessThan(sumOf(cost, 3, until));
    expect(agreeingNotes(sounding, notes, best!)[0]!.note).toBe(0);
  });

  it('go at the pace that was named first where two paces say as much', () => {
    for (const first of paces) {
      const ordered = [first, ...paces.filter((pace) => pace !== first)];
      expect(layings(soundingCells(tune), movingNotes([]), ordered).map(({ pace }) => pace)).toEqual(
        Array.from({ length: 12 }, () => first),
      );
    }
  });

  it('lose bits where something else sounds, half as many in silence, and begin anew where nothing is left', () => {
    const bitsOf = (line: readonly SongNote[]): number => layings(soundingCells(line), notes, paces)[0]!.bits;
    const other = tune.map((note, at) => (at === 30 ? { ...note, midiPitch: note.midiPitch + 1 } : note));
    const missing = tune.filter((_, at) => at !== 30);
    const { cost, costInSilence, earned } = laidNotes(notes, 1);
    expect(bitsOf(other)).toBeLessThan(bitsOf(missing));
    expect(bitsOf(missing)).toBeLessThan(bitsOf(tune));
    expect(costInSilence.every((steps, at) => Math.abs(steps - cost[at]! / 2) <= 0.5)).toBe(true);
    expect(bitsOf(tune)).toBeCloseTo(earned.reduce((sum, steps) => sum + steps, 0) / stepsABit, 6);
    expect(bitsOf(moved(generateMelody(77, 60), 0, 0))).toBeLessThan(bitsOf(tune) / 3);
  });

  it('are nothing upon a line without notes, and nothing without notes', () => {
    expect(layings(soundingCells([]), notes, paces)[0]!.bits).toBe(0);
    expect(layings(soundingCells(tune), movingNotes([]), paces)[0]!.bits).toBe(0);
  });
});
