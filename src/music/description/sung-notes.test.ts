import { describe, expect, it } from 'vitest';
import { framesPerStep, lowestMelodyMidi } from './landscapes.js';
import type { Landscape } from './melody-track.js';
import { sungNotes } from './sung-notes.js';

const width = 20;

/** A landscape that is surely right along a line of bins, −1 for silence, and holds half of that at `beside`. */
function along(
  bins: readonly number[],
  beside: readonly number[] = [],
): { line: Int16Array; landscape: Landscape } {
  const values = new Float32Array(bins.length * width);
  for (const [step, bin] of bins.entries()) if (bin >= 0) values[step * width + bin] = 0.9;
  for (const [step, bin] of beside.entries()) if (bin >= 0) values[step * width + bin] ||= 0.6;
  return { line: Int16Array.from(bins), landscape: { frames: bins.length, width, values } };
}

const steps = (count: number, bin: number): number[] => new Array<number>(count).fill(bin);
/** Of a beginning where it is named, and nothing to be gained elsewhere. */
const weightsAt = (count: number, places: Readonly<Record<number, number>>): Float32Array =>
  Float32Array.from({ length: count }, (_, step) => places[step] ?? -6);
const shown = (notes: ReturnType<typeof sungNotes>): number[][] =>
  notes.map(({ startFrame, endFrame, midi }) => [
    startFrame / framesPerStep,
    endFrame / framesPerStep,
    midi - lowestMelodyMidi,
  ]);

describe('a sung line as notes, each a step before its pitch', () => {
  it('is one note where a voice trembles between two semitones', () => {
    const trembling = Array.from({ length: 48 }, (_, step) => (step % 8 < 5 ? 7 : 8));
    const { line, landscape } = along(trembling, steps(48, 7));
    expect(shown(sungNotes(line, landscape, weightsAt(48, {})))).toEqual([[0, 48, 7]]);
  });

  it('is two notes where the pitch steps, even where a beginning is hardly heard', () => {
    const { line, landscape } = along([...steps(20, 5), ...steps(20, 7)]);
    expect(shown(sungNotes(line, landscape, weightsAt(40, {})))).toEqual([
      [0, 19, 5],
      [19, 40, 7],
    ]);
  });

  it('is two notes of one pitch where a beginning has weight, and one where it has none', () => {
    const { line, landscape } = along(steps(40, 5));
    expect(shown(sungNotes(line, landscape, weightsAt(40, { 18: 2 })))).toEqual([
      [0, 17, 5],
      [17, 40, 5],
    ]);
    expect(shown(sungNotes(line, landscape, weightsAt(40, { 18: -0.5 })))).toEqual([[0, 40, 5]]);
  });

  it('is interrupted by a silence, and not by a short one', () => {
    const { line, landscape } = along([
      ...steps(20, 5),
      ...steps(2, -1),
      ...steps(20, 5),
      ...steps(12, -1),
      ...steps(20, 5),
    ]);
    expect(shown(sungNotes(line, landscape, weightsAt(74, {})))).toEqual([
      [0, 42, 5],
      [53, 74, 5],
    ]);
  });

  it('has no note of less than three steps, whatever weight a beginning has', () => {
    const { line, landscape } = along(steps(30, 5));
    const notes = shown(sungNotes(line, landscape, weightsAt(30, { 10: 9, 12: 8, 14: 9 })));
    for (const [start, end] of notes.slice(1)) expect(end! - start!).toBeGreaterThanOrEqual(3);
    expect(notes.reduce((sum, [start, end]) => sum + end! - start!, 0)).toBe(30);
  });

  it('holds on for minutes', () => {
    const { line, landscape } = along(steps(5000, 5));
    const notes = shown(
      sungNotes(
        line,
        landscape,
        Float32Array.from({ length: 5000 }, (_, step) => -4 - (step % 3)),
      ),
    );
    expect(notes[0]![0]).toBe(0);
    expect(notes.at(-1)![1]).toBe(5000);
    expect(notes.length).toBeLessThan(20);
  });

  it('is empty without a line', () => {
    const { line, landscape } = along(steps(30, -1));
    expect(sungNotes(line, landscape, new Float32Array(30))).toEqual([]);
  });
});
