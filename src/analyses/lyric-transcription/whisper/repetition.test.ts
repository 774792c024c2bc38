import { describe, expect, it } from 'vitest';
import { loopPeriod, withoutLoop } from './repetition.js';

/** `unit` this many times over. */
const rounds = (unit: readonly number[], count: number): number[] =>
  Array.from({ length: count }, () => unit).flat();
const unit = (length: number): number[] => Array.from({ length }, (_, at) => 100 + at);

describe('a decoder that is caught in a loop', () => {
  it.each([
    [1, 16],
    [2, 8],
    [5, 4],
    [24, 4],
  ])('is seen by a unit of %i tokens after %i rounds, and not a token sooner', (length, count) => {
    const tokens = [7, 8, 9, ...rounds(unit(length), count)];
    expect(loopPeriod(tokens)).toBe(length);
    expect(loopPeriod(tokens.slice(0, -1))).toBe(0);
  });

  it('is not seen in a unit that is longer than a line', () => {
    expect(loopPeriod(rounds(unit(25), 6))).toBe(0);
  });

  it('is not seen in a refrain that comes three times, or a syllable sung eight times', () => {
    expect(loopPeriod(rounds(unit(5), 3))).toBe(0);
    expect(loopPeriod([9, ...rounds([7], 8)])).toBe(0);
  });

  it('is not seen where the loop has ended', () => {
    expect(loopPeriod([...rounds(unit(3), 10), 1, 2])).toBe(0);
    expect(loopPeriod([])).toBe(0);
  });
});

describe('a text without its loop', () => {
  it('keeps what stands before it and two rounds', () => {
    expect(withoutLoop([7, 8, 9, ...rounds([1, 2, 3], 9)])).toEqual([7, 8, 9, 1, 2, 3, 1, 2, 3]);
    expect(withoutLoop(rounds([4], 40))).toEqual([4, 4]);
  });

  it('is the same where there is none', () => {
    const tokens = [1, 2, 3, 1, 2, 3, 4];
    expect(withoutLoop(tokens)).toBe(tokens);
  });
});
