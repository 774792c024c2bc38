import { describe, expect, it } from 'vitest';
import { framesPerStep } from './landscapes.js';
import { lineNotes } from './line-notes.js';
import type { FollowedLine } from './note-beginnings.js';

const width = 20;
const lowestMidi = 40;

/** A landscape that is surely right along a line of bins, −1 for silence, and holds half of that at `beside`. */
function along(bins: readonly number[], beside: readonly number[] = []): FollowedLine {
  const values = new Float32Array(bins.length * width);
  for (const [step, bin] of bins.entries()) if (bin >= 0) values[step * width + bin] = 0.9;
  for (const [step, bin] of beside.entries()) if (bin >= 0) values[step * width + bin] ||= 0.6;
  return { bins: Int16Array.from(bins), landscape: { frames: bins.length, width, values }, lowestMidi };
}

const steps = (count: number, bin: number): number[] => new Array<number>(count).fill(bin);
/** Of a beginning where it is named, and nothing to be gained elsewhere. */
const weightsAt = (count: number, places: Readonly<Record<number, number>>): Float32Array =>
  Float32Array.from({ length: count }, (_, step) => places[step] ?? -6);
const shown = (notes: ReturnType<typeof lineNotes>): number[][] =>
  notes.map(({ startFrame, endFrame, midi }) => [
    startFrame / framesPerStep,
    endFrame / framesPerStep,
    midi - lowestMidi,
  ]);

describe('a line as notes', () => {
  it('is one note where a voice trembles between two semitones', () => {
    const trembling = Array.from({ length: 48 }, (_, step) => (step % 8 < 5 ? 7 : 8));
    const line = along(trembling, steps(48, 7));
    expect(shown(lineNotes(line, weightsAt(48, {})))).toEqual([[0, 48, 7]]);
  });

  it('is two notes where the pitch steps, even where a beginning is hardly heard', () => {
    const line = along([...steps(20, 5), ...steps(20, 7)]);
    expect(shown(lineNotes(line, weightsAt(40, {})))).toEqual([
      [0, 20, 5],
      [20, 40, 7],
    ]);
  });

  it('is two notes of one pitch where a beginning has weight, and one where it has none', () => {
    const line = along(steps(40, 5));
    expect(shown(lineNotes(line, weightsAt(40, { 18: 2 })))).toEqual([
      [0, 18, 5],
      [18, 40, 5],
    ]);
    expect(shown(lineNotes(line, weightsAt(40, { 18: -0.5 })))).toEqual([[0, 40, 5]]);
  });

  it('is interrupted by a silence, and not by a short one', () => {
    const line = along([
      ...steps(20, 5),
      ...steps(2, -1),
      ...steps(20, 5),
      ...steps(12, -1),
      ...steps(20, 5),
    ]);
    expect(shown(lineNotes(line, weightsAt(74, {})))).toEqual([
      [0, 42, 5],
      [54, 74, 5],
    ]);
  });

  it('has no note of less than three steps, whatever weight a beginning has', () => {
    const line = along(steps(30, 5));
    const notes = shown(lineNotes(line, weightsAt(30, { 10: 9, 12: 8, 14: 9 })));
    for (const [start, end] of notes.slice(1)) expect(end! - start!).toBeGreaterThanOrEqual(3);
    expect(notes.reduce((sum, [start, end]) => sum + end! - start!, 0)).toBe(30);
  });

  it('holds on for minutes', () => {
    const line = along(steps(5000, 5));
    const notes = shown(
      lineNotes(
        line,
        Float32Array.from({ length: 5000 }, (_, step) => -4 - (step % 3)),
      ),
    );
    expect(notes[0]![0]).toBe(0);
    expect(notes.at(-1)![1]).toBe(5000);
    expect(notes.length).toBeLessThan(20);
  });

  it('is empty without a line', () => {
    const line = along(steps(30, -1));
    expect(lineNotes(line, new Float32Array(30))).toEqual([]);
  });

  it('begins as much earlier as is asked for, and overlaps nothing', () => {
    const line = along([...steps(20, 5), ...steps(20, 7), ...steps(12, -1), ...steps(20, 5)]);
    expect(shown(lineNotes(line, weightsAt(72, {}), framesPerStep))).toEqual([
      [0, 19, 5],
      [19, 40, 7],
      [51, 72, 5],
    ]);
  });
});
